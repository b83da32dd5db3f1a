#include "report/rows/answered_row.h"

#include "check/models/scope_of_model.h"
#include "report/text/verdict_text.h"

namespace hrfcheck::inline report {

void setAnswer(ResultRow& row, const Verdict& verdict, const Model& model, Witnesses counted) {
  switch (verdict.standing()) {
    case Standing::Answered:
      row.status = RowStatus::Answered;
      break;
    case Standing::Undecided:
      row.status = RowStatus::Undecided;
      row.reason = verdict.whyOpen();
      break;
    case Standing::Vacuous:
      row.status = RowStatus::Vacuous;
      row.reason = whyVacuous(verdict);
      break;
  }
  const bool notDefined = verdict.raceStatus == RaceStatus::NotAsked && !definesRaces(model);
  row.races = notDefined ? RaceStatus::NotDefined : verdict.raceStatus;
  row.log = logEntry(verdict, counted);
}

}  // namespace hrfcheck::inline report
