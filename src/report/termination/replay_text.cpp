#include <fmt/format.h>

#include <algorithm>

#include "report/termination/counterexample.h"
#include "report/termination/progress_report.h"
#include "report/termination/schedule_steps.h"
#include "report/text/paint.h"
#include "report/text/shown_file.h"
#include "report/text/text_layout.h"
#include "util/utf8.h"

namespace hrfcheck::inline report {

std::string replayText(const Program& program, const Replay& replay, bool colour) {
  const Paint paint{colour};
  const std::string file = shownFile(program);
  std::string out = fmt::format("{}  ·  {}\n", paint.strong(file), scheduleText(replay.stem, replay.loop));
  if (replay.rounds > 1) {
    out += fmt::format("  the loop returns to its first state after {} repetitions\n", replay.rounds);
  }
  out += "\n";
  for (const std::string& line : scheduleLines(program, replay.stem, replay.loop)) {
    out += trimmed("  " + line) + "\n";
  }
  out += "\n";
  std::size_t width = 7;
  for (const Replay::Allowed& allowed : replay.allowed) {
    width = std::max(width, schedulerName(program, allowed.scheduler).size());
  }
  for (const Replay::Allowed& allowed : replay.allowed) {
    const std::string answer = allowed.legal ? paint.good("accepted") : paint.bad("rejected");
    const std::string why =
        allowed.legal ? "" : fmt::format("  owes a step to {}", threadNames(program, allowed.neglected));
    out += fmt::format("  {}  {}{}\n", padded(schedulerName(program, allowed.scheduler), width), answer, why);
  }
  return out;
}

}  // namespace hrfcheck::inline report
