// Certificates with one line changed: whatever is accepted is true of the test and the model in it, as
// another engine finds. HRFCHECK_MUTATIONS and HRFCHECK_SEED ask for more of them.

#include <doctest/doctest.h>

#include <cstdlib>

#include "certify/certificate_support.h"
#include "certify/line_mutator.h"
#include "certify/tables.h"
#include "check/prepare/preparation.h"
#include "engine/engine.h"
#include "frontend/litmus.h"
#include "support/slice.h"
#include "verify/refused.h"

namespace hrfcheck::test {
namespace {

/// What is so.
struct Truth {
  std::string test;
  std::set<std::string> possible;
  std::set<std::vector<std::int64_t>> outcomes;
};

Truth asked(const Files& files, const CertificateIndex& index) {
  const std::shared_ptr<const Program> program =
      parseLitmus(std::make_shared<const Source>("test.litmus", files.at("test.txt")), "");
  const LoadedModel model = modelIn(files, index);
  const PreparedTest prepared = Preparation(program, index.reading.unroll).of(model.model, {});
  const Analysis analysis = makeExplicitEngine()->analyse(prepared, {});
  Truth truth{program->name, {}, {}};
  for (const Outcome& outcome : analysis.outcomes) {
    truth.outcomes.emplace(outcome.values.begin(), outcome.values.end());
    truth.possible.insert(outcome.satisfiesCondition ? "condition-holds" : "condition-fails");
  }
  for (const FlagFinding& flag : analysis.flags) {
    truth.possible.insert("flag " + nameInFile(model.model.checks[flag.check]));
  }
  for (const Incident& incident : analysis.incidents) {
    truth.possible.insert(incidentText(incident.kind, incident.where));
  }
  return truth;
}

/// Asks about each test under each model once.
const Truth& truthOf(const Files& files, const CertificateIndex& index) {
  static std::map<std::string, Truth> known;
  std::string key = std::to_string(index.reading.unroll) + " " + index.model + "\n" + files.at("test.txt");
  for (const auto& [name, text] : files) {
    key += name.starts_with("model/") ? name + "\n" + text : "";
  }
  const auto found = known.find(key);
  if (found != known.end()) {
    return found->second;
  }
  if (known.size() > 1000) {
    known.clear();
  }
  return known.emplace(key, asked(files, index)).first->second;
}

std::vector<Files> severalCertificates() {
  std::vector<Files> all;
  for (const auto& [file, model] : std::vector<std::pair<std::string, std::string>>{
           {"hrf/t02-mp-wg-two-groups.litmus", "hrf-direct"},
           {"hrf/t02-mp-wg-two-groups.litmus", "hrf-indirect-relaxed"},
           {"hrf/barrier-divergence-race.litmus", "hrf-direct"},
           {"hrf/anyloc-co.litmus", "hrf-indirect-anyloc"},
           {"rsp/fig14-case2.litmus", "rsp"},
           {"c11/store-buffering.litmus", "c11"},
           {"c11/release-sequence.litmus", "rc11"},
           {"opencl/barrier-as-fence.litmus", "opencl"},
           {"ptx/alias-bare.litmus", "ptx"},
           {"ptx/barrier-count.litmus", "ptx"},
           {"vulkan/add-twice-narrow.litmus", "vulkan"}}) {
    try {
      all.push_back(certified(file, model).files);
    } catch (const std::exception& error) {
      FAIL(file << " under " << model << ": " << error.what());
    }
  }
  return all;
}

std::uint64_t numberFrom(const char* variable, std::uint64_t otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

TEST_CASE("what is accepted of certificates with one line changed is true") {
  LineMutator mutator(severalCertificates(), numberFrom("HRFCHECK_SEED", 1));
  const std::uint64_t mutations = numberFrom("HRFCHECK_MUTATIONS", shareOf(3000));
  std::uint64_t accepted = 0;
  std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> byFile;
  for (std::uint64_t i = 0; i < mutations; ++i) {
    const Mutant mutant = mutator.next();
    std::pair<std::uint64_t, std::uint64_t>& counts = byFile[mutant.file.substr(0, mutant.file.find('-'))];
    ++counts.first;
    Checked result;
    try {
      result = checked(mutant.files);
    } catch (const Refused&) {
      continue;
    }
    CAPTURE(mutant.of);
    CAPTURE(mutant.file);
    CAPTURE(mutant.how);
    ++accepted;
    ++counts.second;
    const Verified& verified = result.verified;
    const Truth& truth = truthOf(mutant.files, verified.index);
    CHECK(result.compared.eventsNot == "");
    CHECK(verified.index.test == truth.test);
    CHECK(verified.outcomes == truth.outcomes);
    std::set<std::string> possible;
    for (const auto& [what, answer] : verified.answers) {
      if (answer) {
        possible.insert(what);
      }
    }
    CHECK(possible == truth.possible);
  }
  for (const auto& [file, counts] : byFile) {
    MESSAGE(file << ": " << counts.second << " of " << counts.first << " accepted");
  }
  CHECK(accepted < mutations / 2);
}

}  // namespace
}  // namespace hrfcheck::test
