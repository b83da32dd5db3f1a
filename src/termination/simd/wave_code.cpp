#include "termination/simd/wave_code.h"

#include <algorithm>

#include "program/agents/post_dominators.h"
#include "relation/components.h"

namespace hrfcheck::inline termination {
namespace {

bool haveOneShape(const Thread& a, const Thread& b) {
  if (a.instructions.size() != b.instructions.size() || a.registers != b.registers) {
    return false;
  }
  for (std::uint32_t i = 0; i < a.instructions.size(); ++i) {
    const Instruction& one = a.instructions[i];
    const Instruction& other = b.instructions[i];
    const Exits first = exitsOf(a, i);
    const Exits second = exitsOf(b, i);
    const auto guard = [](const Instruction& instruction) {
      return instruction.predicate ? std::pair(instruction.predicate->reg, instruction.predicate->negated)
                                   : std::pair(RegisterId{0}, false);
    };
    if (one.operation.index() != other.operation.index() || first.next != second.next ||
        first.taken != second.taken || one.predicate.has_value() != other.predicate.has_value() ||
        guard(one) != guard(other)) {
      return false;
    }
  }
  return true;
}

}  // namespace

FlowOf::FlowOf(const Thread& thread) {
  for (std::uint32_t i = 0; i < thread.instructions.size(); ++i) {
    exits_.push_back(exitsOf(thread, i));
  }
}

Places FlowOf::reach(std::uint32_t from, std::optional<std::uint32_t> without) const {
  Places reached(end() + 1, false);
  std::vector<std::uint32_t> left{from};
  while (!left.empty()) {
    const std::uint32_t at = left.back();
    left.pop_back();
    if (at == without || reached[at]) {
      continue;
    }
    reached[at] = true;
    if (at < end()) {
      left.push_back(exits_[at].next);
      left.push_back(exits_[at].taken);
    }
  }
  return reached;
}

std::vector<Places> FlowOf::loopsIn(const Places& places) const {
  std::vector<std::size_t> first{0};
  std::vector<std::uint32_t> targets;
  for (std::uint32_t at = 0; at <= end(); ++at) {
    if (at < end() && places[at]) {
      for (const std::uint32_t to : {exits_[at].next, exits_[at].taken}) {
        if (places[to]) {
          targets.push_back(to);
        }
      }
    }
    first.push_back(targets.size());
  }
  const Adjacency graph{first, targets};
  const Components components(graph);
  std::vector<Places> loops;
  for (std::uint32_t c = 0; c < components.size(); ++c) {
    const auto nodes = components.nodes(c);
    const auto itself = graph.from(nodes.front());
    if (nodes.size() > 1 || std::ranges::find(itself, nodes.front()) != itself.end()) {
      Places loop(end() + 1, false);
      std::ranges::for_each(nodes, [&](std::uint32_t node) { loop[node] = true; });
      loops.push_back(std::move(loop));
    }
  }
  return loops;
}

std::optional<WaveCode> waveCodeOf(const Program& program, ScopeInstanceId wave) {
  const std::vector<ThreadId>& lanes = program.scopes.instances()[wave].agents;
  const Thread& first = program.threads[lanes.front()];
  const bool together =
      std::ranges::all_of(lanes, [&](ThreadId lane) { return haveOneShape(first, program.threads[lane]); });
  return together ? std::optional(WaveCode{wave, lanes, FlowOf(first), immediatePostDominators(first)})
                  : std::nullopt;
}

}  // namespace hrfcheck::inline termination
