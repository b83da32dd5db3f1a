#include "batch/synth/synth_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "batch/synth/asked_model.h"
#include "util/text.h"

namespace hrfcheck::inline batch {
namespace {

/// "rsp forbids", "rsp and hsa forbid".
std::string forbidText(const std::vector<std::string>& models) {
  if (models.size() == 1) {
    return models.front() + " forbids";
  }
  const std::vector<std::string> first(models.begin(), models.end() - 1);
  return fmt::format("{} and {} forbid", fmt::join(first, ", "), models.back());
}

std::string groupsText(const SynthOptions& options, const SynthResult& result) {
  if (result.tally.empty()) {
    return "";
  }
  std::string text = "\n  events  threads";
  for (const std::string& model : options.models) {
    text += fmt::format("  {:<22}", model);
  }
  text += "  tests\n";
  for (const auto& [group, count] : result.tally) {
    text += fmt::format("  {:>6}  {:>7}", group.events, group.threads);
    for (const SynthAnswer answer : group.answers) {
      text += fmt::format("  {:<22}", nameOf(answer));
    }
    text += fmt::format("  {:>5}\n", count);
  }
  return text;
}

std::string sizesText(const SynthResult& result, bool timing) {
  std::string text =
      "\n  events     shapes  executions     pruned    programs      judged       tests  complete";
  text += timing ? "  seconds\n" : "\n";
  for (const SynthSize& size : result.sizes) {
    const SynthCounts& c = size.counts;
    text += fmt::format("  {:>6} {:>10}  {:>10} {:>10}  {:>10}  {:>10}  {:>10}  {:>8}", size.events, c.shapes,
                        c.executions, c.pruned, c.programs, c.judged, c.found, size.complete ? "yes" : "no");
    text += timing ? fmt::format("  {:>7.1f}\n", size.seconds) : "\n";
  }
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

/// Programs that were left out since a dialect has no words for them.
std::uint64_t skippedIn(const SynthResult& result) {
  std::uint64_t skipped = 0;
  for (const SynthSize& size : result.sizes) {
    skipped += size.counts.skipped;
  }
  return skipped;
}

/// Empty where there are none.
std::string skippedText(const SynthResult& result) {
  const std::uint64_t skipped = skippedIn(result);
  std::uint64_t programs = 0;
  for (const SynthSize& size : result.sizes) {
    programs += size.counts.programs;
  }
  return skipped == 0 ? ""
                      : fmt::format("not judged: {} of {}, which cannot be expressed in {}\n", skipped,
                                    counted(programs, "program"), dialectsText(result));
}

std::string extentText(const SynthResult& result) {
  const unsigned whole = result.exhaustiveTo();
  std::string text;
  if (result.complete() && result.shard.of > 1) {
    text = fmt::format("this is shard {} of {}: --merge joins the results of all of them\n",
                       result.shard.number, result.shard.of);
  } else if (result.complete()) {
    text = fmt::format("exhaustive to {}: within these bounds there is no other test{}\n",
                       counted(whole, "event"),
                       skippedIn(result) == 0 ? "" : " that can be expressed in " + dialectsText(result));
  } else if (whole == 0) {
    text = "stopped early: not exhaustive for any number of events\n";
  } else {
    text = fmt::format("stopped early: exhaustive to {} only\n", counted(whole, "event"));
  }
  for (const std::string& reason : result.lost) {
    text += reason + "\n";
  }
  return text;
}

}  // namespace

std::string synthHeading(const SynthOptions& options, const SynthQuestion& question) {
  const std::string what = options.wanted == SynthWanted::Minimal
                               ? fmt::format("minimal tests that {}", forbidText(options.models))
                               : fmt::format("{} against {}", options.models[0], options.models[1]);
  std::string text = fmt::format("{}: {}\n", what, boundsText(question.bounds));
  for (std::size_t m = 0; m < options.models.size(); ++m) {
    if (const std::string target = question.targetOf(m); !target.empty()) {
      text +=
          fmt::format("{} is asked about each test as {} has it\n", options.models[m], dialectNamed(target));
    }
  }
  return text;
}

std::string synthTestLine(const WrittenTest& test) {
  const bool forbidden =
      std::ranges::all_of(test.answers, [](SynthAnswer answer) { return answer == SynthAnswer::Forbidden; });
  const std::string answers =
      forbidden ? "forbidden"
                : fmt::format("{:>9} / {:<9}", nameOf(test.answers.front()), nameOf(test.answers.back()));
  return fmt::format("  {}, {}  {}  {:<8}  {}\n", counted(test.events, "event"),
                     counted(test.threads, "thread"), answers, nameOf(test.form), test.name);
}

std::string synthText(const SynthOptions& options, const SynthResult& result, bool timing) {
  std::uint64_t found = 0;
  for (const auto& [group, count] : result.tally) {
    found += count;
  }
  std::string text = groupsText(options, result) + sizesText(result, timing) + "\n";
  text += options.wanted == SynthWanted::Minimal
              ? fmt::format("{} that {}", counted(found, "minimal test"), forbidText(options.models))
              : fmt::format("{} tell{} {} from {}", counted(found, "test"), found == 1 ? "s" : "",
                            options.models[0], options.models[1]);
  text +=
      result.written < found ? fmt::format("; only the first {} are shown (--keep)\n", result.written) : "\n";
  return text + skippedText(result) + extentText(result);
}

}  // namespace hrfcheck::inline batch
