// Makes the pages that the browser test opens: results.html from litmus files of the corpus, with rows of
// every status among them and names that try to break out of the page, many.html with 10,000 tests,
// wide.html with many models, and changed.html of a run that was interrupted, compared with an earlier one.
//
//   hrfcheck-browser-pages SOURCE OUTPUT

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "cat/library.h"
#include "check/engine_choice.h"
#include "check/status_names.h"
#include "frontend/litmus.h"
#include "report/html/html_report.h"
#include "report/log/herd_log.h"
#include "report/picture/execution_scene.h"
#include "report/rows/row_change.h"
#include "report/scene/graphviz.h"
#include "report/text/text_report.h"
#include "support/given.h"

namespace hrfcheck {
namespace {

constexpr std::array kModels{"hrf-direct", "hrf-indirect-relaxed", "rsp"};

std::string pictureOf(const Verdict& verdict) {
  if (!verdict.races.empty()) {
    const Race& race = verdict.races.front();
    return executionDot(race.witness.execution(), {std::pair(race.firstEvent, race.secondEvent), ""});
  }
  const auto& outcomes = verdict.analysis.outcomes;
  const auto found = std::ranges::find_if(outcomes, [](const Outcome& o) { return o.satisfiesCondition; });
  if (outcomes.empty()) {
    return "";
  }
  return executionDot((found == outcomes.end() ? outcomes.front() : *found).witness.execution(), {});
}

ResultRow rowOf(std::size_t test, std::size_t column, const std::string& path, const std::string& model) {
  ResultRow row;
  row.test = test;
  row.column = column;
  row.path = path;
  row.model = model;
  return row;
}

ExpectationResult met() {
  return {"condition", "condition", "", ExpectationOutcome::Met, ""};
}

class Corpus {
 public:
  explicit Corpus(const std::filesystem::path& source)
      : source_(source), library_({source / "models"}), engine_(makeEngine(EngineChoice::Auto)) {
    for (const char* model : kModels) {
      models_.push_back(library_.load(model));
    }
  }

  void add(const std::string& folder) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(source_ / "litmus" / folder)) {
      if (entry.path().extension() == ".litmus") {
        files.push_back(entry.path());
      }
    }
    std::sort(files.begin(), files.end());
    for (const std::filesystem::path& file : files) {
      check(file, fmt::format("litmus/{}/{}", folder, file.filename().string()));
    }
  }

  std::vector<ResultRow> rows() { return std::move(rows_); }

 private:
  void check(const std::filesystem::path& file, const std::string& path) {
    const auto source = std::make_shared<Source>(path, readSource(file.string())->text());
    const auto structure = std::make_shared<const EventStructure>(parseLitmus(source));
    for (std::size_t m = 0; m < models_.size(); ++m) {
      const Verdict verdict = hrfcheck::checkProgram(*engine_, given(structure, models_[m]), {});
      ResultRow row = rowOf(number_, m, path, kModels[m]);
      row.races = verdict.raceStatus;
      row.log = logEntry(verdict);
      row.expectations.push_back(met());
      row.findings = findingsOf(verdict);
      row.texts = {{path, source->text()}};
      row.report = textReport(verdict);
      row.picture = pictureOf(verdict);
      const std::string known = "  ·  " + verdict.model + "  ·  ";
      if (const std::size_t at = row.report.find(known); at != std::string::npos) {
        row.report = path + "  ·  " + row.model + "  ·  " + row.report.substr(at + known.size());
      }
      rows_.push_back(std::move(row));
    }
    ++number_;
  }

  std::filesystem::path source_;
  ModelLibrary library_;
  std::unique_ptr<Engine> engine_;
  std::vector<Model> models_;
  std::vector<ResultRow> rows_;
  std::size_t number_ = 0;
};

/// Rows of every status, and names that are markup elsewhere.
std::vector<ResultRow> oddRows(std::size_t first) {
  std::vector<ResultRow> rows;
  const auto add = [&](const std::string& path, const char* model, RowStatus status,
                       const std::string& reason) {
    const bool same = !rows.empty() && rows.back().path == path;
    const std::size_t column = same ? rows.back().column + 1 : 0;
    const std::size_t test = rows.empty() ? first : rows.back().test + (same ? 0 : 1);
    rows.push_back(rowOf(test, column, path, model));
    rows.back().status = status;
    rows.back().reason = reason;
  };
  const std::string markup = "odd/</script><img src=x onerror=\"document.title='broken'\">.litmus";
  add(markup, "rsp", RowStatus::Undecided, "time limit");
  rows.back().report = markup + "  ·  rsp  ·  undecided </pre><script>document.title='broken'</script>\n";
  add(markup, "hrf-direct", RowStatus::Unsupported, "dialect \"PTX\" & others");
  add("odd/größe ☃ x.litmus", "rsp", RowStatus::Crashed, "killed by signal 9");
  add("odd/größe ☃ x.litmus", "hrf-direct", RowStatus::NotApplicable, "the model has no remote operations");
  add("odd/unreadable.litmus", "", RowStatus::Error,
      "odd/unreadable.litmus:3:1: error: expected an instruction");
  add("odd/expected/gone.log", "", RowStatus::Orphan, "there is no odd/gone.litmus");
  rows.back().expectations.push_back(
      {"odd/expected/gone.log:1", "presence", "", ExpectationOutcome::Failed, "there is no odd/gone.litmus"});
  return rows;
}

