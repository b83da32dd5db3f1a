#include "questions/answers.h"

#include <fmt/format.h>

#include <chrono>
#include <optional>

#include "util/diagnostic.h"
#include "util/process/child_process.h"
#include "util/process/private_folder.h"

namespace hrfcheck::inline questions {
namespace {

using Clock = std::chrono::steady_clock;

/// How long a question waits for a place.
constexpr double kLongestWait = 60;
/// What a command may take beyond its own time limit, to report what it has found.
constexpr double kToReport = 1.5;

/// Of a process that may hold so much memory: more than what is resident, which commands look after
/// themselves.
std::size_t addressSpace(const QuestionLimits& limits) {
#ifdef HRFCHECK_SANITIZED
  static_cast<void>(limits);
  return 0;  // sanitizers reserve terabytes
#else
  return 2 * (limits.memory << 20U);
#endif
}

}  // namespace

Answer Answers::ask(const Question& question) {
  const auto entry = cancellations_.open(question.id);
  return ask(question, *entry);
}

Answer Answers::ask(const Question& question, const Cancellations::Entry& entry) {
  const auto begun = Clock::now();
  const auto ended = [&](const std::string& why, Clock::time_point from) {
    return Answer{0, why, "", "", std::chrono::duration<double>(Clock::now() - from).count()};
  };
  if (entry.flag()) {
    return ended("cancelled", begun);
  }
  try {
    places_.enter(Deadline::after(kLongestWait, &entry.flag()));
  } catch (const OutOfTime&) {
    return ended(entry.flag() ? "cancelled" : "waited too long", begun);
  }
  const Places::Held held(places_);
  std::vector<std::string> command = program_;
  command.insert(command.end(), question.arguments.begin(), question.arguments.end());
  const auto started = Clock::now();
  ProgramLimits limits;
  limits.largestOutput = limits_.largestAnswer;
  limits.largestMemory = addressSpace(limits_);
  limits.deadline = Deadline::after(question.seconds + kToReport, &entry.flag());
  try {
    std::optional<PrivateFolder> folder;
    if (!question.files.empty()) {
      folder.emplace("hrfcheck-question");
      for (const OwnText& own : question.files) {
        folder->write(own.file, own.text);
      }
      limits.folder = folder->path();
    }
    ProgramResult result = runProgram(command, question.text, limits);
    Answer answer = ended(result.signal != 0 ? fmt::format("signal {}", result.signal) : "", started);
    answer.status = result.status;
    answer.output = std::move(result.output);
    answer.errors = std::move(result.errors);
    return answer;
  } catch (const OutOfTime&) {
    return ended(entry.flag() ? "cancelled" : "time limit", started);
  } catch (const UserError& error) {
    return ended(error.diagnostics().front().message, started);
  }
}

}  // namespace hrfcheck::inline questions
