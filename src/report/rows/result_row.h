#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "program/condition/model_expectation.h"
#include "report/log/log_entry.h"
#include "report/rows/row_finding.h"
#include "termination/termination.h"

namespace hrfcheck::inline report {

/// What became of one test under one model.
enum class RowStatus {
  Answered,       ///< completely
  Undecided,      ///< a time or memory limit, or a loop bound that matters; what was found is valid
  Vacuous,        ///< the search was complete, and there was nothing to answer from: no execution
  Crashed,        ///< the process that worked on it died, or reported a mistake of its own
  Error,          ///< the test, or a file of expectations, cannot be read
  Unsupported,    ///< a dialect, model or property that this version does not know
  NotApplicable,  ///< the model is not for tests of this dialect
  Orphan          ///< an expectation without a test; `path` is the expectation's file
};

/// What a row comes to, for everything that shows or counts rows.
enum class RowKind {
  Racy,
  Undefined,  ///< for another reason than a race
  RaceFree,
  Plain,      ///< answered, by a model that defines no races, or about termination
  Seen,       ///< on a device
  Unchecked,  ///< answered, and whether there are races was not asked
  Undecided,
  Vacuous,
  Crashed,
  Error,
  Unsupported,
  NotApplicable,
  Orphan
};

/// What became of an expectation (docs/batch.md).
enum class ExpectationOutcome { Met, Failed, Undecided, Unsupported, NotAsked };

/// One thing that was expected of a test under a model, and what came of it.
struct ExpectationResult {
  std::string source;     ///< "litmus/hrf/expected/t01-mp-wg.log:1", "expected.csv:12", "condition", "none"
  std::string property;   ///< "outcomes" (of a log), "condition", "race", "states", "termination", "presence"
  std::string scheduler;  ///< of a CSV row; mostly empty
  ExpectationOutcome outcome = ExpectationOutcome::Met;
  std::string message;  ///< what differs or is missing; empty when met
  /// The answer that was expected, in the words of answerOf: "Never", "racy". Empty where it has no such
  /// word.
  std::string expected = {};

  friend bool operator==(const ExpectationResult&, const ExpectationResult&) = default;
};

/// What one scheduler lets a test do, and what the test's own `terminates` lines say of it.
struct ProgressLine {
  std::string scheduler;  ///< textOf: "hsa+obe", "wg=obe,wv=weak"
  ProgressAnswer answer = ProgressAnswer::Undecided;
  std::string reason;  ///< of undecided
  /// What "terminates" rests on beside interleaving: "P1:3 spins on an ordinary access". Empty where it is
  /// certain.
  std::string conditional;
  struct Expected {
    bool terminates = true;
    std::uint32_t line = 1;

    friend bool operator==(const Expected&, const Expected&) = default;
  };
  std::optional<Expected> expected = std::nullopt;

  friend bool operator==(const ProgressLine&, const ProgressLine&) = default;
};

/// What an `expect` line of the test states of the answer of a row.
struct RowStatement {
  StatedAnswer stated;
  std::uint32_t line = 1;
  std::optional<FoundAt> at = std::nullopt;  ///< the statement; not of rows that older versions wrote

  friend bool operator==(const RowStatement&, const RowStatement&) = default;
};

/// What would make a racy test race-free under the row's model (`repair`).
struct RowRepair {
  std::optional<std::uint64_t> cost = std::nullopt;  ///< of the cheapest edits that were found
  bool optimal = false;                              ///< nothing cheaper does
  std::string text = {};    ///< the report of `repair`: the edits, a diff, what re-checked them
  std::string reason = {};  ///< why there are none, or why there may be cheaper ones

  friend bool operator==(const RowRepair&, const RowRepair&) = default;
};

/// The text of a file, as it was when the test was asked.
struct RowText {
  std::string file;
  std::string text;

