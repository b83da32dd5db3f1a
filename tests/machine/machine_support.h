#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "frontend/litmus.h"
#include "machine/machine.h"

namespace hrfcheck::test {

inline std::shared_ptr<const Program> programOf(const std::string& text) {
  return parseLitmus(std::make_shared<const Source>("test.litmus", text));
}

/// A machine with its switches.
struct Setting {
  std::string machine;
  Environment environment = Environment::Evict;
  Hierarchy hierarchy = Hierarchy::H2;
  std::vector<std::string> without = {}, with = {};

  SimulationOptions options() const {
    SimulationOptions o;
    o.machine = machine;
    o.environment = environment;
    o.hierarchy = hierarchy;
    o.without = without;
    o.with = with;
    return o;
  }
};

/// What a machine reaches, with the number of steps of the shortest trace to each.
struct Reached {
  std::shared_ptr<const Program> program;
  Simulation simulation;
  std::map<std::vector<Value>, std::size_t> steps;
  std::size_t deadlockSteps = 0;  ///< 0 where there is none

  bool satisfies(const std::vector<Value>& values) const {
    return holds(*program->condition, [&](const StateVariable& v) {
      const auto at = std::find(program->observed.begin(), program->observed.end(), v);
      return values.at(static_cast<std::size_t>(at - program->observed.begin()));
    });
  }
  /// Steps of the shortest trace to an outcome that the test's condition describes; 0 where there is none.
  std::size_t shortest() const {
    std::size_t best = 0;
    for (const auto& [values, count] : steps) {
      if (satisfies(values) && (best == 0 || count < best)) {
        best = count;
      }
    }
    return best;
  }
  std::set<std::vector<Value>> outcomes() const {
    std::set<std::vector<Value>> all;
    for (const auto& [values, count] : steps) {
      all.insert(values);
    }
    return all;
  }
};

inline Reached reach(const std::shared_ptr<const Program>& program, const SimulationOptions& options) {
  Simulator simulator(program, options);
  Reached reached{program, simulator.explore(), {}};
  for (const ReachedOutcome& outcome : reached.simulation.outcomes) {
    reached.steps[outcome.values] = options.traces ? simulator.traceOf(outcome.end).steps.size() : 0;
  }
  if (reached.simulation.deadlock && options.traces) {
    reached.deadlockSteps = simulator.traceOf(*reached.simulation.deadlock).steps.size();
  }
  return reached;
}

inline Reached reach(const std::string& text, const Setting& setting) {
  return reach(programOf(text), setting.options());
}

/// Whether a machine has rules for everything that a program does.
inline bool runs(const std::shared_ptr<const Program>& program, const SimulationOptions& options) {
  try {
    Simulator(program, options);
    return true;
  } catch (const UserError&) {
    return false;
  }
}

inline std::set<std::vector<Value>> scOutcomes(const std::shared_ptr<const Program>& program) {
  SimulationOptions options;
  options.machine = "sc";
  options.traces = false;
  return reach(program, options).outcomes();
}

inline bool contains(const std::set<std::vector<Value>>& all, const std::set<std::vector<Value>>& some) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

}  // namespace hrfcheck::test
