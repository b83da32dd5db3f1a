#include "cli/output/batch_reports.h"

#include <fmt/format.h>

#include <ctime>
#include <filesystem>
#include <map>

#include "cli/output/output.h"
#include "cli/output/version.h"
#include "report/html/html_report.h"
#include "report/log/herd_log.h"
#include "report/rows/changes_report.h"
#include "report/rows/junit.h"
#include "report/rows/sarif.h"
#include "report/scene/graphviz.h"
#include "util/process/atomic_file.h"
#include "util/utf8.h"

namespace hrfcheck::inline cli {
namespace {

namespace fs = std::filesystem;

std::string pageIn(const std::string& folder) {
  return (fs::path(folder) / "index.html").string();
}

void makeFolder(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) {
    throw UserError(fmt::format("cannot create the folder {}: {}", path, error.message()));
  }
}

/// How large the page is, and what is on it.
std::string pageLine(const std::string& path, const HtmlPage& page) {
  const std::string size = fmt::format("{}: {}", path, sizeText(page.text.size()));
  return page.left == 0
             ? size + "\n"
             : fmt::format(
                   "{}, with the reports and pictures of {} of {} results; --details adds the others\n", size,
                   page.detailed, page.detailed + page.left);
}

/// @returns a line about the page
std::string writeHtml(const BatchArguments& arguments, const EndedRun& run) {
  HtmlOptions options;
  options.extent = run.extent;
  options.run = run.facts;
  options.allDetails = arguments.allDetails;
  options.changes = run.changes ? &*run.changes : nullptr;
  if (haveGraphviz()) {
    options.draw = drawSvg;
  } else {
    complain({{Severity::Warning, {}, "the report has no pictures", "Graphviz (dot) is not on the PATH"}});
  }
  const HtmlPage page = htmlPage(run.rows, options);
  makeFolder(*arguments.html);
  writeAtomically(pageIn(*arguments.html), page.text);
  return pageLine(pageIn(*arguments.html), page);
}

/// Of a row without an answer, so that nobody takes the log for one of the whole corpus. Readers of logs skip
/// it.
std::string omittedLine(const ResultRow& row) {
  const std::string why = row.reason.empty() ? "" : ": " + row.reason;
  return cleaned(fmt::format("Omitted {} ({}{})", row.path, nameOf(row.status), why), Controls::None) +
         "\n\n";
}

/// One log for each model.
void writeHerdLogs(const Rows& rows, const RunExtent& extent, const std::string& folder) {
  // Readers of such logs skip a line that they do not know.
  const std::string warning =
      extent.complete() ? "" : fmt::format("Warning: this log is incomplete. {}\n\n", incompleteText(extent));
  std::map<std::string, std::string> logs;
  rows([&](const ResultRow& row) {
    if (row.model.empty() || row.model == kProgressModel) {
      return;
    }
    std::string& log = logs.try_emplace(herdLogPath(folder, row.model), warning).first->second;
    log += row.log ? printLog(*row.log) : omittedLine(row);
  });
  makeFolder(folder);
  for (const auto& [path, log] : logs) {
    writeAtomically(path, log);
  }
}

bool isFileOrNothing(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  return !fs::exists(status) || fs::is_regular_file(status);
}

/// What standard output shows of a run.
std::string textOf(const BatchArguments& arguments, const EndedRun& run) {
  ReportArguments report;
  report.colour = arguments.colour;
  const bool colour = useColour(report);
  const std::string table = batchTable(run.rows, arguments.table, colour);
  std::string text = table + (table.empty() ? "" : "\n") + batchSummary(run.tally, colour, run.extent);
  for (const auto& [words, rows] : run.unwanted) {
    text += fmt::format("{}{} {} {}\n", &words == &run.unwanted.begin()->first ? "\n" : "", rows,
                        rows == 1 ? "row" : "rows", words);
  }
  if (run.changes) {
    text += "\n" + changesText(*run.changes, arguments.table != TableRows::None, colour);
  }
  return text;
}

}  // namespace

/// Files that are known by name before the run; the logs of models are not.
std::vector<OutputFile> reportFiles(const BatchArguments& arguments) {
  std::vector<OutputFile> files;
  if (arguments.junit) {
    files.push_back({"--junit", *arguments.junit});
  }
  if (arguments.sarif) {
    files.push_back({"--sarif", *arguments.sarif});
  }
  if (arguments.html) {
    files.push_back({"--html", pageIn(*arguments.html)});
  }
  if (arguments.changes) {
    files.push_back({"--changes", *arguments.changes});
  }
  return files;
}

RunFacts factsAtStart(const BatchArguments& arguments) {
  RunFacts facts;
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  if (::gmtime_r(&now, &parts) != nullptr) {
    facts.date = fmt::format("{:04}-{:02}-{:02} {:02}:{:02} UTC", parts.tm_year + 1900, parts.tm_mon + 1,
                             parts.tm_mday, parts.tm_hour, parts.tm_min);
  }
  facts.version = versionText();
  facts.command = arguments.commandLine;
  return facts;
}

void writeUnended(const BatchArguments& arguments, const RunFacts& facts, const RunExtent& extent) {
  const Rows none = [](const RowVisitor&) {};
  if (arguments.junit && isFileOrNothing(*arguments.junit)) {
    writeAtomically(*arguments.junit, junitXml(none, true, extent));
  }
  if (arguments.sarif && isFileOrNothing(*arguments.sarif)) {
    writeAtomically(*arguments.sarif, sarif(none, versionNumber(), extent));
  }
  if (arguments.html) {
    HtmlOptions options;
    options.extent = extent;
    options.run = facts;
    makeFolder(*arguments.html);
    writeAtomically(pageIn(*arguments.html), htmlReport(none, options));
  }
}

void writeReports(const BatchArguments& arguments, const EndedRun& run) {
  if (arguments.junit) {
    writeAtomically(*arguments.junit, junitXml(run.rows, true, run.extent));
  }
  if (arguments.sarif) {
    writeAtomically(*arguments.sarif, sarif(run.rows, versionNumber(), run.extent));
  }
  const std::string page = arguments.html ? "\n" + writeHtml(arguments, run) : "";
  if (arguments.herd) {
    writeHerdLogs(run.rows, run.extent, *arguments.herd);
  }
  if (arguments.changes && run.changes) {
    writeAtomically(*arguments.changes, changesJson(*run.changes, versionNumber()));
  }
  if (arguments.results != "-") {  // else standard output is for the rows
    Output(std::nullopt).writeLines(textOf(arguments, run) + page);
  }
}

}  // namespace hrfcheck::inline cli
