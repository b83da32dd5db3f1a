#include "termination/waits/wavefront_code.h"

#include <algorithm>

#include "program/agents/post_dominators.h"
#include "program/agents/same_instructions.h"
#include "relation/components.h"
#include "util/invariant.h"

namespace hrfcheck::inline termination {
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

std::vector<WavefrontCode> wavefrontCodesOf(const Program& program, const Wavefronts& wavefronts) {
  std::vector<WavefrontCode> result;
  for (const std::vector<ThreadId>& lanes : wavefronts) {
    if (lanes.size() < 2) {
      continue;
    }
    INVARIANT(haveSameControlFlow(program, lanes), "lanes of a wavefront share their control flow");
    const Thread& first = program.threads[lanes.front()];
    result.push_back({lanes, FlowOf(first), immediatePostDominators(first)});
  }
  return result;
}

}  // namespace hrfcheck::inline termination
