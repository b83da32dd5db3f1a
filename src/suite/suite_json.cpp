#include <nlohmann/json.hpp>

#include "suite/property_answers.h"
#include "suite/suite_report.h"
#include "util/json_fields.h"

namespace hrfcheck::inline suite {
namespace {

using Json = nlohmann::ordered_json;

Json findingJson(const SuiteOptions& options, const SuiteFinding& finding) {
  return {{"kind", nameOf(finding.kind)},
          {"number", finding.number},
          {"rule", finding.rule},
          {"what", finding.what},
          {"litmus", finding.litmus},
          {"replay", replayCommand(options, finding, "suite-" + std::to_string(finding.number) + ".litmus")}};
}

Json mutantJson(const SuiteOptions& options, const SuiteMutant& mutant) {
  Json json{{"rule", mutant.rule}, {"caught", mutant.killer.has_value()}, {"undecided", mutant.undecided}};
  if (mutant.killer) {
    json["killer"] = findingJson(options, *mutant.killer);
  }
  return json;
}

}  // namespace

std::string suiteJson(const SuiteOptions& options, const SuiteResult& result) {
  const SuiteCounts& counts = result.tally.counts;
  Json json{{"format", "hrfcheck-suite"},
            {"version", 1},
            {"options", suiteDescription(options)},
            {"shard", {{"number", options.shard.number}, {"of", options.shard.of}}},
            {"failed", result.failed()},
            {"undecided", result.undecided()},
            {"piecesLeft", result.piecesLeft},
            {"counts",
             {{"programs", counts.programs},
              {"raceFree", counts.raceFree},
              {"racy", counts.racy},
              {"sound", counts.sound},
              {"states", counts.states}}}};
  if (!options.mutants && options.models.size() == 1) {
    const PropertyAnswers answers = answersOf(options, result);
    json["properties"] = {{"P1", nameOf(answers.p1)}, {"P2", nameOf(answers.p2)}, {"P3", nameOf(answers.p3)}};
  }
  json["found"] = Json::object();
  for (const auto& [kind, name] : kFindingKinds) {
    json["found"][std::string(name)] = result.tally.found(kind);
  }
  json["findings"] = arrayOf(result.tally.findings(),
                             [&](const SuiteFinding& finding) { return findingJson(options, finding); });
  if (options.mutants) {
    json["mutants"] =
        arrayOf(result.mutants, [&](const SuiteMutant& mutant) { return mutantJson(options, mutant); });
  }
  return json.dump(2) + "\n";
}

}  // namespace hrfcheck::inline suite
