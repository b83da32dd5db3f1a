#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cat/library.h"
#include "jobs/shard.h"
#include "synth/search/answer_search.h"
#include "synth/written_test.h"

namespace hrfcheck::inline synth {

/// What `hrfcheck synth` is asked for.
struct SynthOptions {
  SynthWanted wanted = SynthWanted::ToldApart;
  std::vector<std::string> models;  ///< as given; two that are to be told apart, or those that forbid
  SynthBounds bounds;
  bool ordersChosen = false;  ///< else SynthBounds::orders follows from the models (ordersFor)
  std::uint64_t keep = 100;   ///< tests that are written; the others are only counted
  /// One test of each shape that contains no smaller one is written (ShapeClasses). Not with results files.
  bool byShape = false;
  double timeout = 0;  ///< seconds for the whole search; 0 for no limit
  unsigned workers = 1;
  Rules rules = Rules::Licensed;  ///< Plain: one program after the other, one execution after the other
  /// Of tests that tell models apart, those on which this machine sides with one of the two.
  std::optional<SynthMachine> machine = std::nullopt;
  std::uint64_t memory = 0;                              ///< bytes that a worker may use; 0 for no limit
  std::string version = {};                              ///< of hrfcheck, for results files
  std::map<std::string, std::string> modelOptions = {};  ///< what else the answers of the models depend on
  Shard shard = {};  ///< pieces that are searched; the others are taken for empty
  std::optional<std::string> results = std::nullopt;  ///< a file for the result of each piece
  bool resume = false;                                ///< continues `results`
  std::vector<std::string> merged = {};  ///< complete results files of all shards: nothing is searched
};

/// Tests that were found, by what makes a row of the table.
struct SynthGroup {
  unsigned events = 0;
  unsigned threads = 0;
  std::vector<SynthAnswer> answers;
  std::optional<bool> reached = std::nullopt;  ///< AnsweredTest::reached

  friend auto operator<=>(const SynthGroup&, const SynthGroup&) = default;
};
using SynthTally = std::map<SynthGroup, std::uint64_t>;

/// The search of one number of events.
struct SynthSize {
  unsigned events = 0;
  SynthCounts counts;
  double seconds = 0;
  bool searched = false;  ///< to its end

  /// Nothing is left out.
  bool complete() const { return searched && counts.skipped == 0; }
};

/// What a search found, and how far it came.
struct SynthResult {
  SynthBounds bounds;
  Shard shard;
  std::vector<SynthSize> sizes;      ///< those that were begun
  std::vector<std::string> targets;  ///< by model, as SynthQuestion::targets
  SynthTally tally;
  std::uint64_t written = 0;
  std::uint64_t shapes = 0;       ///< classes of tests, where tests are written by shape
  std::uint64_t newShapes = 0;    ///< of these, those that contain no smaller one
  std::vector<std::string> lost;  ///< what was not searched since a worker ended early, and why
  bool memoryWasShort = false;    ///< it did for its memory
  bool stopped = false;           ///< by the time limit or the user

  /// All sizes were searched to their ends.
  bool searched() const;
  /// The number of events up to which nothing is left out; 0 for none.
  unsigned exhaustiveTo() const;
  bool complete() const { return exhaustiveTo() == bounds.events; }
  /// The machine was not explored to the end for some test.
  bool undecided() const;
};

/// Who listens to a search.
struct SynthCalls {
  /// Before anything is searched: what will be.
  std::function<void(const SynthQuestion&)> begin;
  /// Smaller tests first, in a fixed order.
  std::function<void(const WrittenTest&)> test;
  /// Now and then: the events of a test at present, pieces done of it and in all, tests found so far.
  std::function<void(unsigned events, std::uint64_t done, std::uint64_t pieces, std::uint64_t found)> tick;
};

/// Searches in worker processes.
/// @throws UserError
SynthResult runSynth(const SynthOptions& options, const ModelLibrary& library, const SynthCalls& calls,
                     const std::atomic<bool>& cancelled);

}  // namespace hrfcheck::inline synth