  friend bool operator==(const RowText&, const RowText&) = default;
};

/// The model of rows that say whether every thread ends; no model file has this name.
inline constexpr const char* kProgressModel = "progress";

/// One row of a batch: a test under a model, as a results file holds it and every report shows it.
struct ResultRow {
  std::size_t test = 0;     ///< place of the test in the whole corpus, from 0: the same in every shard
  std::size_t column = 0;   ///< place of the model among those of the test
  std::size_t columns = 1;  ///< how many rows the test has
  std::string path;         ///< of the test
  std::string model;        ///< empty where the row is about a file alone
  RowStatus status = RowStatus::Answered;
  std::string reason;               ///< of every status but Answered: "time limit", "killed by signal 9" ...
  std::optional<RaceStatus> races;  ///< none without an answer
  std::string sourceHash;       ///< of the test's text, to see that it has changed; empty if it was not read
  std::optional<LogEntry> log;  ///< where there is an answer, complete or not; `seconds` stays 0
  std::vector<ProgressLine> progress;  ///< of kProgressModel, instead of a log
  /// Where the log is what a device has shown: its name. The expectations say which models forbid it.
  std::string device = {};
  std::vector<RowStatement> expected = {};  ///< by the `expect` lines of the test
  std::optional<FoundAt> condition = {};    ///< where the test's text has it
  std::vector<ExpectationResult> expectations;
  std::vector<RowFinding> findings;  ///< races, faults, and what makes a test unreadable
  std::optional<RowRepair> repair;   ///< of racy rows, when WorkerOptions::repair asks for it
  double seconds = 0;
  /// By final state of the log, an execution that ends so (executionLine), when WorkerOptions::executions
  /// asks for them.
  std::vector<std::string> executions;
  // Only when details were asked for (BatchOptions::details):
  std::string report;               ///< the text report
  std::vector<RowText> texts = {};  ///< of the test, then of other files with its code
  std::string
      picture;  ///< an execution as DOT: the first race's, or one that satisfies the condition, or any
};

/// Rows that are too many to hold: calls the visitor for each, in the order of (test, column).
using RowVisitor = std::function<void(const ResultRow&)>;
using Rows = std::function<void(const RowVisitor&)>;

/// One line of JSON without its end (docs/batch.schema.json). Bytes that are not UTF-8 are replaced.
/// @param times false leaves out `seconds`: two runs of one input then give the same bytes
std::string rowJson(const ResultRow& row, bool times = true);
/// @throws std::runtime_error for text that rowJson does not write
ResultRow parseRow(const std::string& json);

const char* nameOf(RowStatus status);            ///< "answered", "not-applicable" ...
const char* nameOf(ExpectationOutcome outcome);  ///< "met", "failed" ...

/// There is an answer, complete or not.
inline bool hasAnswer(const ResultRow& row) {
  return row.log.has_value() || !row.progress.empty();
}
/// A race that was found, or undefined behaviour, counts however the search ended.
RowKind kindOf(const ResultRow& row);
/// Whether what the answer says by absence holds only if something does that nothing establishes.
bool isConditional(const ResultRow& row);
/// A word of the answer, in parentheses where it is conditional.
std::string inParentheses(const ResultRow& row, const std::string& word);
/// What a table shows: "racy", "undefined", "vacuous", else the observation ("Sometimes"), else the status;
/// "race-free" or "no races defined" where the condition was not asked;
/// of progress "weak Y, obe N", with (Y) where that is conditional. In parentheses where it is conditional.
std::string answerOf(const ResultRow& row);
/// The same in a word that many rows share: "terminates", "may hang", "scheduler-dependent" of progress.
std::string shortAnswerOf(const ResultRow& row);
/// The row has expectations with this outcome, and all others are about what was not asked.
bool allAre(const ResultRow& row, ExpectationOutcome outcome);
/// Some expectation of the row failed.
bool failed(const ResultRow& row);

}  // namespace hrfcheck::inline report
