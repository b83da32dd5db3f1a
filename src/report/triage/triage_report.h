#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "advise/advice.h"
#include "triage/answer.h"

namespace hrfcheck::inline report {

/// The version of docs/triage.schema.json that reports follow.
inline constexpr int kTriageVersion = 1;

/// What one model says of the pairs.
struct TriagedModel {
  std::string model;  ///< as asked for
  std::shared_ptr<const Model> asked;
  std::optional<TriageAnswer> answer;  ///< nothing where a limit was reached first
  std::string undecided;               ///< then: why
  std::optional<Advice> repair;        ///< edits after which nothing races, where something does
  std::string noRepair;                ///< why none was searched for
};

/// Everything that `hrfcheck triage` has to say.
struct TriageReport {
  std::string file;                        ///< of the kernel
  std::shared_ptr<const Program> program;  ///< null where it was not read
  std::vector<ReportedPair> pairs;
  std::uint64_t withoutLines = 0;  ///< reported races that are not among them
  std::vector<TriagedModel> models;
  std::string undecided;  ///< why the kernel was not read
};

/// For people: a paragraph for each pair, and the repair.
std::string triageText(const TriageReport& report, bool colour);

/// The document of docs/triage.schema.json, ending in a line break.
std::string triageJson(const TriageReport& report);

}  // namespace hrfcheck::inline report
