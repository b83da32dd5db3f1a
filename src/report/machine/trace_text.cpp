#include "report/machine/trace_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "report/machine/node_text.h"
#include "report/text/paint.h"
#include "report/text/text_layout.h"
#include "util/utf8.h"

namespace hrfcheck::inline report {
namespace {

class TraceText {
 public:
  TraceText(const Program& program, const ToldTrace& told, bool colour)
      : program_(program), told_(told), paint_{colour} {
    for (const NodeView& node : told.trace.initial) {
      nodeWidth_ = std::max(nodeWidth_, characters(node.name));
    }
    for (const MicroStep& step : told.trace.steps) {
      ruleWidth_ = std::max(ruleWidth_, characters(nameOf(step.rule)));
      whoWidth_ = std::max(whoWidth_, characters(stepInstruction(program, step)));
    }
  }

  std::string text(const SimulationOptions& machine) {
    const std::string end = told_.end.empty() ? "to a deadlock" : "to " + told_.end;
    out_ += fmt::format("  {} {} on {}, {} step{}\n", told_.shortest ? "the shortest trace" : "a trace",
                        paint_.strong(end), machineName(machine), told_.trace.steps.size(),
                        told_.trace.steps.size() == 1 ? "" : "s");
    for (const NodeView& each : told_.trace.initial) {
      node(each, 7);
    }
    for (std::size_t i = 0; i < told_.trace.steps.size(); ++i) {
      step(i);
    }
    return std::move(out_);
  }

 private:
  void step(std::size_t i) {
    const MicroStep& step = told_.trace.steps[i];
    const std::string line =
        trimmed(fmt::format("  {:>3}. {}  {}  {}", i + 1, padded(stepInstruction(program_, step), whoWidth_),
                            padded(nameOf(step.rule), ruleWidth_), step.text));
    const bool bad = told_.badStep == i;
    out_ += (bad ? paint_.bad(line) : step.environment ? paint_.faint(line) : line) + "\n";
    if (bad) {
      out_ += fmt::format("{:{}}{}\n", "", indent(), paint_.bad("not allowed: " + told_.badText));
    }
    const std::vector<NodeView>& before = i == 0 ? told_.trace.initial : told_.trace.states[i - 1];
    for (const std::size_t n : changedNodes(before, told_.trace.states[i])) {
      node(told_.trace.states[i][n], indent());
    }
  }

  std::size_t indent() const { return 7 + whoWidth_ + 2 + ruleWidth_ + 2; }

  void node(const NodeView& node, std::size_t indent) {
    out_ += trimmed(fmt::format("{:{}}{}  {}", "", indent, paint_.faint(padded(node.name, nodeWidth_)),
                                fmt::join(nodeText(program_, node), " | "))) +
            "\n";
  }

  const Program& program_;
  const ToldTrace& told_;
  Paint paint_;
  std::size_t nodeWidth_ = 0, ruleWidth_ = 0, whoWidth_ = 0;
  std::string out_;
};

}  // namespace

std::string traceText(const Program& program, const SimulationOptions& machine, const ToldTrace& told,
                      bool colour) {
  return TraceText(program, told, colour).text(machine);
}

}  // namespace hrfcheck::inline report
