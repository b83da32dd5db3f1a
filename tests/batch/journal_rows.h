#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "batch/results/journal.h"
#include "support/temp_folder.h"
#include "util/diagnostic.h"

namespace hrfcheck::test {

class JournalFolder : public TempFolder {
 public:
  std::string file(const std::string& name) const { return *this / name; }
  std::string file(const std::string& name, const std::string& text) const { return write(name, text); }
  std::size_t size() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path()), {}));
  }
};

inline std::string textOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

inline std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    lines.push_back(line);
  }
  return lines;
}

inline JournalHeader headerOf(std::size_t tests, Shard shard = {}) {
  return {"0.1.0",
          tests,
          shard,
          {{"models", "sc rsp"}, {"unroll", "4"}},
          {"0a0b", std::vector<std::string>(tests, "00ff")},
          {{"rsp", "11"}, {"sc", "22"}}};
}

inline constexpr std::size_t kColumns = 2;

/// A row of one of two models, with something of everything.
inline ResultRow rowOf(std::size_t test, std::size_t column) {
  ResultRow row;
  row.test = test;
  row.column = column;
  row.columns = kColumns;
  row.path = "folder with spaces/ü" + std::to_string(test) + ".litmus";
  row.model = column == 0 ? "sc" : "rsp";
  row.races = RaceStatus::Racy;
  row.sourceHash = "00ff";
  row.log = LogEntry{};
  row.log->test = "T\"\\" + std::to_string(test);
  row.log->kind = Quantifier::Exists;
  row.log->states = {{{"0:r0", "0"}, {"[x]", "1"}}, {{"0:r0", "1"}, {"[x]", "1"}}};
  row.log->result = LoggedResult{ResultWord::Ok};
  row.log->positive = 1;
  row.log->negative = 1;
  row.log->flags = {"race"};
  row.log->pairs = {{"race", "P0:1", "P1:0"}};
  row.log->incidents = {"fault P0:0"};
  row.log->condition = "exists (0:r0=0)";
  row.log->observation = Observation::Sometimes;
  row.log->hash = "ab";
  row.expectations.push_back({"condition", "condition", "", ExpectationOutcome::Met, ""});
  row.expectations.push_back({"e.csv:3", "race", "OBE", ExpectationOutcome::Failed, "line 1\nline 2"});
  row.seconds = 0.125;
  return row;
}

inline void addTest(Journal& journal, std::size_t test) {
  for (std::size_t column = 0; column < kColumns; ++column) {
    journal.add(rowOf(test, column));
  }
  journal.testDone(test);
}

/// What a run over a shard that meets no trouble writes.
inline std::string wholeFile(const JournalFolder& folder, std::size_t tests, Shard shard = {}) {
  const std::string path = folder.file("whole.jsonl");
  Journal journal = Journal::create(path, headerOf(tests, shard));
  for (std::size_t test = shard.number - 1; test < tests; test += shard.of) {
    addTest(journal, test);
  }
  journal.complete();
  return textOf(path);
}

/// The message of the mistake that a call reports.
template <typename Call>
std::string mistakeOf(const Call& call) {
  try {
    call();
  } catch (const UserError& error) {
    return error.diagnostics().front().message;
  }
  return "none";
}

}  // namespace hrfcheck::test
