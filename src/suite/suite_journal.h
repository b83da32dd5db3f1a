#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "suite/suite_format.h"

namespace hrfcheck::inline suite {

/// A results file of a suite: a header, a line for each piece as it is done, and a last line that says that
/// it is complete (docs/suite.schema.json). Lines go out whole; what a killed run leaves is valid up to its
/// last line. When the run is complete the lines are put in order.
class SuiteJournal {
 public:
  /// @param path nothing: nothing is written
  /// @param resume continues the file, whose incomplete last line is removed
  /// @throws UserError when it cannot be written, is being written, or, to be resumed, is none of ours or was
  /// made with other options
  SuiteJournal(const std::optional<std::string>& path, const SuiteHeader& header, bool resume);
  ~SuiteJournal();
  SuiteJournal(SuiteJournal&&) noexcept;

  /// What the file held when it was resumed, by piece.
  const std::map<std::uint64_t, SuiteTally>& found() const;
  void add(std::uint64_t piece, const SuiteTally& tally);
  /// Every piece of the shard was added or is not needed.
  void complete();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hrfcheck::inline suite
