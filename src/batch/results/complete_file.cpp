#include "batch/results/complete_file.h"

#include <fmt/format.h>

namespace hrfcheck::inline batch {

UserError incompleteResults(const std::string& path) {
  return UserError(fmt::format("{} is incomplete: its run has not ended", path), "continue it with --resume");
}

void requireCompleteResults(const std::string& path, const ResultsKind& kind) {
  if (!kind.completion(lastLineOf(path), path)) {
    throw incompleteResults(path);
  }
}

CompleteFile::CompleteFile(const std::string& path, const ResultsKind& kind) : kind_(&kind), lines_(path) {
  if (!lines_.next(header_)) {
    throw UserError(fmt::format("{} is not a results file of {}", path, kind.command));
  }
}

bool CompleteFile::next(std::string& line) {
  if (!lines_.next(line) || lines_.torn()) {
    throw incompleteResults(path());
  }
  if (const auto announced = kind_->completion(line, place())) {
    end(*announced);
    return false;
  }
  ++count_;
  return true;
}

void CompleteFile::end(std::size_t announced) {
  if (announced != count_) {
    throw UserError(
        fmt::format("{}: {} {} were announced, there are {}", place(), announced, kind_->lines, count_));
  }
  if (std::string line; lines_.next(line)) {
    throw UserError(fmt::format("{}: lines after the last one", place()));
  }
}

}  // namespace hrfcheck::inline batch
