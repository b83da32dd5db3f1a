#include "batch/worker/answer_progress.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/termination/progress_report.h"
#include "termination/system/simt.h"
#include "termination/termination.h"
#include "util/diagnostic.h"
#include "util/mapped.h"

namespace hrfcheck::inline batch {
namespace {

/// The schedulers to ask, and the lines that their answers go to.
struct Asked {
  std::vector<SchedulerSpec> schedulers;
  std::vector<SimtMode> modes;
  std::vector<ProgressLine> lines;

  void add(const SchedulerSpec& scheduler, std::string text, SimtMode mode = SimtMode::None) {
    if (mode != SimtMode::None) {
      text = fmt::format("{} {}", nameIn(kSimtModeNames, mode), text);
    }
    if (std::ranges::find(lines, text, &ProgressLine::scheduler) == lines.end()) {
      schedulers.push_back(scheduler);
      modes.push_back(mode);
      lines.push_back({std::move(text), ProgressAnswer::Undecided, "", ""});
    }
  }
};

Asked askedOf(const Program& program, const std::vector<std::string>& others) {
  const std::vector<std::string>& levels = program.scopes.levels();
  Asked asked;
  for (const ProgressExpectation& expectation : program.terminates) {
    asked.add(expectation.scheduler, textOf(expectation.scheduler, levels), expectation.simt);
    asked.lines.back().expected = {expectation.terminates, expectation.place.position().line};
  }
  for (const std::string& text : others) {
    try {
      asked.add(parseSchedulerSpec(text, levels, {}), text);
    } catch (const UserError&) {
      // Expectations about it are reported as not known.
    }
  }
  if (program.terminates.empty() && others.empty()) {
    for (const Scheduler scheduler : allSchedulers()) {
      asked.add({false, scheduler, {}}, nameOf(scheduler));
    }
  }
  return asked;
}

std::string conditionOf(const ProgressResult& result) {
  if (result.ordinarySpins.empty()) {
    return "";
  }
  const OrdinarySpin& first = result.ordinarySpins.front();
  const std::size_t others = result.ordinarySpins.size() - 1;
  return fmt::format("{} spins on an ordinary access{}",
                     result.program->instructionName(first.thread, first.load),
                     others == 0 ? "" : fmt::format(" (and {} more)", others));
}

/// Answers what is asked of one way in which wavefronts execute.
void answerIn(SimtMode mode, const std::shared_ptr<const Program>& program, const WorkerOptions& options,
              Asked& asked, ResultRow& row, std::string& details) {
  ProgressOptions question;
  std::vector<std::size_t> lines;
  for (std::size_t i = 0; i < asked.lines.size(); ++i) {
    if (asked.modes[i] == mode) {
      question.schedulers.push_back(asked.schedulers[i]);
      lines.push_back(i);
    }
  }
  if (lines.empty()) {
    return;
  }
  SimtOptions simt;
  simt.mode = mode;
  const SimtSetup setup = simtSetup(program, simt);
  question.agents = setup.agents;
  question.rules = setup.rules;
  question.simt = mode;
  question.deadline = Deadline::after(options.timeout);
  const ProgressResult result = analyseProgress(setup.program, question);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const SchedulerVerdict& verdict = result.verdicts[i];
    ProgressLine& line = asked.lines[lines[i]];
    line.answer = verdict.answer;
    line.reason = verdict.reason;
    if (verdict.answer == ProgressAnswer::Terminates) {
      line.conditional = conditionOf(result);
    } else if (verdict.answer == ProgressAnswer::Undecided) {
      row.status = RowStatus::Undecided;
      row.reason = row.reason.empty() ? verdict.reason : row.reason;
    }
  }
  if (options.details) {
    details += (details.empty() ? "" : "\n") + progressText({result, {}, 0});
  }
}

}  // namespace

std::vector<std::string> schedulersAsked(const Program& program, const std::vector<std::string>& others) {
  return mapped<std::string>(askedOf(program, others).lines,
                             [&](const ProgressLine& line) { return line.scheduler; });
}

void answerProgress(ResultRow& row, const std::shared_ptr<const Program>& program,
                    const std::vector<std::string>& others, const WorkerOptions& options) {
  Asked asked = askedOf(*program, others);
  if (asked.lines.empty()) {
    row.status = RowStatus::Unsupported;
    row.reason = "scheduler " + others.front();
    return;
  }
  std::string details;
  for (const auto& name : kSimtModeNames) {
    answerIn(name.value, program, options, asked, row, details);
  }
  row.progress = std::move(asked.lines);
  if (options.details) {
    row.report = std::move(details);
  }
}

}  // namespace hrfcheck::inline batch
