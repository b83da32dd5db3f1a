#include "report/termination/schedule_steps.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/termination/counterexample.h"
#include "report/termination/simt_text.h"
#include "util/utf8.h"

namespace hrfcheck::inline report {
namespace {

bool isOfLanes(const ScheduleStep& step) {
  return step.width > 1;
}

}  // namespace

std::vector<std::string> scheduleLines(const Program& program, const std::vector<ScheduleStep>& stem,
                                       const std::vector<ScheduleStep>& loop) {
  std::size_t name = 0;
  std::size_t text = 0;
  std::size_t width = 0;
  const auto instructionOf = [&](const ScheduleStep& step) -> const Instruction& {
    return program.threads[step.thread].instructions[step.instruction];
  };
  for (const std::vector<ScheduleStep>* steps : {&stem, &loop}) {
    for (const ScheduleStep& step : *steps) {
      name = std::max(name, program.instructionName(step.thread, step.instruction).size());
      text = std::max(text, characters(instructionOf(step).text));
      width = std::max<std::size_t>(width, step.width);
    }
  }
  const bool lanes = std::ranges::any_of(stem, isOfLanes) || std::ranges::any_of(loop, isOfLanes);
  std::vector<std::string> lines;
  std::size_t number = 0;
  const auto add = [&](const std::vector<ScheduleStep>& steps) {
    for (const ScheduleStep& step : steps) {
      lines.push_back(fmt::format(
          "{:>4}. {}{}  {}  {}", ++number, lanes ? padded(maskText(step), width) + "  " : "",
          padded(program.instructionName(step.thread, step.instruction), name),
          padded(cleaned(instructionOf(step).text, Controls::None), text), effectOf(program, step)));
    }
  };
  add(stem);
  if (!loop.empty()) {
    lines.push_back("  for ever:");
  }
  add(loop);
  if (lanes) {
    lines.emplace_back("  lanes: # acts, o is active, . is masked off, - has ended");
  }
  return lines;
}

}  // namespace hrfcheck::inline report
