#include "cli/output/report_writer.h"

#include <fmt/format.h>

#include <limits>

#include "report/log/herd_log.h"
#include "report/text/text_report.h"
#include "util/mapped.h"

namespace hrfcheck::inline cli {

void ReportWriter::addText(const Program& program, const std::vector<TimedVerdict>& verdicts,
                           const std::vector<SkippedModel>& skipped, bool summary) {
  if (summary) {
    std::vector<SummaryRow> rows;
    for (const TimedVerdict& timed : verdicts) {
      rows.push_back({timed.verdict.model, &timed.verdict, ""});
    }
    for (const SkippedModel& skip : skipped) {
      rows.push_back({skip.model, nullptr, skip.reason});
    }
    output_.writeLines((first_ ? "" : "\n") + summaryTable(program, rows, colour_));
    first_ = false;
  }
  TextOptions options;
  options.colour = colour_;
  options.statistics = arguments_.statistics;
  options.maxOutcomes =
      arguments_.maxOutcomes != 0 ? arguments_.maxOutcomes : std::numeric_limits<std::size_t>::max();
  std::vector<std::string> reports;
  if (arguments_.statistics) {
    for (const TimedVerdict& timed : verdicts) {
      options.seconds = timed.seconds;
      reports.push_back(textReport(timed.verdict, options));
    }
  } else {
    auto all = mapped<const Verdict*>(verdicts, [&](const TimedVerdict& timed) { return &timed.verdict; });
    reports = groupedTextReports(all, options);
  }
  for (const std::string& report : reports) {
    output_.writeText((first_ ? "" : "\n") + report);
    first_ = false;
  }
}

void ReportWriter::addHerd(const std::vector<TimedVerdict>& verdicts,
                           const std::vector<SkippedModel>& skipped) {
  for (const SkippedModel& skip : skipped) {
    output_.write(
        fmt::format("Omitted {} under {} (not applicable: {})\n\n", skip.file, skip.model, skip.reason));
  }
  for (const TimedVerdict& timed : verdicts) {
    output_.write(herdLog(timed.verdict, arguments_.statistics ? timed.seconds : 0));
  }
}

void ReportWriter::add(const Program& program, std::vector<TimedVerdict> verdicts,
                       std::vector<SkippedModel> skipped, bool summary) {
  switch (arguments_.format) {
    case Format::Text:
      addText(program, verdicts, skipped, summary);
      return;
    case Format::Herd:
      addHerd(verdicts, skipped);
      return;
    case Format::Json:
      break;
  }
  for (TimedVerdict& timed : verdicts) {
    json_.verdicts.push_back(std::move(timed.verdict));
  }
  for (SkippedModel& skip : skipped) {
    json_.skipped.push_back(std::move(skip));
  }
}

void ReportWriter::diagnose(const std::vector<Diagnostic>& diagnostics) {
  complain(diagnostics);
  json_.diagnostics.insert(json_.diagnostics.end(), diagnostics.begin(), diagnostics.end());
}

void ReportWriter::finish() {
  if (arguments_.format == Format::Json) {
    output_.write(jsonReport(json_, arguments_.statistics));
  }
  output_.commit();
}

}  // namespace hrfcheck::inline cli
