#include "cli/machine_words.h"

#include <fmt/format.h>

#include <sstream>

#include "cli/usage_error.h"

namespace hrfcheck::inline cli {

SimulationOptions withSwitches(const std::string& text, SimulationOptions options) {
  std::istringstream words(text);
  words >> options.machine;
  for (std::string word, rule; words >> word;) {
    if (!(words >> rule) || (word != "with" && word != "without")) {
      throw UsageError(fmt::format("--machine {}: not a machine", text),
                       "give a name, optionally with switches: \"rsp-fix without outer-first\"");
    }
    (word == "with" ? options.with : options.without).push_back(rule);
  }
  return options;
}

}  // namespace hrfcheck::inline cli
