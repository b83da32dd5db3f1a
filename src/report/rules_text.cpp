#include "report/rules_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "cat/licence/rule_words.h"

namespace hrfcheck::inline report {
namespace {

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
