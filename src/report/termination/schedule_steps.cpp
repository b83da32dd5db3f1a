#include "report/termination/schedule_steps.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/termination/counterexample.h"
#include "util/utf8.h"

namespace hrfcheck::inline report {

std::vector<std::string> scheduleLines(const Program& program, const std::vector<ScheduleStep>& stem,
                                       const std::vector<ScheduleStep>& loop) {
  std::size_t name = 0;
  std::size_t text = 0;
  const auto instructionOf = [&](const ScheduleStep& step) -> const Instruction& {
    return program.threads[step.thread].instructions[step.instruction];
  };
  for (const std::vector<ScheduleStep>* steps : {&stem, &loop}) {
    for (const ScheduleStep& step : *steps) {
      name = std::max(name, program.instructionName(step.thread, step.instruction).size());
      text = std::max(text, characters(instructionOf(step).text));
    }
  }
  std::vector<std::string> lines;
  std::size_t number = 0;
  const auto add = [&](const std::vector<ScheduleStep>& steps) {
    for (const ScheduleStep& step : steps) {
      lines.push_back(fmt::format(
          "{:>4}. {}  {}  {}", ++number, padded(program.instructionName(step.thread, step.instruction), name),
          padded(cleaned(instructionOf(step).text, Controls::None), text), effectOf(program, step)));
    }
  };
  add(stem);
  if (!loop.empty()) {
    lines.push_back("  for ever:");
  }
  add(loop);
  return lines;
}

}  // namespace hrfcheck::inline report
