kernel void steal(global int* head, local int* tmp, int n) {
  *head = n;
}
