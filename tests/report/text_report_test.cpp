#include "report/text/text_report.h"

#include <doctest/doctest.h>

#include "cat/library.h"
#include "support/given.h"
#include "support/verdicts.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

Verdict verdictOf(const std::string& text, const std::string& model, Analysis analysis) {
  FixedEngine engine(std::move(analysis));
  const auto structure = std::make_shared<const EventStructure>(programOf(text));
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  return checkProgram(engine, given(structure, library.load(model)), {});
}

Verdict realVerdict(const std::string& text, const std::string& model) {
  const auto engine = makeExplicitEngine();
  const auto structure = std::make_shared<const EventStructure>(programOf(text));
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  return checkProgram(*engine, given(structure, library.load(model)), {});
}

constexpr const char* kOneStore = "HSA One\n{ x=0; }\n P0 ;\n st x, 1 ;\nforall (x=1)\n";

}  // namespace

TEST_CASE("a racy test: verdict, races, reason, fix, outcomes with their label") {
  CHECK(textReport(realVerdict(kFig14, "hrf-indirect-relaxed")) ==
        R"(test.litmus  ·  hrf-indirect-relaxed  ·  RACY: any outcome is possible

  heterogeneous race   P0:1  st.rel.wg L, 0                  wg 0   line 5
                       P1:0  cas.rm_acq.cmp r0, L, 0, 1      cmp 0  line 4
    not ordered: P0 released to wg 0, which does not contain P1 (scope-inclusion violation)
    would not race if P0:1 were at cmp scope
  heterogeneous race   P0:0  st V, 2  ×  P1:2  ld r1, V   follows from the pair above

  outcomes of the consistent executions (not guaranteed, the test is racy)
    1:r0=0 1:r1=0    1:r0=0 1:r1=2    1:r0=1 1:r1=0
  exists (1:r0=0 /\ 1:r1=0): Sometimes
  note: not covered by the model's source: remote operations (treated as ordinary scoped ones)
)");
}

TEST_CASE("a race-free test") {
  CHECK(textReport(realVerdict(kFig14, "rsp")) == R"(test.litmus  ·  rsp  ·  race-free

  outcomes
    1:r0=0 1:r1=2    1:r0=1 1:r1=0
  exists (1:r0=0 /\ 1:r1=0): Never
)");
}

TEST_CASE("a test without a condition has its outcomes only") {
  const std::string code = "HSA Plain\n{ x=0; }\n P0 | P1 ;\n st.sc.sys x, 1 | ld.sc.sys r0, x ;\n";
  const Verdict verdict = realVerdict(code, "hrf-direct");
  CHECK(textReport(verdict) == R"(test.litmus  ·  hrf-direct  ·  race-free

  outcomes
    1:r0=0 x=1    1:r0=1 x=1
)");
  CHECK(summaryTable(*verdict.program, {{"hrf-direct", &verdict, ""}}, false) == R"(test.litmus
  model       races      final states
  hrf-direct  race-free  2
)");
}

TEST_CASE("expectations say whether they hold") {
  CHECK(textReport(realVerdict(kOneStore, "sc")) == R"(test.litmus  ·  sc  ·  this model defines no races

  outcomes
    x=1
  forall ([x]=1): Always
    holds
)");
}

TEST_CASE("undecided never looks like an answer") {
  Analysis analysis;
  analysis.undecided = "time limit";
  CHECK(textReport(verdictOf(kFig14, "rsp", analysis)) ==
        R"(test.litmus  ·  rsp  ·  undecided (time limit): no race found so far

  outcomes found so far (time limit)
    none yet
  exists (1:r0=0 /\ 1:r1=0): undecided (time limit)
)");
}

TEST_CASE("a witness found before the limit is an answer, and the rest is not") {
  const auto program = programOf(kOneStore);
  Analysis analysis;
  analysis.undecided = "time limit";
  analysis.outcomes.push_back({{1}, true, {}});
  CHECK(textReport(verdictOf(kOneStore, "rsp", analysis)) ==
        R"(test.litmus  ·  rsp  ·  undecided (time limit): no race found so far

  outcomes found so far (time limit)
    x=1
  forall ([x]=1): at least Sometimes (time limit)
)");
}

TEST_CASE("too many outcomes are counted, not dropped") {
  Analysis analysis;
  for (Value v = 0; v < 70; ++v) {
    analysis.outcomes.push_back({{v}, v == 1, {}});
  }
  const std::string report = textReport(verdictOf(kOneStore, "sc", analysis));
  CHECK(report.find("... and 6 more (--format herd lists all 70)") != std::string::npos);
  CHECK(report.find("x=63") != std::string::npos);
  CHECK(report.find("x=64") == std::string::npos);
  CHECK(report.find("does not hold") != std::string::npos);
}

TEST_CASE("statistics only on request") {
  Analysis analysis;
  analysis.statistics = {{"candidates", 12}};
  const Verdict verdict = verdictOf(kOneStore, "sc", analysis);
  CHECK(textReport(verdict).find("candidates") == std::string::npos);
  TextOptions options;
  options.statistics = true;
  options.seconds = 0.25;
  const std::string report = textReport(verdict, options);
  CHECK(report.find("engine: fixed, 0.250 s") != std::string::npos);
  CHECK(report.find("candidates                       12") != std::string::npos);
}

TEST_CASE("colours only on request") {
  const Verdict verdict = realVerdict(kFig14, "hrf-indirect-relaxed");
  CHECK(textReport(verdict).find('\x1b') == std::string::npos);
  TextOptions options;
  options.colour = true;
  CHECK(textReport(verdict, options).find("\x1b[1;31mRACY") != std::string::npos);
}

TEST_CASE("a summary of several models") {
  const Verdict racy = realVerdict(kFig14, "hrf-indirect-relaxed");
  const Verdict free = realVerdict(kFig14, "rsp");
  CHECK(summaryTable(*racy.program, {{"hrf-indirect-relaxed", &racy, ""},
                                     {"rsp", &free, ""},
                                     {"hsa", nullptr, "the model is not intended for HSA tests"}}) ==
        R"(test.litmus
  model                   races          exists (1:r0=0 /\ 1:r1=0)
  hrf-indirect-relaxed *  RACY, 2 pairs  Sometimes
  rsp                     race-free      Never
  * the test uses something that the model's source does not define; see the note in its report
  not applicable (the model is not intended for HSA tests):
    hsa
)");
}

TEST_CASE("long instructions stand behind their scope and their line") {
  const std::string text = textReport(realVerdict(R"(OPENCL wide
{ }
P0@wg 0 (global int* x, global atomic_int* y) {
  *x = 1;
  atomic_store_explicit(y, 1, memory_order_release, memory_scope_work_group);
}
P1@wg 1 (global int* x, global atomic_int* y) {
  int r0 = atomic_load_explicit(y, memory_order_acquire, memory_scope_device);
  if (r0) r0 = *x;
}
)",
                                                  "hrf-indirect-relaxed"));
  INFO(text);
  CHECK(text.find(R"(
  heterogeneous race   P0:1  wg 0   line 5  atomic_store_explicit(y, 1, memory_order_release, memory_scope_work_group)
                       P1:0  dev 0  line 8  r0 = atomic_load_explicit(y, memory_order_acquire, memory_scope_device)
    not ordered: P0 released to wg 0, which does not contain P1 (scope-inclusion violation)
)") != std::string::npos);
}
