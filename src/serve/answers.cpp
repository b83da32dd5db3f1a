#include "serve/answers.h"

#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>

#include "util/diagnostic.h"
#include "util/process/child_process.h"
#include "util/process/private_folder.h"

namespace hrfcheck::inline serve {
namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

/// How long a question waits for a place.
constexpr double kLongestWait = 60;
/// What a command may take beyond its own time limit, to report what it has found.
constexpr double kToReport = 1.5;

/// Of a process that may hold so much memory: more than what is resident, which commands look after
/// themselves.
std::size_t addressSpace(const ServeLimits& limits) {
#ifdef HRFCHECK_SANITIZED
  static_cast<void>(limits);
  return 0;  // sanitizers reserve terabytes
#else
  return 2 * (limits.memory << 20U);
#endif
}

/// What a text may hold that JSON may not is replaced.
std::string quoted(const std::string& text) {
  return json(text).dump(-1, ' ', false, json::error_handler_t::replace);
}

/// @param answer JSON already, or empty for none
std::string envelope(int status, const std::string& ended, const std::string& answer,
                     const std::string& errors, double seconds) {
  return fmt::format(R"({{"status":{},"ended":{},"seconds":{:.3f},"errors":{},"answer":{}}})", status,
                     ended.empty() ? "null" : quoted(ended), seconds, quoted(errors),
                     answer.empty() ? "null" : answer);
}

std::string answerOf(const ProgramResult& result, bool isJson, double seconds) {
  const std::string ended = result.signal != 0 ? fmt::format("signal {}", result.signal) : "";
  if (!isJson) {
    return envelope(result.status, ended, quoted(result.output), result.errors, seconds);
  }
  // A command that fails early prints no JSON, one that is ended from outside a part of it.
  const bool whole = !result.output.empty() && json::accept(result.output);
  return envelope(result.status, ended, whole ? result.output : "", result.errors, seconds);
}

}  // namespace

std::string Answers::answer(const Question& question) {
  const auto entry = cancellations_.open(question.id);
  const auto why = [&] { return entry->flag() ? "cancelled" : "time limit"; };
  const auto begun = Clock::now();
  const auto since = [&](Clock::time_point from) {
    return std::chrono::duration<double>(Clock::now() - from).count();
  };
  try {
    places_.enter(Deadline::after(kLongestWait, &entry->flag()));
  } catch (const OutOfTime&) {
    return envelope(0, entry->flag() ? "cancelled" : "waited too long", "", "", since(begun));
  }
  const Places::Held held(places_);
  std::vector<std::string> command = program_;
  command.insert(command.end(), question.arguments.begin(), question.arguments.end());
  const auto started = Clock::now();
  ProgramLimits limits;
  limits.largestOutput = limits_.largestAnswer;
  limits.largestMemory = addressSpace(limits_);
  limits.deadline = Deadline::after(question.seconds + kToReport, &entry->flag());
  try {
    std::optional<PrivateFolder> folder;
    if (!question.files.empty()) {
      folder.emplace("hrfcheck-serve");
      for (const OwnText& own : question.files) {
        folder->write(own.file, own.text);
      }
      limits.folder = folder->path();
    }
    const ProgramResult result = runProgram(command, question.text, limits);
    return answerOf(result, question.json, since(started));
  } catch (const OutOfTime&) {
    return envelope(0, why(), "", "", since(started));
  } catch (const UserError& error) {
    return envelope(0, error.diagnostics().front().message, "", "", since(started));
  }
}

}  // namespace hrfcheck::inline serve
