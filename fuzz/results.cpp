#include "batch/results/journal_format.h"
#include "results_row.h"
#include "target.h"
#include "util/diagnostic.h"
#include "words.h"

namespace hrfcheck::fuzz {
namespace results_target {

constexpr const char* kFile = "fuzz.jsonl";

/// Every line as what a resumed or merged run would take it for. A line that is refused does not keep the
/// next one from being read.
void readLine(const std::string& line, const JournalHeader& header) {
  try {
    if (!parseForgotten(line, kFile) && !isLastLine(line, kFile)) {
      rowJson(parseJournalRow(line, header, kFile));
    }
  } catch (const UserError&) {
    return;
  }
}

void read(const std::string& text) {
  const Words lines = wordsIn(text, "\n");
  JournalHeader header;
  if (!lines.empty()) {
    try {
      header = parseHeader(lines.front(), kFile);
      headerLine(header);
    } catch (const UserError&) {
      header = JournalHeader{.version = "0", .tests = 3, .shard = {1, 2}, .options = {}};
    }
  }
  for (const std::string& line : lines) {
    readLine(line, header);
  }
}

std::vector<std::string> examples() {
  ResultRow progress;
  progress.path = "b.litmus";
  progress.model = kProgressModel;
  progress.progress = {
      {"hsa+obe", ProgressAnswer::Terminates, "", "P1:3 spins", ProgressLine::Expected{true, 4}},
      {"weak", ProgressAnswer::Undecided, "time limit", "", {}}};
  const JournalHeader header{.version = "0.1.0",
                             .tests = 2,
                             .shard = {1, 2},
                             .options = {{"models", "sc rsp"}, {"details", "yes"}},
                             .corpus = {"0123456789abcdef", {"00ff", ""}},
                             .models = {{"sc", "00ff"}, {"rsp", ""}}};
  return {headerLine(header) + completionLine(kBatchResults, 2), stoppedLine({2, 1, "interrupted"}, 1),
          rowJson(exampleRow()), rowJson(progress) + "\n" + forgottenLine(1, 0)};
}

Words words() {
  Words words;
  for (const std::string& text : examples()) {
    for (const std::string& word : wordsIn(text, "\":,{}[]\n ")) {
      words.push_back("\"" + word + "\"");
    }
  }
  return words;
}

std::vector<std::string> seedsIn(const std::string& path, const std::string& text) {
  return path.ends_with(".jsonl") ? std::vector{text} : std::vector<std::string>{};
}

}  // namespace results_target

const Target& results() {
  using namespace results_target;
  static constexpr Target kTarget{"results", 1024, read, words, examples, seedsIn};
  return kTarget;
}

}  // namespace hrfcheck::fuzz
