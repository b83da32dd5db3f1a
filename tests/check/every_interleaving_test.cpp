#include "check/promise/every_interleaving.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "cat/library.h"
#include "check/check.h"
#include "check/models/scope_of_model.h"
#include "check/prepare/preparation.h"
#include "check/promise/promise.h"
#include "frontend/test_file.h"

namespace every_interleaving_test {

using namespace hrfcheck;

namespace {

const std::string kSource = HRFCHECK_SOURCE_DIR;
const std::string kModels = kSource + "/models";

Program testOf(const std::string& code) {
  return *parseLitmus(
      std::make_shared<const Source>("t.litmus", "HSA t\n{ x=0; y=0; }\n P0@wg 0 | P1@wg 0 ;\n " + code));
}

const std::string kRmw = "exch.sc.cmp r0, x, 1 | st.sc.cmp x, 2 ;\n";

std::string lost(const std::string& model, const std::string& code = kRmw) {
  return interleavingsLost(parseModel(std::make_shared<const Source>("m.cat", model), {kModels}),
                           testOf(code));
}

}  // namespace

TEST_CASE("a model that forbids some interleavings is told by its requirement") {
  const std::string sc = "acyclic po | rf | co | fr as sc\nempty rmw & (fr ; co) as atomicity\n";
  CHECK(lost(sc).empty());
  CHECK(lost(sc + "empty [IW] ; rf ; [R] as no-initial-reads") == "no-initial-reads");
  CHECK(lost(sc + "irreflexive rf ; rmw ; co^-1 as last-first") == "last-first");
  CHECK(lost(sc + "acyclic po | rf^-1 as backwards") == "backwards");
  CHECK(lost(sc + "~empty rf as some-read") == "some-read");
  CHECK(lost(sc + "empty fr ; rf as no-two-reads") == "no-two-reads");
  CHECK(lost(sc + "acyclic po | (rf^-1 ; rf) as reads-in-order") == "reads-in-order");
  CHECK(lost("with t from linearisations(W, co | co^-1)\nacyclic t as t") != "");
}

TEST_CASE("weaker models have all interleavings, however their requirements are written") {
  CHECK(lost("acyclic po-loc | rf | co | fr\nacyclic (po \\ (W * R)) | rfe | co | fr as tso").empty());
  CHECK(lost("let rec order = po | (rf ; order?) | (co ; order)\nirreflexive order as order").empty());
  CHECK(lost("let op = id | rmw | rmw^-1\nacyclic (op ; (po | rf | fr) ; op) \\ op as units").empty());
  CHECK(lost("with t from linearisations(W, co)\nacyclic t | po | rf as t").empty());
  CHECK(lost("empty (rf ; [R]) & (co ; [W] ; rf) as not-behind").empty());
  CHECK(lost("irreflexive (rf^-1)? ; co ; rf? ; po as coherence").empty());
  CHECK(lost("empty (po & (W * W) & loc) \\ co as coherence").empty());
  CHECK(lost("empty rmw & (fre ; coe) as atomicity").empty());
  CHECK(lost("acyclic po | rf | co | fr | syncbar | ended as sc").empty());
  CHECK(lost("acyclic po | unawaited as more") == "more");
}

TEST_CASE("which of the shipped models have every interleaving by their definitions") {
  const ModelLibrary library({kModels});
  // An ordinary read must return what is visible to it: of interleavings with a race that is more than one.
  const std::set<std::string> withVisibility{"c11", "c11-partialsc", "opencl", "opencl-rsp"};
  const Program program = testOf(kRmw);
  for (const std::string& name : library.names()) {
    CHECK_MESSAGE(
        (interleavingsLost(library.load(name), program) == "ordinary-reads") == withVisibility.contains(name),
        name);
    // Of the models of AMD GPUs it is not shown: a read may be ordered behind a write and see another one.
    const bool shown = !withVisibility.contains(name) && !name.starts_with("amdgpu");
    CHECK_MESSAGE(hasEveryInterleaving(library.load(name), program) == shown, name);
  }
}

namespace {

/// The outcomes of small tests; nothing where that is not known.
std::optional<std::set<std::vector<Value>>> outcomesOf(const std::shared_ptr<const Program>& program,
                                                       const Model& model, bool* racy = nullptr) {
  const auto engine = makeExplicitEngine();
  Preparation preparation(program, 2);
  CheckOptions options;
  options.explain = false;
  options.analysis.candidateLimit = 20'000;
  const Verdict verdict = checkProgram(*engine, preparation.of(model), options);
  if (verdict.incomplete || (racy == nullptr && verdict.undefined)) {
    return std::nullopt;
  }
  if (racy != nullptr) {
    *racy = verdict.racy || verdict.undefined;
  }
  std::set<std::vector<Value>> outcomes;
  for (const Outcome& outcome : verdict.analysis.outcomes) {
    outcomes.insert(outcome.values);
  }
  return outcomes;
}

std::vector<std::string> testsUnder(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kSource + "/litmus/" + folder)) {
    if (entry.path().extension() == ".litmus") {
      files.push_back(entry.path());
    }
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace

TEST_CASE(
    "without a race, interleavings are executions of the models in which reads return what is visible") {
  const ModelLibrary library({kModels});
  const Model sc = library.load("sc");
  std::size_t compared = 0;
  for (const char* folder : {"c11", "opencl", "hrf", "rsp"}) {
    for (const std::string& file : testsUnder(folder)) {
      auto program = std::make_shared<Program>(*readTestFile(file, {}));
      program->filter = nullptr;  // a race may be in what it leaves out
      for (const char* name : {"c11", "c11-partialsc", "opencl", "opencl-rsp"}) {
        const Model model = library.load(name);
        bool racy = false;
        if (!whyNotApplicable(model, *program).empty()) {
          continue;
        }
        const auto weak = outcomesOf(program, model, &racy);
        const auto strong = racy || !weak ? std::nullopt : outcomesOf(program, sc);
        if (strong) {
          ++compared;
          CHECK_MESSAGE(std::ranges::includes(*weak, *strong), file << " under " << name);
        }
      }
    }
  }
  CHECK(compared >= 40);
}

}  // namespace every_interleaving_test
