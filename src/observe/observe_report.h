#pragma once

#include <memory>
#include <string>
#include <vector>

#include "check/promise/judgement.h"
#include "observe/device_test.h"
#include "observe/results.h"
#include "report/log/log_entry.h"

namespace hrfcheck::inline observe {

/// What a model says of a final state that was seen.
enum class StateMark {
  Allowed,
  Forbidden,   ///< a finding: the device, the compiler or the model is wrong
  OnlyIfRacy,  ///< no interleaving ends so; the model promises nothing, since the program is racy or
               ///< undefined under it
  Unknown      ///< the model's outcomes are not complete
};

/// What a model says of all that was seen.
struct ModelVerdict {
  std::string model;    ///< as asked for
  std::string dialect;  ///< that the test was converted to for it; empty where it is asked as it is
  Judgement judgement;
  std::vector<StateMark> marks;  ///< of DeviceResults::states, in their order

  bool found() const { return judgement.answer == Judgement::Answer::Broken; }
};

/// One test on one device.
struct ObserveReport {
  std::shared_ptr<const Program> program;  ///< of the device: DeviceTest::program
  DeviceResults results;                   ///< weak states are those that no interleaving ends in
  std::vector<ModelVerdict> verdicts;
  std::vector<std::string> notes;

  /// How many instances ended in states that satisfy the condition, and in others.
  std::pair<std::uint64_t, std::uint64_t> conditionCounts() const;
  /// The same by where the locations were (kPlaceNames): how many satisfy it, and how many ended in all.
  /// Empty of a test on one device.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> conditionByPlace() const;
  /// Whether there was no run to speak of: "the test needs 2 devices: this machine has 1".
  bool didNotRun() const { return results.instances == 0 && !results.incomplete.empty(); }
};

/// Holds what was seen against a promise that a model made to the program.
/// @param promise of a program that observes the same variables
ModelVerdict verdictOf(Promise promise, const DeviceResults& results);

/// Another form of a test (its text before a conversion, or in another dialect), made to observe what the
/// device's program observes, without a filter. Null where it has no variables of these names.
std::shared_ptr<const Program> observingTheSame(const Program& form, const Program& onDevice);

/// @throws UserError where results are of another test, or of another form of it
void requireResultsOf(const DeviceResults& results, const std::string& hash, const Program& program);

const char* nameOf(StateMark mark);  ///< "allowed", "forbidden", "only if racy", "not known"

/// The report for people. Ends in a line break.
struct ObserveTextOptions {
  bool colour = false;
  bool statistics = false;  ///< every setting
};
std::string observeText(const ObserveReport& report, const ObserveTextOptions& options = {});

/// The version of docs/observe.schema.json.
inline constexpr int kObserveVersion = 1;
/// The document of docs/observe.schema.json, indented, ending in a line break.
std::string observeJson(const std::vector<ObserveReport>& reports);

/// A table in Markdown for each device, a row for each test: what each model says of the condition, and how
/// often it was seen.
std::string observeTable(const std::vector<ObserveReport>& reports);

/// Every state seen, and how many instances satisfy the condition.
LogEntry observedEntry(const ObserveReport& report);
/// It in herd7's layout.
std::string observeHerdLog(const ObserveReport& report);
/// One entry in litmus7's layout: a histogram.
std::string observeLitmusLog(const ObserveReport& report);

}  // namespace hrfcheck::inline observe
