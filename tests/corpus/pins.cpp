#include "corpus/pins.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "corpus/corpus.h"
#include "report/log/log_parser.h"

namespace hrfcheck::corpus {
namespace {

namespace fs = std::filesystem;

std::string stateText(const LoggedState& state) {
  std::string text;
  for (const auto& [name, value] : state) {
    const bool memory = name.starts_with('[');
    text += (text.empty() ? "" : " ") + (memory ? name.substr(1, name.size() - 2) : name) + "=" + value;
  }
  return text;
}

}  // namespace

Verdict verdictOf(const Observed& observed) {
  Verdict verdict;
  for (const auto& [flag, pairs] : observed.flags) {
    std::string line = "flag " + flag;
    for (const std::string& pair : pairs) {
      line += (pair == *pairs.begin() ? ": " : ", ") + pair;
    }
    verdict.push_back(std::move(line));
  }
  for (const std::string& incident : observed.incidents) {
    verdict.push_back("incident " + incident);
  }
  for (const std::string& outcome : observed.outcomes) {
    verdict.push_back("outcome " + outcome);
  }
  if (observed.outcomes.empty()) {
    verdict.push_back("no outcome");
  }
  return verdict;
}

Verdict verdictOf(const LogEntry& entry) {
  Observed observed;
  for (const std::string& flag : entry.flags) {
    observed.flags[flag];
  }
  for (const LoggedPair& pair : entry.pairs) {
    observed.flags[pair.flag].insert(pair.first + "/" + pair.second);
  }
  observed.incidents.insert(entry.incidents.begin(), entry.incidents.end());
  for (const LoggedState& state : entry.states) {
    observed.outcomes.push_back(stateText(state));
  }
  return verdictOf(observed);
}

std::map<std::string, Pins> readPins() {
  std::map<std::string, Pins> pins;
  for (const std::string& family : families()) {
    const fs::path folder = root() / "litmus" / family / "expected";
    if (!fs::exists(folder)) {
      continue;
    }
    for (const auto& file : fs::directory_iterator(folder)) {
      for (const ParsedEntry& parsed : parseLog(readSource(file.path().string()))) {
        if (parsed.entry.models.empty()) {
          throw std::runtime_error(file.path().string() + ": an entry names no model");
        }
        for (const std::string& model : parsed.entry.models) {
          pins[family][file.path().stem().string()][model] = verdictOf(parsed.entry);
        }
      }
    }
  }
  return pins;
}

}  // namespace hrfcheck::corpus
