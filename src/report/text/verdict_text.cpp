#include "report/text/verdict_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "check/status_names.h"
#include "program/condition/condition.h"
#include "report/text/text_report.h"
#include "util/invariant.h"

namespace hrfcheck::inline report {
namespace {

std::string undecidedText(const Verdict& verdict) {
  const std::string why = verdict.whyOpen();
  INVARIANT(!why.empty(), "nothing is undecided without a reason");
  return fmt::format("undecided ({})", why);
}

constexpr const char* kOnlyThroughCycle = ", only through a value cycle";

bool allIncidentsHaveCycles(const Verdict& verdict) {
  const auto undefines = [](const Incident& i) { return i.kind != IncidentKind::BoundReached; };
  return std::ranges::none_of(verdict.flags, &NamedFlag::undefinedUnless) &&
         static_cast<std::size_t>(std::ranges::count_if(verdict.analysis.incidents, undefines)) ==
             verdict.incidentsOnlyThroughValueCycle.size();
}

}  // namespace

std::string assumed(const Verdict& verdict, const std::string& answer) {
  return verdict.conditional.empty() ? answer : fmt::format("({})", answer);
}

std::string headline(const Verdict& verdict) {
  if (verdict.raceStatus == RaceStatus::Racy) {
    return fmt::format("RACY{}: any outcome is possible",
                       verdict.raceOnlyThroughValueCycle ? kOnlyThroughCycle : "");
  }
  if (verdict.undefined) {
    return fmt::format("UNDEFINED{}: any outcome is possible",
                       allIncidentsHaveCycles(verdict) ? kOnlyThroughCycle : "");
  }
  switch (verdict.raceStatus) {
    case RaceStatus::RaceFree:
      return assumed(verdict, "race-free");
    case RaceStatus::Vacuous:
      return assumed(verdict, "VACUOUS: there is no execution that could race");
    case RaceStatus::NotDefined:
      return verdict.incomplete && verdict.standing() == Standing::Undecided ? undecidedText(verdict)
                                                                             : "this model defines no races";
    case RaceStatus::NotAsked:
      return verdict.standing() == Standing::Undecided ? undecidedText(verdict) + ": races not checked"
                                                       : "races not checked";
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
  if (verdict.incomplete || verdict.raceStatus == RaceStatus::Vacuous) {
    return paint.doubtful(text);
  }
  return verdict.raceStatus == RaceStatus::RaceFree ? paint.good(text) : text;
}

bool asksCondition(const Program& program) {
  return program.quantifier != Quantifier::Exists ||
         !std::holds_alternative<TrueCondition>(program.condition->node);
}

std::string conditionText(const Program& program) {
  const std::string condition = program.conditionText.empty() ? "(true)" : program.conditionText;
  return fmt::format("{} {}", nameOf(program.quantifier), condition);
}

std::string conditionAnswer(const Verdict& verdict) {
  switch (verdict.observation) {
    case Observation::NotAsked:
      return "not checked";
    case Observation::Vacuous:
      return assumed(verdict, fmt::format("vacuous ({})", whyVacuous(verdict)));
    case Observation::Sometimes:
      return fmt::format("{}{}", nameOf(verdict.observation),
                         verdict.conditionOnlyThroughValueCycle ? kOnlyThroughCycle : "");
    case Observation::Always:
    case Observation::Never:
      return assumed(verdict, nameOf(verdict.observation));
    case Observation::Undecided:
      break;
  }
  return verdict.condition == Status::Allowed ? fmt::format("at least Sometimes ({})", verdict.whyOpen())
                                              : undecidedText(verdict);
}

std::string whyVacuous(const Verdict& verdict) {
  return fmt::format("no execution is consistent and complete{}",
                     verdict.program->filter == nullptr ? "" : " and passes the filter");
}

}  // namespace hrfcheck::inline report
