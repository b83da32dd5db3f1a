#include "batch/synth/synth_text.h"

#include <fmt/format.h>

#include "util/text.h"

namespace hrfcheck::inline batch {
namespace {

std::string groupsText(const SynthOptions& options, const SynthResult& result) {
  if (result.tally.empty()) {
    return "";
  }
  std::string text =
      fmt::format("\n  events  threads  {:<22}  {:<22}  tests\n", options.models[0], options.models[1]);
  for (const auto& [group, count] : result.tally) {
    text += fmt::format("  {:>6}  {:>7}  {:<22}  {:<22}  {:>5}\n", group.events, group.threads,
                        nameOf(group.answers[0]), nameOf(group.answers[1]), count);
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

std::string extentText(const SynthResult& result) {
  const unsigned whole = result.exhaustiveTo();
  std::string text;
  if (result.complete()) {
    text = fmt::format("exhaustive to {}: within these bounds there is no other test\n",
                       counted(whole, "event"));
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

std::string synthHeading(const SynthOptions& options, const SynthBounds& bounds) {
  return fmt::format("{} against {}: {}\n", options.models[0], options.models[1], boundsText(bounds));
}

std::string synthTestLine(const WrittenTest& test) {
  return fmt::format("  {}, {}  {:>9} / {:<9}  {:<8}  {}\n", counted(test.events, "event"),
                     counted(test.threads, "thread"), nameOf(test.answers[0]), nameOf(test.answers[1]),
                     test.form == SynthForm::Plain ? "plain" : "filtered", test.name);
}

std::string synthText(const SynthOptions& options, const SynthResult& result, bool timing) {
  std::uint64_t found = 0;
  for (const auto& [group, count] : result.tally) {
    found += count;
  }
  std::string text = groupsText(options, result) + sizesText(result, timing) + "\n";
  text += fmt::format("{} tell{} {} from {}", counted(found, "test"), found == 1 ? "s" : "",
                      options.models[0], options.models[1]);
  text +=
      result.written < found ? fmt::format("; only the first {} are shown (--keep)\n", result.written) : "\n";
  return text + extentText(result);
}

}  // namespace hrfcheck::inline batch
