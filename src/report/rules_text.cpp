#include "report/rules_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "cat/licence/rules.h"

namespace hrfcheck::inline report {
namespace {

const char* whatIsLeft(LeavingOutRule rule) {
  switch (rule) {
    case LeavingOutRule::FewRounds:
      return "last iterations of spin loops, and one earlier one";
    case LeavingOutRule::LastRound:
      return "last iterations of spin loops";
    case LeavingOutRule::RoundPerWrite:
      return "as many iterations of spin loops as there are writes to read from";
    case LeavingOutRule::FailingUpdates:
      return "no iterations that store what they read";
    case LeavingOutRule::CountedUpdates:
      return "two iterations that store what they read for each write that they read";
    case LeavingOutRule::RetriedReads:
      return "no reads that the next iteration repeats";
    case LeavingOutRule::OwnStores:
      return "locations of one thread as its registers";
    case LeavingOutRule::NarrowedValues:
      return "values that reads can return";
    case LeavingOutRule::AlikeThreads:
      break;
  }
  return "interchangeable threads";
}

std::string licenceWords(const std::optional<Licence>& licence) {
  return licence ? nameOf(*licence) : "the model's requirements";
}

void addUnlessThere(std::vector<std::string>& texts, std::string text) {
  if (std::ranges::find(texts, text) == texts.end()) {
    texts.push_back(std::move(text));
  }
}

}  // namespace

std::string rulesText(const Verdict& verdict) {
  if (verdict.plain) {
    return "none (--plain)";
  }
  std::vector<std::string> texts;
  for (const Reason& reason : verdict.reasons) {
    addUnlessThere(texts, fmt::format("{} ({})", whatIsLeft(reason.rule), licenceWords(reason.licence)));
  }
  if (verdict.symmetric) {
    texts.push_back(
        fmt::format("{} ({})", whatIsLeft(LeavingOutRule::AlikeThreads), nameOf(Licence::Renaming)));
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string licenceText(const Verdict& verdict, InstructionRef loop) {
  std::vector<std::string> texts;
  for (const Reason& reason : verdict.reasons) {
    if (reason.where == loop) {
      addUnlessThere(texts, licenceWords(reason.licence));
    }
  }
  return fmt::format("{}", fmt::join(texts, "; "));
}

}  // namespace hrfcheck::inline report
