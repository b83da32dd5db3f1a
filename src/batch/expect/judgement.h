#pragma once

#include <optional>
#include <string>

#include "batch/expect/compare_logs.h"
#include "report/rows/result_row.h"

namespace hrfcheck::inline batch {

/// Nothing of the row's answer was cut short by time, memory or the solver. A loop bound belongs to the
/// question, and so do values that are not considered: the answer is whole, whatever it leaves open.
bool hasWholeLog(const ResultRow& row);

/// Why the answer of a row, which has one, leaves open what was expected.
std::string whyOpen(const ResultRow& row);

/// What happens to an expectation whose row has no answer: failed when the question was not understood,
/// undecided when it was not finished.
ExpectationResult withoutAnswer(const ResultRow& row, std::string source, std::string property);

/// The answer of an expected log, in the words of answerOf: "racy", "undefined", "Never". Empty where the log
/// has none.
std::string answerOfLog(const LogEntry& entry);

/// What is missing from a row of a run that did not ask everything.
ExpectationResult notAsked(CheckQuestion asked, std::string source, std::string property);

/// What happens to an expected log, or to the part of it that was asked (LogEntry::asked).
/// @param final what is missing from the row's log will not come up by searching on
/// @pre the row has a log
ExpectationResult judgeDifferences(const ResultRow& row, const LogDifferences& differences, bool final,
                                   std::string source);

/// What happens to the rest of an expected log; nothing where everything was asked.
std::optional<ExpectationResult> judgeRest(const ResultRow& row, std::string source);

/// A row that should have an expectation and has none.
ExpectationResult noExpectation(std::string message);

/// A row for an expectation that no test answers.
/// @param path of the expectation's file
/// @param source the same, with a line where there is one
ResultRow orphanRow(std::string path, std::string source, std::string message);

}  // namespace hrfcheck::inline batch
