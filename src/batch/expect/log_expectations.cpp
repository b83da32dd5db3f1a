#include "batch/expect/log_expectations.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "batch/expect/compare_logs.h"
#include "batch/expect/judgement.h"
#include "frontend/shared/text/preamble.h"
#include "report/log/log_parser.h"

// A log knows tests by the name in their first line, so the first lines of the whole corpus are read before
// anything is asked: a run that does a part of the corpus (a shard, the rest of a run that was killed) then
// finds the same orphans as a run that does all of it.

namespace hrfcheck::inline batch {
namespace {

/// The name in the first line of a test; none where it cannot be read.
std::optional<std::string> nameOfTest(const std::string& path) {
  try {
    return frontend::readHeading(readSource(path)).name;
  } catch (const UserError&) {
    return std::nullopt;
  }
}

bool sameAnswer(LogEntry a, LogEntry b) {
  for (LogEntry* entry : {&a, &b}) {
    entry->models.clear();
    entry->positive = entry->negative = 0;
    entry->seconds = 0;
  }
  return a == b;
}

bool speaksOf(const LogEntry& entry, const std::string& model) {
  return entry.models.empty() || model.empty() ||
         std::ranges::find(entry.models, model) != entry.models.end();
}

class LogExpectations : public Expectations {
 public:
  LogExpectations(const SourcePtr& log, const Corpus& corpus) : log_(log) {
    for (const std::string& path : corpus.tests) {
      if (auto name = path == "-" ? std::nullopt : nameOfTest(path)) {
        names_.emplace(path, std::move(*name));
      }
    }
    for (ParsedEntry& parsed : parseLog(log)) {
      add(std::move(parsed));
    }
    diagnostics_.throwIfErrors();
    if (entries_.empty()) {
      throw UserError(fmt::format("{} contains no entry: no line begins with 'Test'", log->name()));
    }
  }

  std::vector<std::string> modelsOf(const std::string& path) const override {
    std::vector<std::string> models;
    const auto name = names_.find(path);
    for (const ParsedEntry& parsed : name == names_.end() ? Entries{} : entriesOf(name->second)) {
      for (const std::string& model : parsed.entry.models) {
        if (std::ranges::find(models, model) == models.end()) {
          models.push_back(model);
        }
      }
    }
    return models;
  }

  void judge(ResultRow& row) const override {
    const auto known = names_.find(row.path);
    const std::string name = row.log ? row.log->test : known == names_.end() ? "" : known->second;
    bool named = false;
    for (const ParsedEntry& parsed : entriesOf(name)) {
      // Of several entries that say the same, one is enough.
      if (speaksOf(parsed.entry, row.model) && (!named || row.model.empty())) {
        judgeEntry(row, parsed);
        named = true;
      }
    }
    if (!named && row.expected.empty() && row.status != RowStatus::NotApplicable &&
        (entriesOf(name).empty() || models_.contains(row.model))) {
      row.expectations.push_back(noExpectation(
          entriesOf(name).empty()
              ? fmt::format("{} has no entry for the test {}", log_->name(), name.empty() ? row.path : name)
              : fmt::format("{} has no entry for the test {} under {}", log_->name(), name, row.model)));
    }
  }

  std::vector<ResultRow> orphans(const Corpus& corpus,
                                 const std::vector<std::string>& /*models*/) const override {
    if (corpus.folders.empty()) {
      return {};
    }
    std::set<std::string> names;
    for (const auto& [path, name] : names_) {
      names.insert(name);
    }
    std::map<std::uint32_t, const std::string*> byLine;
    for (const auto& [name, entries] : entries_) {
      for (const ParsedEntry& parsed : entries) {
        if (!names.contains(name)) {
          byLine.emplace(parsed.line, &name);
        }
      }
    }
    std::vector<ResultRow> rows;
    for (const auto& [line, name] : byLine) {
      rows.push_back(orphanRow(log_->name(), fmt::format("{}:{}", log_->name(), line),
                               fmt::format("no test has the name {}", *name)));
    }
    return rows;
  }

 private:
  using Entries = std::vector<ParsedEntry>;

  void add(ParsedEntry parsed) {
    parts_.flags |= !parsed.entry.flags.empty();
    parts_.pairs |= !parsed.entry.pairs.empty();
    parts_.incidents |= !parsed.entry.incidents.empty();
    models_.insert(parsed.entry.models.begin(), parsed.entry.models.end());
    Entries& entries = entries_[parsed.entry.test];
    for (const ParsedEntry& earlier : entries) {
      if (meet(earlier.entry, parsed.entry) && !sameAnswer(earlier.entry, parsed.entry)) {
        const std::string_view line = log_->line(parsed.line);
        const auto begin = static_cast<std::uint32_t>(line.data() - log_->text().data());
        diagnostics_.error(
            {log_, {begin, begin + static_cast<std::uint32_t>(line.size())}},
            fmt::format("the answer for {} differs from that in line {}", parsed.entry.test, earlier.line));
      }
    }
    entries.push_back(std::move(parsed));
  }

  /// There is a model of which both speak.
  static bool meet(const LogEntry& a, const LogEntry& b) {
    return a.models.empty() || b.models.empty() ||
           std::ranges::any_of(a.models, [&](const std::string& model) { return speaksOf(b, model); });
  }

  const Entries& entriesOf(const std::string& name) const {
    static const Entries kNone;
    const auto found = entries_.find(name);
    return found == entries_.end() ? kNone : found->second;
  }

  void judgeEntry(ResultRow& row, const ParsedEntry& parsed) const {
    const std::string source = fmt::format("{}:{}", log_->name(), parsed.line);
    const std::string expected = answerOfLog(parsed.entry);
    if (!row.log) {
      row.expectations.push_back(withoutAnswer(row, source, "outcomes"));
      row.expectations.back().expected = expected;
      return;
    }
    // Another unroll bound than ours may have shown more.
    const bool final = row.status == RowStatus::Answered && !row.log->result.loop;
    if (const auto differences = compareWithHerd(*row.log, parsed.entry, parts_)) {
      row.expectations.push_back(judgeDifferences(row, *differences, final, source));
      row.expectations.back().expected = expected;
    }
    if (auto rest = judgeRest(row, source)) {
      row.expectations.push_back(std::move(*rest));
    }
  }

  SourcePtr log_;
  std::map<std::string, std::string> names_;  ///< of tests, by path
  std::map<std::string, Entries> entries_;    ///< by name of test
  std::set<std::string> models_;              ///< that some entry names
  LogParts parts_;
  Diagnostics diagnostics_;
};

}  // namespace

std::unique_ptr<Expectations> logExpectations(const SourcePtr& log, const Corpus& corpus) {
  return std::make_unique<LogExpectations>(log, corpus);
}

}  // namespace hrfcheck::inline batch
