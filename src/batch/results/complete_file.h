#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "batch/results/line_reader.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline batch {

/// What tells one kind of results files from another.
struct ResultsKind {
  std::string_view command;  ///< "hrfcheck batch"
  std::string_view lines;    ///< "rows": what the lines between the first and the last are
  /// How many there are when a line is the last of a complete file.
  /// @throws UserError at `place` when it looks like one and is not
  std::optional<std::size_t> (*completion)(const std::string& line, const std::string& place);
};

/// That the run of a results file has not ended.
UserError incompleteResults(const std::string& path);
/// Looks at the end alone: the lines of a run that has not ended are in no order, which would lead to
/// stranger messages.
/// @throws UserError when the last line is not that of a complete file
void requireCompleteResults(const std::string& path, const ResultsKind& kind);

/// The lines of a complete results file, one after the other.
class CompleteFile {
 public:
  /// @param kind must outlive this
  /// @throws UserError when there is no first line
  CompleteFile(const std::string& path, const ResultsKind& kind);

  const std::string& header() const { return header_; }  ///< the first line
  const std::string& path() const { return lines_.path(); }
  std::string place() const { return lines_.place(); }  ///< of the line that was read last

  /// The next line between the first and the last; false after them.
  /// @throws UserError when the file is not complete, or does not have as many lines as its last one says
  bool next(std::string& line);

 private:
  void end(std::size_t announced);

  const ResultsKind* kind_;
  LineReader lines_;
  std::string header_;
  std::size_t count_ = 0;
};

}  // namespace hrfcheck::inline batch
