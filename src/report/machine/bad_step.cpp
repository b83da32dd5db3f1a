#include "report/machine/bad_step.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "program/ir/operands.h"
#include "util/mapped.h"

// A final state that is not allowed does not say by itself which of its values is wrong. But where an allowed
// one differs from it in one variable only, that variable is to blame, and with it the step that set it. In
// message passing both registers are: with an older flag the state would be allowed, too; the later step is
// shown, since up to it everything might still have been well.

namespace hrfcheck::inline report {
namespace {

bool sets(const Program& program, const MicroStep& step, const StateVariable& v) {
  if (step.thread != v.thread || !step.instruction) {
    return false;
  }
  const auto targets = targetsOf(program.threads[v.thread].instructions[*step.instruction].operation);
  return std::ranges::find(targets, v.reg) != targets.end();
}

std::optional<Value> valueIn(const std::vector<NodeView>& nodes, LocationId location) {
  for (const NodeView::Line& line : nodes.back().lines) {
    if (line.location == location) {
      return line.value;
    }
  }
  return std::nullopt;
}

/// The last step that sets a variable: the last micro-step of a loading instruction that is an access, else
/// its last one.
std::optional<std::size_t> setBy(const Program& program, const MachineTrace& trace, const StateVariable& v) {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    if (v.isRegister()) {
      const bool access = trace.steps[i].rule == StepRule::Load || trace.steps[i].rule == StepRule::Rmw;
      if (sets(program, trace.steps[i], v) && (access || !found)) {
        found = i;
      }
    } else if (valueIn(trace.states[i], v.location) !=
               valueIn(i == 0 ? trace.initial : trace.states[i - 1], v.location)) {
      found = i;
    }
  }
  return found;
}

}  // namespace

std::optional<BadStep> findBadStep(const Program& program, const Promise& promise,
                                   const std::vector<Value>& end, const MachineTrace& trace) {
  std::optional<BadStep> worst;
  for (std::size_t v = 0; v < end.size(); ++v) {
    const std::vector<Value> allowed = promise.valuesBeside(end, v);
    const auto step = allowed.empty() ? std::nullopt : setBy(program, trace, program.observed[v]);
    if (!step || (worst && *step < worst->step)) {
      continue;
    }
    auto values = mapped<std::string>(allowed, [&](const Value value) { return program.valueText(value); });
    const std::string name = program.nameOf(program.observed[v]);
    worst =
        BadStep{*step, fmt::format("{}={}; {} has {} given the rest of this final state", name,
                                   program.valueText(end[v]), promise.outcomesOf, fmt::join(values, " or "))};
  }
  return worst;
}

}  // namespace hrfcheck::inline report
