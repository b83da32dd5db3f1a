#include <fmt/format.h>

#include "bench/runner/rows.h"
#include "bench/runner/spawn.h"

namespace hrfcheck::bench {
namespace {

Sample checked(const ProgramRun& run, double value) {
  const auto cpu = static_cast<std::uint64_t>(1e6 * run.cpuSeconds);
  return {value,
          {{"CPU us", cpu}},
          std::nullopt,
          run.exitStatus == 0 ? "" : fmt::format("exit status {}", run.exitStatus)};
}

/// How long a command takes that is given two seconds, however much there is to do.
Row limitRow(const Setting& setting, const std::filesystem::path& program, const std::string& name,
             const std::string& what, const std::vector<std::string>& words, const std::string& file) {
  std::vector<std::string> command = words;
  command.insert(command.begin(), program.string());
  command.insert(command.end(), {"--timeout", "2", setting.root / "bench/limits" / file});
  return Row{"target/limit/" + name,
             fmt::format("{} with --timeout 2, wall time", what),
             Unit::Seconds,
             Target{2.3},
             "",
             [=]() -> Repetition {
               return [=] {
                 ProgramRun run = runProgram(command);
                 run.exitStatus = run.exitStatus == 3 ? 0 : run.exitStatus;  // undecided: it was stopped
                 return checked(run, run.wallSeconds);
               };
             }};
}

}  // namespace

std::vector<Row> processRows(const Setting& setting, const std::filesystem::path& program) {
  const std::string test = setting.root / "litmus/hrf/t01-mp-wg.litmus";
  const auto command = [=](const char* engine) -> std::vector<std::string> {
    return {program.string(), "check", "-m", "hrf-indirect-relaxed", "--engine", engine, test};
  };
  const auto wall = [=](const char* engine, std::optional<Target> target) {
    return Row{fmt::format("target/fresh-process/{}", engine),
               fmt::format("a process for one small test and one model, {}, wall time", engine),
               Unit::Seconds,
               target,
               "",
               [=]() -> Repetition {
                 return [=] {
                   const ProgramRun run = runProgram(command(engine));
                   return checked(run, run.wallSeconds);
                 };
               }};
  };
  const Row memory{"target/fresh-process/memory",
                   "a process for one small test and one model, auto, memory",
                   Unit::Megabytes,
                   Target{25},
                   "",
                   [=]() -> Repetition {
                     return [=] {
                       const ProgramRun run = runProgram(command("auto"));
                       return checked(run, run.peakMegabytes);
                     };
                   }};
  return {wall("auto", Target{0.008}), memory, wall("smt", std::nullopt),
          limitRow(setting, program, "races", "explaining many races", {"check", "-m", "drf0"},
                   "many-races.litmus"),
          limitRow(setting, program, "preprocessor", "a preprocessor that does not end", {"check"},
                   "doubling-macros.cl")};
}

}  // namespace hrfcheck::bench