std::vector<ResultRow> results(const std::filesystem::path& source) {
  Corpus corpus(source);
  corpus.add("hrf");
  corpus.add("rsp");
  std::vector<ResultRow> rows = corpus.rows();
  rows[1].expectations = {
      {"litmus/hrf/expected/acquire-is-no-fence.log:1", "outcomes", "", ExpectationOutcome::Failed,
       "expected 2 states, found 3; new: 1:r0=1 1:r1=0", "Always"},
      {"expected.csv:12", "termination", "HSA", ExpectationOutcome::Unsupported,
       "scheduler HSA is not known"}};
  const std::vector<ResultRow> odd = oddRows(rows.back().test + 1);
  rows.insert(rows.end(), odd.begin(), odd.end());
  return rows;
}

void write(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) {
    throw UserError("cannot write " + path.string());
  }
}

Rows visiting(const std::vector<ResultRow>& rows) {
  return [&rows](const RowVisitor& visitor) { std::ranges::for_each(rows, visitor); };
}

/// The last failure is an old one, another row had another answer, two are new, and one is gone.
Baseline earlierRun(const std::vector<ResultRow>& rows) {
  Baseline baseline("results of <yesterday>.jsonl", "0.1.0");
  for (std::size_t i = 0; i + 2 < rows.size(); ++i) {
    ResultRow row = rows[i];
    if (i == 1) {
      row.expectations = {met()};
    } else if (i == 3) {
      row.races = row.races == RaceStatus::Racy ? RaceStatus::RaceFree : RaceStatus::Racy;
    }
    baseline.add(row);
  }
  ResultRow gone = rows.front();
  gone.path = "odd/gone.litmus";
  baseline.add(gone);
  return baseline;
}

/// A run that was interrupted has no complete list of what was removed; here it has one, to be looked at.
void writeChanged(const std::filesystem::path& output, const std::vector<ResultRow>& rows,
                  HtmlOptions options) {
  const Changes changes = changesSince(earlierRun(rows), visiting(rows), true);
  options.title = "Changes";
  options.extent = {4321, 169, "interrupted"};
  options.changes = &changes;
  options.allDetails = false;
  write(output / "changed.html", htmlReport(visiting(rows), options));
}

/// Made-up answers of some tests under some models.
Rows madeUp(std::size_t tests, const std::vector<std::string>& models) {
  return [tests, models](const RowVisitor& visitor) {
    for (std::size_t test = 0; test < tests; ++test) {
      for (std::size_t m = 0; m < models.size(); ++m) {
        const std::string path = fmt::format("family-{:02}/test-{:05}.litmus", test / 250, test);
        ResultRow row = rowOf(test, m, path, models[m]);
        row.races = test % 7 == m ? RaceStatus::Racy : RaceStatus::RaceFree;
        row.log = LogEntry{};
        row.log->observation = test % 3 == 0 ? Observation::Never : Observation::Sometimes;
        row.log->condition = "exists (1:r0=1)";
        row.log->states = {{{"1:r0", "0"}}, {{"1:r0", fmt::format("{}", test % 5)}}};
        row.report = fmt::format("{}  ·  {}  ·  {}\n\n  outcomes\n    1:r0=0   1:r0={}\n", path, models[m],
                                 nameOf(*row.races), test % 5);
        visitor(row);
      }
    }
  };
}

void makePages(const std::filesystem::path& source, const std::filesystem::path& output) {
  std::filesystem::create_directories(output);
  HtmlOptions options;
  options.title = "Corpus <hrf> & rsp";
  options.allDetails = true;
  options.run = {
      "2026-01-31 12:00 UTC", "hrfcheck 0.2.0 (Z3 4.8.12)",
      "hrfcheck batch litmus/hrf litmus/rsp -m hrf-direct -m hrf-indirect-relaxed -m rsp --timeout 10 "
      "--results 'results of today.jsonl' --html report",
      12.5};
  if (haveGraphviz()) {
    options.draw = drawSvg;
  }
  const std::vector<ResultRow> rows = results(source);
  write(output / "results.html", htmlReport(visiting(rows), options));
  writeChanged(output, rows, options);
  options.title = "Many tests";
  write(output / "many.html", htmlReport(madeUp(10000, {kModels.begin(), kModels.end()}), options));
  options.title = "Many models";
  std::vector<std::string> models;
  for (std::size_t m = 0; m < 14; ++m) {
    models.push_back(fmt::format("a-model-of-number-{}", m));
  }
  write(output / "wide.html", htmlReport(madeUp(60, models), options));
}

}  // namespace
}  // namespace hrfcheck

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: hrfcheck-browser-pages SOURCE OUTPUT\n";
    return 2;
  }
  try {
    hrfcheck::makePages(argv[1], argv[2]);
  } catch (const std::exception& error) {
    std::cerr << error.what();
    return 1;
  }
  return 0;
}
