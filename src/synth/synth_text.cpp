#include "synth/synth_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "check/models/scope_of_model.h"
#include "report/machine/simulation_report.h"
#include "synth/judge/asked_model.h"
#include "synth/programs/converted_program.h"
#include "synth/search/answer_search.h"
#include "synth/search/machine_side.h"
#include "synth/shapes/observation.h"
#include "util/text.h"

namespace hrfcheck::inline synth {
namespace {

/// What the tests of a question may use and the source of one of its models says nothing about, as outsideOf
/// has it of a program.
/// @param model index into SynthQuestion::models
std::vector<std::string> outsideOfSource(const SynthQuestion& question, std::size_t model) {
  const std::string target = question.targetOf(model);
  std::vector<std::string> outside;
  for (const SynthKind kind : question.bounds.kinds) {
    const SynthShape shape{{{1}, {0}, {0}, {}}, {{kind, 0}}, 1, {}};
    for (const StepAnnotation& annotation : annotationsOf(kind, question.bounds)) {
      const std::shared_ptr<const Program> program =
          convertedProgram(shape, {annotation}, target.empty() ? "hsa" : target);
      if (program == nullptr) {
        continue;  // the dialect cannot express it: not judged
      }
      for (std::string& what : outsideOf(*question.models[model], *program)) {
        if (std::ranges::find(outside, what) == outside.end()) {
          outside.push_back(std::move(what));
        }
      }
    }
  }
  return outside;
}

/// "rsp forbids", "rsp and hsa forbid".
std::string forbidText(const std::vector<std::string>& models) {
  if (models.size() == 1) {
    return models.front() + " forbids";
  }
  const std::vector<std::string> first(models.begin(), models.end() - 1);
  return fmt::format("{} and {} forbid", fmt::join(first, ", "), models.back());
}

const char* reachedText(bool reached) {
  return reached ? "reached" : "not reached";
}

/// How wide the columns of models and answers are: as wide as the longest name.
std::size_t columnWidth(const SynthOptions& options) {
  std::size_t width = 22;
  for (const std::string& model : options.models) {
    width = std::max(width, model.size());
  }
  return options.machine ? std::max(width, options.machine->name.size()) : width;
}

std::string groupsText(const SynthOptions& options, const SynthResult& result) {
  if (result.tally.empty()) {
    return "";
  }
  const std::size_t width = columnWidth(options);
  const auto cell = [width](std::string_view content) { return fmt::format("  {:<{}}", content, width); };
  std::string text = "\n  events  threads";
  for (const std::string& model : options.models) {
    text += cell(model);
  }
  text += options.machine ? cell(options.machine->name) + cell("sides with") : "";
  text += "  tests\n";
  for (const auto& [group, count] : result.tally) {
    text += fmt::format("  {:>6}  {:>7}", group.events, group.threads);
    for (const SynthAnswer answer : group.answers) {
      text += cell(nameOf(answer));
    }
    if (group.reached) {
      text += cell(reachedText(*group.reached)) + cell(options.models[sideOf(group.answers, *group.reached)]);
    }
    text += fmt::format("  {:>5}\n", count);
  }
  return text;
}

std::string sizesText(const SynthResult& result, bool timing) {
  std::string text = "\n  events     shapes  executions     pruned    programs      judged       tests";
  text += result.shard.of > 1 ? "  this shard" : "  complete";
  text += timing ? "  seconds\n" : "\n";
  for (const SynthSize& size : result.sizes) {
    const SynthCounts& c = size.counts;
    text += fmt::format("  {:>6} {:>10}  {:>10} {:>10}  {:>10}  {:>10}  {:>10}  {:>{}}", size.events,
                        c.shapes, c.executions, c.pruned, c.programs, c.judged, c.found,
                        size.complete() ? "yes" : "no", result.shard.of > 1 ? 10 : 8);
    text += timing ? fmt::format("  {:>7.1f}\n", size.seconds) : "\n";
  }
  return text;
}

/// What all sizes together looked at.
SynthCounts countsOf(const SynthResult& result) {
  SynthCounts counts;
  for (const SynthSize& size : result.sizes) {
    counts += size.counts;
  }
  return counts;
}

/// How often the machine sides with each model, and of how many tests that tell them apart it does not say.
std::string sidesText(const SynthOptions& options, const SynthResult& result) {
  std::array<std::uint64_t, 2> with{};
  for (const auto& [group, count] : result.tally) {
    with.at(sideOf(group.answers, group.reached.value())) += count;
  }
  const SynthCounts counts = countsOf(result);
  const std::string& machine = options.machine->name;
  std::string text = fmt::format("{} sides with {} on {}, with {} on {}\n", machine, options.models[0],
                                 counted(with[0], "test"), options.models[1], counted(with[1], "test"));
  text +=
      counts.open == 0
          ? ""
          : fmt::format("left out: {} whose final state neither model rules out for a race-free program\n",
                        counted(counts.open, "test"));
  text += counts.refused == 0 ? ""
                              : fmt::format("left out: {} with operations that {} has no rules for\n",
                                            counted(counts.refused, "test"), machine);
  text += counts.undecided == 0
              ? ""
              : fmt::format("undecided: {} for which the exploration of {} reached a limit\n",
                            counted(counts.undecided, "test"), machine);
  return text;
}

/// "PTX", "PTX or VULKAN": the dialects that tests are converted to.
std::string dialectsText(const SynthResult& result) {
  std::set<std::string> names;
  for (const std::string& target : result.targets) {
    if (!target.empty()) {
      names.insert(dialectNamed(target));
    }
  }
  return fmt::format("{}", fmt::join(names, " or "));
}

/// Programs that were left out since a dialect has no words for them; empty where there are none.
std::string inexpressibleText(const SynthResult& result) {
  const SynthCounts counts = countsOf(result);
  return counts.inexpressible == 0
             ? ""
             : fmt::format("not judged: {} of {} (not expressible in {})\n", counts.inexpressible,
                           counted(counts.programs, "program"), dialectsText(result));
}

/// What was not searched since workers ended early: the first pieces.
std::string lostText(const SynthResult& result) {
  constexpr std::size_t kMostReasons = 5;
  std::string text;
  for (std::size_t i = 0; i < result.lost.size() && i < kMostReasons; ++i) {
    text += result.lost[i] + "\n";
  }
  if (result.lost.size() > kMostReasons) {
    text += fmt::format("and {} more like these\n", result.lost.size() - kMostReasons);
  }
  text +=
      result.memoryWasShort ? "allow each worker more memory (--memory), or run fewer workers (-j)\n" : "";
  return text;
}

/// The machine with the settings that its answers depend on.
std::string machineText(const SynthMachine& machine) {
  const SimulationOptions& options = machine.simulation;
  std::string text = fmt::format("on machine {}: hierarchy {}, environment {}", machine.name,
                                 hrfcheck::nameOf(options.hierarchy), hrfcheck::nameOf(options.environment));
  for (const std::string& rule : options.with) {
    text += ", with " + rule;
  }
  for (const std::string& rule : options.without) {
    text += ", without " + rule;
  }
  return text + "\n";
}

/// What else is asked of a test that tells models apart; empty for nothing.
std::string sidingText(const SynthOptions& options) {
  return options.machine ? fmt::format(" where {} sides with one of them", options.machine->name) : "";
}

/// What there is none, or no other of: "no other test".
std::string noneText(const SynthOptions& options, const SynthResult& result) {
  const SynthCounts counts = countsOf(result);
  const std::string none = counts.found == 0 ? "no such test"
                           : options.machine ? "no other such test"
                                             : "no other test";
  std::string text =
      none + (counts.inexpressible == 0 ? "" : " that can be expressed in " + dialectsText(result));
  if (counts.undecided > 0 || counts.refused > 0) {
    text += counts.refused == 0     ? ", apart from the undecided ones"
            : counts.undecided == 0 ? ", apart from those without rules"
                                    : ", apart from the undecided ones and those without rules";
  }
  return text;
}

/// Which tests of a size were passed over, and why.
std::string skippedText(const SynthOptions& options, const SynthSize& size) {
  if (size.counts.skipped == 0) {
    return "";
  }
  const bool one = size.counts.skipped == 1;
  const bool weakened = options.wanted == SynthWanted::Minimal;
  return fmt::format("{} of {} {} skipped: {}{} more than {} million executions\n",
                     counted(size.counts.skipped, "shape"), counted(size.events, "event"),
                     one ? "was" : "were",
                     one        ? "it"
                     : weakened ? "each"
                                : "they",
                     weakened ? ", or what is weaker by one step, has"
                     : one    ? " has"
                              : " have",
                     kMostListedExecutions / 1'000'000);
}

/// How far a search came that did not come to its end.
std::string partText(const SynthResult& result) {
  const unsigned whole = result.exhaustiveTo();
  const std::string size = counted(whole, "event");
  if (result.shard.of == 1) {
    return whole == 0 ? "not exhaustive for any number of events\n"
                      : fmt::format("exhaustive to {} only\n", size);
  }
  return fmt::format("of shard {} of {}, {}\n", result.shard.number, result.shard.of,
                     whole == 0 ? "no number of events was searched completely"
                                : fmt::format("the part up to {} was searched", size));
}

std::string extentText(const SynthOptions& options, const SynthResult& result) {
  std::string text;
  if (!result.complete()) {
    text = (result.searched() ? "" : result.stopped ? "stopped early: " : "incomplete: ") + partText(result);
  } else if (result.shard.of > 1) {
    text = fmt::format("this is shard {} of {}: --merge joins the results of all of them\n",
                       result.shard.number, result.shard.of);
  } else {
    text = fmt::format("exhaustive to {}: within these bounds there is {}\n",
                       counted(result.exhaustiveTo(), "event"), noneText(options, result));
  }
  for (const SynthSize& size : result.sizes) {
    text += skippedText(options, size);
  }
  return text + lostText(result);
}

/// Of how many patterns the tests are: of classes of tests (ShapeClasses), which are no shapes of the table.
std::string shapesText(const SynthResult& result) {
  if (result.shapes == 0) {
    return "";
  }
  return fmt::format(", of {}; {} {} no smaller one", counted(result.shapes, "pattern"), result.newShapes,
                     result.newShapes == 1 ? "contains" : "contain");
}

/// What is not shown of what could be.
std::string keptText(std::uint64_t written, std::uint64_t all) {
  return written == all ? "\n"
         : written == 0 ? "; none is shown (--keep 0)\n"
         : written == 1 ? "; only the first one is shown (--keep)\n"
                        : fmt::format("; only the first {} are shown (--keep)\n", written);
}

}  // namespace

std::string synthHeading(const SynthOptions& options, const SynthQuestion& question) {
  const std::string what = options.wanted == SynthWanted::Minimal
                               ? fmt::format("minimal tests that {}", forbidText(options.models))
                               : fmt::format("{} against {}", options.models[0], options.models[1]);
  std::string text = fmt::format("{}: {}\n", what, boundsText(question.bounds));
  for (std::size_t m = 0; m < options.models.size(); ++m) {
    if (const std::string target = question.targetOf(m); !target.empty()) {
      text += fmt::format("{} judges each test converted to {}\n", options.models[m], dialectNamed(target));
    }
    if (const auto outside = outsideOfSource(question, m); !outside.empty()) {
      text +=
          fmt::format("not covered by the source of {}: {}\n", options.models[m], fmt::join(outside, ", "));
    }
  }
  for (const SynthKind kind : question.withoutOrder) {
    text += fmt::format("no {}: it has none of these orders\n", nameOf(kind));
  }
  return text + (options.machine ? machineText(*options.machine) : "");
}

std::string synthTestLine(const WrittenTest& test) {
  const bool forbidden =
      std::ranges::all_of(test.answers, [](SynthAnswer answer) { return answer == SynthAnswer::Forbidden; });
  const std::string answers =
      forbidden ? "forbidden"
                : fmt::format("{:>9} / {:<9}", nameOf(test.answers.front()), nameOf(test.answers.back()));
  const std::string shown = test.reached ? fmt::format("  {:<11}", reachedText(*test.reached)) : "";
  const std::string size =
      fmt::format("{}, {}", counted(test.events, "event"), counted(test.threads, "thread"));
  const std::string alike =
      test.ofShape == 1 ? "" : fmt::format("  and {} more of its pattern", test.ofShape - 1);
  return fmt::format("  {:<19}  {}{}  {:<8}  {}{}\n", size, answers, shown, nameOf(test.form), test.name,
                     alike);
}

std::string synthText(const SynthOptions& options, const SynthResult& result, bool timing) {
  std::uint64_t found = 0;
  for (const auto& [group, count] : result.tally) {
    found += count;
  }
  std::string text = groupsText(options, result) + sizesText(result, timing) + "\n";
  text += options.wanted == SynthWanted::Minimal
              ? fmt::format("{} that {}", counted(found, "minimal test"), forbidText(options.models))
              : fmt::format("{} distinguish{} {} from {}{}", counted(found, "test"), found == 1 ? "es" : "",
                            options.models[0], options.models[1], sidingText(options));
  text += options.byShape ? shapesText(result) : "";
  text += keptText(result.written, options.byShape ? result.newShapes : found);
  text += options.machine ? sidesText(options, result) : "";
  return text + inexpressibleText(result) + extentText(options, result);
}

}  // namespace hrfcheck::inline synth
