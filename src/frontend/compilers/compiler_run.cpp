#include "frontend/compilers/compiler_run.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "frontend/compilers/definitions.h"
#include "frontend/compilers/specifications.h"
#include "frontend/launch/directives.h"
#include "util/diagnostic.h"

namespace hrfcheck::frontend::via {
namespace {

constexpr std::size_t kLargestOutput = 32U << 20U;  // bytes of a module, or of complaints
constexpr std::size_t kLargestMemory = std::size_t{4} << 30U;
constexpr unsigned kProcessorSeconds = 600;  // where no deadline is sooner

/// Messages, each at its line where they say one.
UserError complaint(const SourcePtr& source, const std::string& program, const ProgramResult& result) {
  const std::string& said = result.errors.empty() ? result.output : result.errors;
  const std::string shown(said.substr(0, said.find_last_not_of(" \n") + 1));
  return UserError(fmt::format("{} does not compile {}: {}", program, source->name(),
                               shown.find('\n') == std::string::npos ? result.why() : "\n" + shown));
}

}  // namespace

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    result += c == '"' || c == '\\' ? "\\" : "";
    result += c == '\n' ? '?' : c;
  }
  return result + "\"";
}

CompilerRun::CompilerRun(const SourcePtr& source, CompilerOptions options)
    : source_(source), options_(std::move(options)) {
  Diagnostics reportedWhenRead;
  Diagnostics diagnostics;
  const FileDirectives lines = readDirectives(source, Lines::All, reportedWhenRead);
  std::vector<std::string> definitions;
  const auto add = [&](const std::vector<Directive>& directives, bool ofOneTest) {
    for (const Directive& line : directives) {
      if (line.word == "define" && ofOneTest) {
        diagnostics.error({source, line.all()},
                          "a file is compiled only once: its tests cannot have their own constants",
                          "-D on the command line");
      } else if (line.word == "define") {
        definitions.emplace_back(source->slice(line.rest));
      }
    }
  };
  add(lines.common, false);
  for (const NamedTest& test : lines.tests) {
    add(test.directives, !test.name.empty());
  }
  diagnostics.throwIfErrors();
  options_.definitions.insert(options_.definitions.begin(), definitions.begin(), definitions.end());
}

std::string CompilerRun::text(const LineMarks& marks) const {
  const std::string_view written = std::string_view(source_->text()).substr(0, source_->fileEnd());
  return withoutDefinitions(withIncludes(written, options_.folders, marks, {}, options_.deadline).text,
                            options_.definitions);
}

std::string CompilerRun::namedText() const {
  const std::string name = quoted(source_->name());
  const auto line = [&](std::uint32_t number) { return fmt::format("#line {} {}", number, name); };
  std::string whole = text({{}, line, line});
  std::string before;
  if (std::optional<Specifications> found = specificationsIn(whole)) {
    before = std::move(found->definitions);
    whole = std::move(found->text);
  }
  return fmt::format("{}{}\n{}", before, line(1), whole);
}

std::string CompilerRun::notes() const {
  const std::string_view written = std::string_view(source_->text()).substr(0, source_->fileEnd());
  const auto own = specificationsIn(written);
  const auto unmarked = [](std::uint32_t) { return std::string(); };
  const auto found = own ? own : specificationsIn(text({{}, unmarked, unmarked}));
  const std::uint32_t line =
      own ? source_->position(static_cast<std::uint32_t>(own->first.data() - written.data())).line : 1;
  return found ? fmt::format("\n{}:{}:1: warning: {}\n", source_->name(), line, found->note) : "";
}

void CompilerRun::define(std::vector<std::string>& command) const {
  for (const std::string& definition : options_.definitions) {
    command.push_back(definitionOption(definition));
  }
}

ProgramLimits CompilerRun::limits(const std::string& folder, bool sealed) const {
  constexpr unsigned kMilliseconds = 1000;
  ProgramLimits limits;
  limits.largestOutput = kLargestOutput;
  limits.largestMemory = kLargestMemory;
  limits.largestFile = kLargestOutput;
  const auto left = options_.deadline.millisecondsLeft();
  limits.processorSeconds = left ? *left / kMilliseconds + 2 : kProcessorSeconds;
  limits.deadline = options_.deadline;
  limits.environment = {"LC_ALL=C"};
  limits.folder = folder;
  limits.sealed = sealed;
  return limits;
}

ProgramResult CompilerRun::ask(const std::vector<std::string>& command) const {
  return runProgram(command, "", limits("", false));
}

ProgramResult CompilerRun::attempt(const std::vector<std::string>& command, const std::string& input,
                                   const std::string& folder, bool sealed) const {
  if (options_.tell) {
    options_.tell(shellCommand(command));
  }
  return runProgram(command, input, limits(folder, sealed));
}

ProgramResult CompilerRun::run(const std::vector<std::string>& command, const std::string& input,
                               const std::string& folder, bool sealed) const {
  return required(command.front(), attempt(command, input, folder, sealed));
}

ProgramResult CompilerRun::required(const std::string& program, ProgramResult result) const {
  if (!result.succeeded()) {
    throw complaint(source_, program, result);
  }
  return result;
}

}  // namespace hrfcheck::frontend::via
