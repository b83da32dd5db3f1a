#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "check/check.h"

namespace hrfcheck::inline report {

/// The version of docs/report.schema.json that reports follow. It grows when a field changes its meaning or
/// goes; fields may be added within a version.
inline constexpr int kReportVersion = 2;

/// A model that was not asked about a test, and why.
struct SkippedModel {
  std::string file;
  std::string model;
  std::string reason;
};

/// Everything one command has to say in JSON.
struct JsonReport {
  std::vector<Verdict> verdicts;
  std::vector<SkippedModel> skipped;
  std::vector<Diagnostic> diagnostics;  ///< errors and warnings of all files
};

/// The document of docs/report.schema.json, indented, ending in a line break.
/// @param statistics adds the engine's counts
std::string jsonReport(const JsonReport& report, bool statistics);

/// One verdict, an element of the document's "results".
nlohmann::ordered_json verdictJson(const Verdict& verdict, bool statistics);

/// One of the verdict's races, an element of its "races".
nlohmann::ordered_json raceJson(const Program& program, const Race& race);

}  // namespace hrfcheck::inline report
