#include "results_row.h"

namespace hrfcheck::fuzz {

ResultRow exampleRow() {
  ResultRow row;
  row.path = "a.litmus";
  row.model = "sc";
  row.races = RaceStatus::Racy;
  row.sourceHash = "00ff";
  row.log = LogEntry{};
  row.log->test = "T";
  row.log->models = {"sc", "rsp"};
  row.log->kind = Quantifier::Exists;
  row.log->states = {{{"0:r0", "0"}, {"[x]", "1"}}, {{"0:r0", "1"}, {"[x]", "1"}}};
  row.log->result = LoggedResult{ResultWord::Ok};
  row.log->positive = row.log->negative = 1;
  row.log->flags = {"race"};
  row.log->pairs = {{"race", "P0:1", "P1:0"}};
  row.log->incidents = {"fault P0:0"};
  row.log->condition = "exists (0:r0=0)";
  row.log->observation = Observation::Sometimes;
  row.log->hash = "0123456789abcdef0123456789abcdef";
  row.expectations = {{"e.csv:3", "race", "obe", ExpectationOutcome::Failed, "line 1\nline 2"}};
  row.executions = {"P0: x=1"};
  row.report = "text";
  row.picture = "digraph {}";
  row.seconds = 0.125;
  return row;
}

}  // namespace hrfcheck::fuzz
