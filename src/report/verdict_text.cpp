#include "report/verdict_text.h"

#include <fmt/format.h>

#include "report/text_report.h"
#include "util/invariant.h"

namespace hrfcheck {
namespace {

std::string undecidedText(const Verdict& verdict) {
  INVARIANT(verdict.incomplete, "only an incomplete search leaves something undecided");
  return fmt::format("undecided ({})", *verdict.incomplete);
}

const char* quantifierText(Quantifier quantifier) {
  switch (quantifier) {
    case Quantifier::Exists:
      return "exists";
    case Quantifier::NotExists:
      return "~exists";
    case Quantifier::Forall:
      return "forall";
  }
  return "";
}

}  // namespace

std::string headline(const Verdict& verdict) {
  if (verdict.raceStatus == RaceStatus::Racy) {
    return "RACY: any outcome is possible";
  }
  if (verdict.undefined) {
    return "UNDEFINED: any outcome is possible";
  }
  switch (verdict.raceStatus) {
    case RaceStatus::RaceFree:
      return "race-free";
    case RaceStatus::NotDefined:
      return verdict.incomplete ? undecidedText(verdict) : "this model defines no races";
    case RaceStatus::NotAsked:
      return verdict.settled() ? "races not asked" : undecidedText(verdict) + ": races not asked";
    case RaceStatus::Undecided:
    case RaceStatus::Racy:
      break;
  }
  return undecidedText(verdict) + ": no race found so far";
}

std::string paintedHeadline(const Verdict& verdict, const std::string& text, const Paint& paint) {
  if (verdict.raceStatus == RaceStatus::Racy || verdict.undefined) {
    return paint.bad(text);
  }
  if (verdict.incomplete) {
    return paint.doubtful(text);
  }
  return verdict.raceStatus == RaceStatus::RaceFree ? paint.good(text) : text;
}

std::string conditionText(const Program& program) {
  const std::string condition = program.conditionText.empty() ? "(true)" : program.conditionText;
  return fmt::format("{} {}", quantifierText(program.quantifier), condition);
}

std::string conditionAnswer(const Verdict& verdict) {
  if (verdict.condition == Status::NotAsked) {
    return "not asked";
  }
  if (verdict.observation != "Undecided") {
    return verdict.observation;
  }
  if (verdict.condition == Status::Allowed) {
    return fmt::format("at least Sometimes ({})", *verdict.incomplete);
  }
  return undecidedText(verdict);
}

}  // namespace hrfcheck
