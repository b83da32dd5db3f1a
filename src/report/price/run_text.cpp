#include "report/price/run_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/machine/simulation_report.h"
#include "report/price/chart.h"
#include "report/text/shown_file.h"
#include "util/json_fields.h"
#include "util/text.h"

namespace hrfcheck::inline report {
namespace {

using Json = nlohmann::ordered_json;

std::string machineText(const TimedOptions& options) {
  SimulationOptions named;
  named.machine = options.machine;
  named.without = options.without;
  named.with = options.with;
  return machineName(named);
}

/// A number of a level, by the names that tables and JSON have for it.
struct LevelColumn {
  const char* words;
  const char* key;
  std::uint64_t LevelCounts::*field;
};
constexpr LevelColumn kColumns[] = {
    {"requests", "requests", &LevelCounts::requests},
    {"hits", "hits", &LevelCounts::hits},
    {"misses", "misses", &LevelCounts::misses},
    {"invalidation misses", "invalidationMisses", &LevelCounts::invalidationMisses},
    {"writes", "writes", &LevelCounts::writes},
    {"write-backs", "writeBacks", &LevelCounts::writeBacks},
    {"evictions", "evictions", &LevelCounts::evictions},
    {"flush markers", "flushMarkers", &LevelCounts::markers},
    {"lines invalidated", "linesInvalidated", &LevelCounts::invalidated},
    {"dirty lines dropped", "dirtyLinesDropped", &LevelCounts::dropped}};

std::string levelsText(const TimedReport& run) {
  std::string text = fmt::format("  {:<20}", "");
  for (const LevelCounts& level : run.levels) {
    text += fmt::format("  {:>12}", level.name);
  }
  text += "\n";
  for (const LevelColumn& column : kColumns) {
    if (std::ranges::any_of(run.levels, [&](const LevelCounts& l) { return l.*column.field != 0; })) {
      text += fmt::format("  {:<20}", column.words);
      for (const LevelCounts& level : run.levels) {
        text += fmt::format("  {:>12}", level.*column.field);
      }
      text += "\n";
    }
  }
  return text;
}

Json levelJson(const LevelCounts& level) {
  Json json{{"level", level.name}};
  for (const LevelColumn& column : kColumns) {
    json[column.key] = level.*column.field;
  }
  return json;
}

Json runJson(const TimedRunReport& report, bool statistics) {
  const TimedReport& run = report.run.report;
  Json json{{"file", report.program->source ? report.program->source->name() : ""},
            {"test", report.program->name},
            {"machine", report.options.machine},
            {"without", report.options.without},
            {"with", report.options.with},
            {"hierarchy", nameOf(report.options.hierarchy)},
            {"seed", report.options.seed},
            {"finished", run.unfinished.empty()}};
  if (!run.unfinished.empty()) {
    json["unfinished"] = run.unfinished;
  } else {
    json["finalState"] = outcomeText(*report.program, report.run.outcome);
  }
  json["cycles"] = run.cycles;
  json["operations"] = run.operations;
  json["atomics"] = run.atomics;
  json["remoteOperations"] = run.remote;
  json["stalls"] = run.stalls;
  json["stallCycles"] = run.stallCycles;
  json["levels"] = arrayOf(run.levels, [&](const LevelCounts& level) { return levelJson(level); });
  if (statistics) {
    json["seconds"] = run.seconds;
  }
  return json;
}

}  // namespace

std::string runText(const TimedRunReport& report, bool statistics) {
  const TimedReport& run = report.run.report;
  std::string text =
      fmt::format("{}  ·  {}, {}, seed {}\n\n", shownFile(*report.program), machineText(report.options),
                  nameOf(report.options.hierarchy), report.options.seed);
  text += run.unfinished.empty()
              ? fmt::format("  {}\n", counted(run.cycles, "cycle"))
              : fmt::format("  not finished after {}: {}\n", counted(run.cycles, "cycle"), run.unfinished);
  text +=
      fmt::format("  {}, {} atomic and {} remote; {} of {}\n\n", counted(run.operations, "memory operation"),
                  run.atomics, run.remote, counted(run.stalls, "stall"), counted(run.stallCycles, "cycle"));
  text += levelsText(run);
  if (run.unfinished.empty() && report.run.outcome.size() <= 32 && !report.run.outcome.empty()) {
    text += fmt::format("\n  final state  {}\n", outcomeText(*report.program, report.run.outcome));
  }
  if (statistics) {
    text += fmt::format("\n  {:.2f} s, {:.1f} million memory operations a second\n", run.seconds,
                        static_cast<double>(run.operations) / std::max(run.seconds, 1e-9) / 1e6);
  }
  return text;
}

std::string runsJson(const std::vector<TimedRunReport>& reports, bool statistics) {
  Json json{{"format", "hrfcheck-run"}, {"version", 1}, {"runs", Json::array()}};
  for (const TimedRunReport& report : reports) {
    json["runs"].push_back(runJson(report, statistics));
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string runPlot(const TimedRunReport& report) {
  Chart chart;
  chart.title = fmt::format("{} on {}, seed {}", report.program->name, machineText(report.options),
                            report.options.seed);
  chart.yLabel = "number";
  for (const LevelCounts& level : report.run.report.levels) {
    chart.groups.push_back(level.name);
  }
  for (const LevelColumn& column : {kColumns[1], kColumns[2], kColumns[4], kColumns[5]}) {
    ChartSeries series{column.words, {}};
    for (const LevelCounts& level : report.run.report.levels) {
      series.values.push_back(static_cast<double>(level.*column.field));
    }
    chart.series.push_back(std::move(series));
  }
  return chartSvg(chart);
}

}  // namespace hrfcheck::inline report
