#include "suite/suite_results.h"

#include "target.h"
#include "util/diagnostic.h"
#include "words.h"

namespace hrfcheck::fuzz {
namespace suite_results_target {

constexpr const char* kFile = "fuzz.jsonl";

/// Every line as what a resumed or merged suite would take it for. A line that is refused does not keep the
/// next one from being read.
void readLine(const std::string& line, const SuiteHeader& header, SuiteTally& sum) {
  try {
    if (!parseCompletion(kSuiteResults, line, kFile)) {
      const SuitePieceLine piece = parseSuitePiece(line, header, kFile);
      sum.add(piece.tally);
      suitePieceLine(piece.piece, piece.tally);
    }
  } catch (const UserError&) {
    return;
  }
}

SuiteHeader exampleHeader() {
  return {.version = "0.1.0",
          .pieces = 3,
          .shard = {1, 2},
          .options = {{"machine", "rsp-fix"}, {"models", "rsp-incl"}},
          .models = {{"rsp-incl", "00ff"}, {"sc", "0123456789abcdef"}}};
}

void read(const std::string& text) {
  const Words lines = wordsIn(text, "\n");
  SuiteHeader header = exampleHeader();
  if (!lines.empty()) {
    try {
      header = parseSuiteHeader(lines.front(), kFile);
      suiteHeaderLine(header);
      difference(header, exampleHeader());
      piecesOf(header);
    } catch (const UserError&) {
      header = exampleHeader();
    }
  }
  SuiteTally sum;
  for (const std::string& line : lines) {
    readLine(line, header, sum);
  }
  sum.json();
}

std::vector<std::string> examples() {
  SuiteTally tally;
  tally.counts = {.programs = 2, .raceFree = 1, .racy = 1, .sound = 0, .states = 7};
  tally.add({SuiteFinding::Kind::Outside, 5, "acc-star", "0:r0=1 x=2", "HSA suite-5\n{ x=0; }\n"});
  return {suiteHeaderLine(exampleHeader()) + suitePieceLine(0, tally) + completionLine(kSuiteResults, 1),
          suitePieceLine(2, {})};
}

Words words() {
  Words words;
  for (const std::string& text : examples()) {
    for (const std::string& word : wordsIn(text, "\":,{}[]\n ")) {
      words.push_back("\"" + word + "\"");
    }
  }
  for (const auto& [kind, name] : kFindingKinds) {
    words.push_back("\"" + std::string(name) + "\"");
  }
  return words;
}

std::vector<std::string> seedsIn(const std::string& path, const std::string& text) {
  return path.ends_with(".jsonl") ? std::vector{text} : std::vector<std::string>{};
}

}  // namespace suite_results_target

const Target& suiteResults() {
  using namespace suite_results_target;
  static constexpr Target kTarget{"suite-results", 1024, read, words, examples, seedsIn};
  return kTarget;
}

}  // namespace hrfcheck::fuzz
