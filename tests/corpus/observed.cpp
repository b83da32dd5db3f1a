#include "corpus/observed.h"

#include "engine/incident_name.h"

namespace hrfcheck::corpus {
namespace {

/// As logs write it: an address by the name of its location.
std::string valueText(const Program& program, Value value) {
  const std::string text = program.valueText(value);
  return text.starts_with('&') ? text.substr(1) : text;
}

void addOutcome(const Program& program, const Outcome& outcome, Observed& observed) {
  std::string all;
  State state;
  for (std::size_t i = 0; i < program.observed.size(); ++i) {
    const std::string name = program.nameOf(program.observed[i]);
    all += (all.empty() ? "" : " ") + name + "=" + valueText(program, outcome.values[i]);
    if (outcome.values[i] != 0) {
      state[name] = outcome.values[i];
    }
  }
  observed.outcomes.push_back(std::move(all));
  observed.states.insert(std::move(state));
}

}  // namespace

std::set<std::string> Observed::pairsOf(const std::string& flag) const {
  const auto found = flags.find(flag);
  return found == flags.end() ? std::set<std::string>{} : found->second;
}

Observed observe(const Program& program, const Model& model, const Analysis& analysis) {
  const auto name = [&](const InstructionRef& i) { return program.instructionName(i.thread, i.instruction); };
  Observed observed;
  for (const FlagFinding& flag : analysis.flags) {
    std::set<std::string>& pairs = observed.flags[model.checks[flag.check].name];
    for (const FlagPair& pair : flag.pairs) {
      pairs.insert(name(pair.first) + "/" + name(pair.second));
    }
  }
  for (const Incident& incident : analysis.incidents) {
    observed.incidents.insert(std::string(nameOf(incident.kind)) + " " + name(incident.where));
  }
  for (const Outcome& outcome : analysis.outcomes) {
    addOutcome(program, outcome, observed);
  }
  return observed;
}

}  // namespace hrfcheck::corpus
