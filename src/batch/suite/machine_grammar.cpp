#include <algorithm>
#include <iterator>

#include "batch/suite/grammar.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline batch {

SuiteGrammar grammarFor(const std::string& machine, Hierarchy hierarchy, SuiteLocations locations) {
  if (std::ranges::find(machines(), machine, &MachineInfo::name) == machines().end()) {
    std::vector<std::string> known;
    std::ranges::transform(machines(), std::back_inserter(known), &MachineInfo::name);
    const std::vector<std::string> near = nearestNames(machine, known);
    throw UserError("unknown machine " + machine, near.empty() ? "hrfcheck simulate --list lists them"
                                                               : "did you mean " + near.front() + "?");
  }
  SuiteGrammar grammar;
  grammar.locations = locations;
  grammar.remote = machine.starts_with("rsp") || machine == "sc";
  grammar.seqCst = machine == "hrfr";
  grammar.components = hierarchy != Hierarchy::H2 && !machine.starts_with("hrf0");
  return grammar;
}

}  // namespace hrfcheck::inline batch
