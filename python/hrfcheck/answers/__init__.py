"""What the program answers: a module for each schema of docs/, with the names of the JSON."""
