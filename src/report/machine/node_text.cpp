#include "report/machine/node_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <tuple>

#include "util/invariant.h"
#include "util/mapped.h"

namespace hrfcheck::inline report {
namespace {

bool same(const NodeView& a, const NodeView& b) {
  const auto line = [](const NodeView::Line& l) { return std::tuple(l.location, l.value, l.dirty); };
  return std::ranges::equal(a.lines, b.lines, {}, line, line) && a.fifo == b.fifo &&
         a.stalledBy == b.stalledBy && a.locks == b.locks;
}

std::string values(const Program& program, const NodeView& node) {
  auto parts = mapped<std::string>(node.lines, [&](const NodeView::Line& line) {
    return fmt::format("{}={}{}", program.locations[line.location].name, program.valueText(line.value),
                       line.dirty ? "*" : "");
  });
  return parts.empty() ? "empty" : fmt::format("{}", fmt::join(parts, " "));
}

}  // namespace

std::vector<std::string> nodeText(const Program& program, const NodeView& node) {
  std::vector<std::string> text{values(program, node)};
  if (!node.fifo.empty()) {
    text.push_back(fmt::format("FIFO: {}", fmt::join(node.fifo, ", ")));
  }
  auto names = mapped<std::string>(node.stalledBy, [&](const ThreadId t) { return program.threads[t].name; });
  if (!names.empty()) {
    text.push_back(fmt::format("stalled by {}", fmt::join(names, ", ")));
  }
  for (const auto& [location, holder] : node.locks) {
    text.push_back(
        fmt::format("{} locked by {}", program.locations[location].name, program.threads[holder].name));
  }
  return text;
}

std::vector<std::size_t> changedNodes(const std::vector<NodeView>& before,
                                      const std::vector<NodeView>& after) {
  INVARIANT(before.size() == after.size(), "a machine keeps its nodes");
  std::vector<std::size_t> changed;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (!same(before[i], after[i])) {
      changed.push_back(i);
    }
  }
  return changed;
}

std::string stepInstruction(const Program& program, const MicroStep& step) {
  if (step.thread == kNoThread || step.environment) {
    return "";
  }
  return step.instruction ? program.instructionName(step.thread, *step.instruction)
                          : program.threads[step.thread].name;
}

}  // namespace hrfcheck::inline report
