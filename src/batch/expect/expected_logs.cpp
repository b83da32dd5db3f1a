#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include "batch/expect/compare_logs.h"
#include "batch/expect/expectations.h"
#include "batch/expect/judgement.h"
#include "batch/expect/log_folder.h"

namespace hrfcheck::inline batch {
namespace {

namespace fs = std::filesystem;

/// What lies in a folder, hidden files left out, by name.
std::vector<fs::path> filesIn(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator i(folder, error), end; !error && i != end; i.increment(error)) {
    if (!i->path().filename().native().starts_with('.')) {
      files.push_back(i->path());
    }
  }
  if (error) {
    throw UserError(fmt::format("cannot read the folder {}: {}", folder.string(), error.message()));
  }
  std::ranges::sort(files);
  return files;
}

bool isFolder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

class ExpectedLogs : public Expectations {
 public:
  explicit ExpectedLogs(const Corpus& corpus) : conditions_(conditionsOnly()) {
    std::map<std::string, std::string> tests;  // by log
    for (const std::string& test : corpus.tests) {
      tests.emplace(logOf(test), test);
      folders_.try_emplace(logFolderOf(test));
    }
    std::erase_if(folders_, [](const auto& folder) { return !isFolder(folder.first); });
    for (auto& [folder, models] : folders_) {
      for (const fs::path& file : filesIn(folder)) {
        if (file.extension() == ".log") {
          read(file.string(), tests.contains(file.string()), models);
        }
      }
    }
    diagnostics_.throwIfErrors();
  }

  std::vector<std::string> modelsOf(const std::string& path) const override {
    std::set<std::string> models;
    if (const auto log = logs_.find(logOf(path)); log != logs_.end()) {
      for (const ParsedEntry& parsed : log->second) {
        models.insert(parsed.entry.models.begin(), parsed.entry.models.end());
      }
    }
    return {models.begin(), models.end()};
  }

  void judge(ResultRow& row) const override {
    const auto folder = folders_.find(logFolderOf(row.path));
    if (folder == folders_.end()) {
      conditions_->judge(row);
      return;
    }
    const std::string path = logOf(row.path);
    const auto log = logs_.find(path);
    bool named = false;
    for (const ParsedEntry* parsed : log == logs_.end() ? Parsed{} : entriesFor(log->second, row.model)) {
      const std::string source = fmt::format("{}:{}", path, parsed->line);
      row.expectations.push_back(judgeEntry(row, *parsed, source));
      if (auto rest = judgeRest(row, source)) {
        row.expectations.push_back(std::move(*rest));
      }
      named = true;
    }
    if (named || !row.expected.empty() || row.status == RowStatus::NotApplicable) {
      return;
    }
    if (log == logs_.end()) {
      row.expectations.push_back(noExpectation(fmt::format("{} is missing (--promote writes it)", path)));
    } else if (log->second.empty()) {
      row.expectations.push_back(noExpectation(fmt::format("{} has no entry (--promote writes it)", path)));
    } else if (folder->second.contains(row.model)) {
      row.expectations.push_back(
          noExpectation(fmt::format("{} does not name {} (--promote adds it)", path, row.model)));
    }
  }

  std::vector<ResultRow> orphans(const Corpus& corpus,
                                 const std::vector<std::string>& /*models*/) const override {
    std::set<std::string> known;
    for (const std::string& test : corpus.tests) {
      known.insert(logOf(test));
    }
    std::vector<ResultRow> rows;
    for (const std::string& folder : corpus.folders) {
      const fs::path logs = (fs::path(folder) / "expected").lexically_normal();
      for (const fs::path& file : isFolder(logs) ? filesIn(logs) : std::vector<fs::path>{}) {
        const std::string path = file.string();
        if (file.extension() != ".log") {
          rows.push_back(orphanRow(path, path, "not a log"));
        } else if (!known.contains(path)) {
          rows.push_back(orphanRow(path, path, "no test has this log (--promote removes it)"));
        }
      }
    }
    return rows;
  }

 private:
  using Parsed = std::vector<const ParsedEntry*>;

  /// The entries that name the model: one, or none; all for a row without a model.
  static Parsed entriesFor(const std::vector<ParsedEntry>& entries, const std::string& model) {
    Parsed found;
    for (const ParsedEntry& parsed : entries) {
      const auto& models = parsed.entry.models;
      if (model.empty() || std::ranges::find(models, model) != models.end()) {
        found.push_back(&parsed);
      }
    }
    return found;
  }

  static ExpectationResult judgeEntry(const ResultRow& row, const ParsedEntry& parsed, std::string source) {
    ExpectationResult result = !row.log ? withoutAnswer(row, std::move(source), "outcomes")
                                        : judgeDifferences(row, compareLogs(*row.log, parsed.entry),
                                                           hasWholeLog(row), std::move(source));
    result.expected = answerOfLog(parsed.entry);
    return result;
  }

  /// A log of a test that is not asked tells only which models the folder covers; its mistakes do not matter.
  void read(const std::string& path, bool asked, std::set<std::string>& models) {
    try {
      std::vector<ParsedEntry> entries = readExpectedLog(path);
      for (const ParsedEntry& parsed : entries) {
        models.insert(parsed.entry.models.begin(), parsed.entry.models.end());
      }
      if (asked) {
        logs_.emplace(path, std::move(entries));
      }
    } catch (const UserError& error) {
      for (const Diagnostic& d : error.diagnostics()) {
        if (asked) {
          diagnostics_.error(d.place, d.message, d.hint);
        }
      }
    }
  }

  std::unique_ptr<Expectations> conditions_;
  std::map<std::string, std::set<std::string>> folders_;  ///< models by folder of logs
  std::map<std::string, std::vector<ParsedEntry>> logs_;  ///< by path
  Diagnostics diagnostics_;
};

}  // namespace

std::unique_ptr<Expectations> expectedLogs(const Corpus& corpus) {
  return std::make_unique<ExpectedLogs>(corpus);
}

}  // namespace hrfcheck::inline batch
