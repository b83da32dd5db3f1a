#include "triage/reports/reported.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "triage/reports/formats.h"
#include "triage/reports/places.h"
#include "util/diagnostic.h"
#include "util/text.h"

namespace hrfcheck::inline triage {
namespace {

constexpr std::array kReaders{readRacecheck, readThreadSanitizer, readGpuAv, readConSan, readSentences};

constexpr const char* kByHand = "name the lines yourself: --pair FILE:LINE FILE:LINE";

}  // namespace

Report readReport(const SourcePtr& source) {
  const TextLines lines = linesOf(source->text());
  Report report;
  for (const auto& read : kReaders) {
    read(lines, report);
  }
  if (report.pairs.empty() && report.withoutLines > 0) {
    throw UserError(Place{source, {}}, "the races that are reported have no lines of a file",
                    "compile what is checked with line information: nvcc -lineinfo, glslang -g, -g");
  }
  if (report.pairs.empty()) {
    const bool ofCommands = source->text().find("SYNC-HAZARD-") != std::string::npos;
    throw UserError(
        Place{source, {}},
        ofCommands
            ? "hazards of synchronization validation are between commands, and not between lines of kernels"
            : "there is no race in this text in a form that is known",
        kByHand);
  }
  report.pairs = eachOnce(report.pairs);
  return report;
}

ReportedAccess readAccess(const std::string& text) {
  const auto place = placeAt(text);
  if (!place || lineText(*place) != text) {
    throw UserError(fmt::format("'{}' is not a line of a file", text), "write FILE:LINE, as in lock.cu:15");
  }
  return *place;
}

ReportedPair inOrder(ReportedPair pair) {
  if (pair.second && *pair.second < pair.first) {
    std::swap(pair.first, *pair.second);
  }
  return pair;
}

std::vector<ReportedPair> eachOnce(const std::vector<ReportedPair>& pairs) {
  std::vector<ReportedPair> once;
  std::map<std::tuple<ReportedAccess, std::optional<ReportedAccess>, std::string>, std::size_t> places;
  for (const ReportedPair& pair : pairs) {
    const auto [known, fresh] = places.try_emplace({pair.first, pair.second, pair.tool}, once.size());
    if (fresh) {
      once.push_back(pair);
    } else {
      once[known->second].times += pair.times;
    }
  }
  return once;
}

std::string lineText(const ReportedAccess& access) {
  return fmt::format("{}:{}", access.file, access.line);
}

}  // namespace hrfcheck::inline triage
