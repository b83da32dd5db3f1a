// The scoped tests of herd's tutorial, with its bell file and its model.

#include <doctest/doctest.h>

#include <map>

#include "cat/library.h"
#include "check/check.h"
#include "check/models/bell_rules.h"
#include "dat3m/rows.h"
#include "engine/engine.h"
#include "frontend/litmus.h"
#include "support/given.h"
#include "util/source.h"

using namespace hrfcheck;

namespace {

/// What herd7 says of them (README.md beside them).
const std::map<std::string, Observation> kAnswers{
    {"mp-mit-scopes", Observation::Sometimes},
    {"mp-mit-scopes+fgpus", Observation::Never},
    {"mp-mit-scopes+fcta+fgpu", Observation::Sometimes},
    {"mp-mit-scopes+fgpu+fsys", Observation::Sometimes},
};

void run(Engine& engine) {
  const auto corpus = dat3m::folder();
  if (!corpus) {
    MESSAGE("skipped: no corpora beside the sources, and HRFCHECK_CORPORA is not set");
    return;
  }
  const std::filesystem::path folder = corpus->parent_path() / "herd" / "scoped";
  ModelLimits limits;
  limits.bell = (folder / "jaguar.bell").string();
  const Model model = ModelLibrary({}, limits).load((folder / "jaguar.cat").string());
  for (const auto& [name, answer] : kAnswers) {
    CAPTURE(name);
    const auto program = parseLitmus(readSource((folder / (name + ".litmus")).string()));
    CHECK(bellMistakes(model, *program).empty());
    const Verdict verdict =
        checkProgram(engine, given(std::make_shared<const EventStructure>(program), model), {});
    CHECK(verdict.observation == answer);
  }
}

}  // namespace

TEST_CASE("herd's scoped tests, explicit engine") {
  run(*makeExplicitEngine());
}

TEST_CASE("herd's scoped tests, smt engine") {
  run(*makeSmtEngine());
}
