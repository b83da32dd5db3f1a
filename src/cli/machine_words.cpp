#include "cli/machine_words.h"

#include <fmt/format.h>

#include <sstream>

#include "cli/output/usage_error.h"
#include "util/read_source.h"

namespace hrfcheck::inline cli {
namespace {

/// A path, and no name of a machine.
bool isFile(const std::string& word) {
  return word.ends_with(".machine") || word.find('/') != std::string::npos;
}

std::string firstWord(const std::string& text) {
  std::istringstream words(text);
  std::string first;
  words >> first;
  return first;
}

}  // namespace

SimulationOptions withSwitches(const std::string& text, SimulationOptions options) {
  std::istringstream words(text);
  words >> options.machine;
  if (isFile(options.machine)) {
    const DescribedMachine described = describedMachine(readSource(options.machine, {}));
    options.machine = described.name;
    options.described = described.kind;
    options.describedBy = firstWord(text);
  }
  for (std::string word, rule; words >> word;) {
    if (!(words >> rule) || (word != "with" && word != "without")) {
      throw UsageError(fmt::format("--machine {}: not a machine", text),
                       "give a name or a file, optionally with switches: \"rsp-fix without outer-first\"");
    }
    (word == "with" ? options.with : options.without).push_back(rule);
  }
  return options;
}

std::vector<std::string> machineFiles(const std::vector<std::string>& machines) {
  std::vector<std::string> files;
  for (const std::string& machine : machines) {
    if (const std::string first = firstWord(machine); isFile(first)) {
      files.push_back(first);
    }
  }
  return files;
}

std::string completeMachine(const std::string& nameOrFile) {
  return isFile(nameOrFile) ? machineText(describedMachine(readSource(nameOrFile, {})))
                            : machineText(nameOrFile);
}

}  // namespace hrfcheck::inline cli
