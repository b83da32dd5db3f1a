#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "check/models/model_choice.h"
#include "cli/arguments.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline cli {

/// Where a report goes: standard output as it comes, or a file that appears whole when `commit` is called.
class Output {
 public:
  /// @param path of the file, or nothing for standard output
  explicit Output(std::optional<std::string> path) : path_(std::move(path)) {}

  /// @throws UserError when standard output cannot be written
  void write(const std::string& text);
  /// The same for lines with names of tests and files, among others (`withoutCommands`).
  void writeLines(const std::string& text);
  /// Writes a report for people: lines that are too long for where they go are broken between words. A
  /// terminal has its width, all else 120 columns, where rows of tables stay whole.
  void writeText(const std::string& text);
  /// Writes the file beside its place and renames it; nothing to do for standard output.
  /// @throws UserError when it cannot be written
  void commit();

 private:
  std::optional<std::string> path_;
  std::string pending_;
};

/// An option that names a file to write, if it was given.
using NamedOutput = std::pair<const char*, std::optional<std::string>>;
/// Makes sure that no output is written over an input or another output (batch/output_files.h).
/// @param tests and whatever else is read
/// @throws UserError
void requireOtherFiles(const std::vector<NamedOutput>& outputs, const std::vector<std::string>& tests,
                       const ModelChoice& models);
void requireOtherFiles(const std::vector<NamedOutput>& outputs, const std::vector<std::string>& inputs);

/// Whether a report is to be coloured: `auto` means a terminal that has not been told otherwise (NO_COLOR).
bool useColour(const ReportArguments& arguments);

/// A text for a log of GitHub's workflows, which takes lines that begin with `::`, and `##[` anywhere, for
/// commands: names of files and tests could say these. A backslash makes them text.
std::string withoutCommands(const std::string& text);

/// Prints diagnostics to standard error, coloured where it is a terminal.
void complain(const std::vector<Diagnostic>& diagnostics);

}  // namespace hrfcheck::inline cli
