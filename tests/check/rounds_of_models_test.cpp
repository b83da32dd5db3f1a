// Rounds of spin loops that only some models look at, and loops that are spin loops under some models only.

#include <doctest/doctest.h>

#include "cat/library.h"
#include "check/check.h"
#include "check/check_options.h"
#include "check/prepare/preparation.h"
#include "engine/engine.h"
#include "frontend/litmus.h"

namespace hrfcheck::test::rounds_of_models_test {
namespace {

const ModelLibrary& library() {
  static const ModelLibrary kLibrary({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  return kLibrary;
}

Model modelOf(const std::string& text) {
  return parseModel(std::make_shared<const Source>("m.cat", text), library().folders());
}

/// What both engines say of a test.
Verdict asked(const Model& model, const std::string& text, unsigned unroll = 4) {
  const auto program = parseLitmus(std::make_shared<const Source>("t.litmus", text));
  const CheckOptions options = checkOptions({}, CheckQuestion::Everything, Explaining::No);
  const PreparedTest test = prepared(program, unroll, model);
  Verdict verdict = checkProgram(*makeExplicitEngine(), test, options);
  const Verdict other = checkProgram(*makeSmtEngine(), test, options);
  CHECK(verdict.condition == other.condition);
  CHECK(verdict.racy == other.racy);
  CHECK(verdict.flags.size() == other.flags.size());
  return verdict;
}

const std::string kSc = "M\nacyclic po | rf | co | fr as sc\nempty rmw & (fr ; co) as atomicity\n";

/// P1 waits for f, and reads x in each round that goes back.
const std::string kReadsInRounds =
    "C t\n{ f = 0; x = 0; }\n"
    "P0 (atomic_int* f, atomic_int* x) {\n  atomic_store_explicit(f, 1, memory_order_relaxed);\n}\n"
    "P1 (atomic_int* f, atomic_int* x) {\n  int r = 0;\n  int q = 0;\n  while (1) {\n"
    "    r = atomic_load_explicit(f, memory_order_relaxed);\n    if (r == 1) break;\n"
    "    q = atomic_load_explicit(x, memory_order_acquire);\n  }\n}\n"
    "exists (1:r = 1)\n";

}  // namespace

TEST_CASE("rounds of models: two of them that race with each other") {
  const std::string text =
      "VULKAN v\n{ f=0; g=0; x=0; y aliases x; }\n"
      " P0@sg 0,wg 0,qf 0 | P1@sg 0,wg 1,qf 0 ;\n"
      " LC00: | st.atom.dv.sc0 g, 1 ;\n"
      " ld.atom.dv.sc0 r0, f | st.atom.dv.sc0 f, 1 ;\n"
      " bne r0, 0, LC01 | ;\n ld.atom.dv.sc0 r1, g | ;\n bne r1, 0, LC02 | ;\n st.sc0 x, 1 | ;\n"
      " goto LC03 | ;\n LC02: | ;\n st.sc0 y, 1 | ;\n LC03: | ;\n goto LC00 | ;\n LC01: | ;\n"
      "exists (0:r0=1)\n";
  CHECK(asked(library().load("vulkan"), text).racy);
  const Model twice = modelOf(kSc + "flag ~empty ([R & ACQ] ; po ; [R & ACQ]) as twice\n");
  CHECK(asked(twice, kReadsInRounds).flags.size() == 1);
}

TEST_CASE("rounds of models: what a requirement asks for may be in one") {
  for (const char* needs : {"~empty (R & ACQ) as needs\n", "~irreflexive [R & ACQ] as needs\n"}) {
    CAPTURE(needs);
    CHECK(asked(modelOf(kSc + needs), kReadsInRounds).condition == Status::Allowed);
  }
}

TEST_CASE("rounds of models: a location of a thread's own by two names is not a register") {
  const std::string text =
      "PTX x\n{ f=0; z=0; x=0; y aliases x; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
      " st.weak x, 1 | st.relaxed.gpu f, 1 ;\n LC00: | ;\n ld.relaxed.gpu r0, f | ;\n bne r0, 0, LC01 | ;\n"
      " st.weak x, 0 | ;\n ld.weak r1, y | ;\n beq r1, 0, LC02 | ;\n atom.relaxed.gpu.add r2, z, 1 | ;\n"
      " LC02: | ;\n goto LC00 | ;\n LC01: | ;\nexists (z=3)\n";
  CHECK(asked(library().load("ptx"), text).condition == Status::Allowed);
}

TEST_CASE("rounds of models: nor is one where the model keeps ordinary accesses in no order") {
  const std::string text =
      "C t\n{ f = 0; p = 0; x = 0; }\nP0 (atomic_int* f) {\n  atomic_store_explicit(f, 1, memory_order_relaxed);\n}\n"
      "P1 (atomic_int* f, int* p, atomic_int* x) {\n  int t = 0;\n  *p = 1;\n"
      "  while (atomic_load_explicit(f, memory_order_relaxed) == 0) {\n    *p = 0;\n    t = *p;\n"
      "    if (t == 1) atomic_fetch_add_explicit(x, 1, memory_order_relaxed);\n  }\n}\nexists (x = 3)\n";
  const Model loose = modelOf(
      "M\nacyclic (po-loc | rf | co | fr) & (A * A) as coherence\nempty rmw & (fr ; co) as atomicity\n");
  CHECK(asked(loose, text).condition == Status::Allowed);
  CHECK(asked(modelOf(kSc), text).condition == Status::Forbidden);
}

TEST_CASE("rounds of models: what is a thread's own does not depend on --unroll") {
  const std::string text =
      "C t\n{ f = 0; a[2] = {0, 0}; }\nP0 (atomic_int* f, int* a) {\n  int i = 0;\n"
      "  while (atomic_load_explicit(f, memory_order_relaxed) == 0) {\n    a[i] = 5;\n    i = 1;\n  }\n}\n"
      "P1 (atomic_int* f, int* a) {\n  int r = a[1];\n  a[1] = 6;\n  int q = a[1];\n  a[1] = 7;\n"
      "  int s = a[1];\n  atomic_store_explicit(f, 1, memory_order_relaxed);\n}\n"
      "exists (1:r = 5 /\\ 1:q = 5 /\\ 1:s = 5)\n";
  CHECK(asked(library().load("sc"), text).condition == Status::Allowed);
  CHECK(asked(library().load("sc"), text, 1).condition == Status::Undecided);
}

TEST_CASE("rounds of models: a round that is kept reads from one that updates") {
  const std::string text =
      "C t\n{ l = 0; x = 0; }\n"
      "P0 (atomic_int* l, atomic_int* x) {\n  int c = 0;\n  int r = 5;\n"
      "  while (atomic_load_explicit(l, memory_order_acquire) == 1) c = 7;\n"
      "  r = atomic_load_explicit(x, memory_order_relaxed);\n  atomic_store_explicit(l, 5, memory_order_relaxed);\n}\n"
      "P1 (atomic_int* l, atomic_int* x) {\n  atomic_store_explicit(x, 1, memory_order_relaxed);\n"
      "  atomic_store_explicit(l, 1, memory_order_release);\n}\n"
      "P2 (atomic_int* l) {\n  int rl = 0;\n"
      "  do {\n    rl = atomic_exchange_explicit(l, 1, memory_order_relaxed);\n  } while (rl == 1);\n}\n"
      "P3 (atomic_int* l) {\n  atomic_store_explicit(l, 0, memory_order_relaxed);\n}\n"
      "exists (0:c = 7 /\\ 0:r = 0 /\\ 2:rl = 5)\n";
  const Model model = modelOf(
      "M\nacyclic po-loc | rf | co | fr as coh\nempty rmw & (fr ; co) as atomicity\n"
      "let sw = [W & REL] ; rf ; [R & ACQ]\nlet hb = (po | sw)+\nirreflexive hb ; (rf | fr | co)? as hbc\n");
  CHECK(asked(model, text).condition == Status::Allowed);
}

TEST_CASE("rounds of models: an update that is not atomic does not leave its location as it is") {
  const std::string text =
      "C t\n{ l = 1; z = 0; y = 0; }\n"
      "P0 (atomic_int* l, atomic_int* z, atomic_int* y) {\n  int c = 0;\n"
      "  while (atomic_load_explicit(z, memory_order_relaxed) == 0) ;\n"
      "  while (atomic_exchange_explicit(l, 1, memory_order_relaxed) == 1) c = 1;\n"
      "  atomic_store_explicit(y, 1, memory_order_relaxed);\n  atomic_store_explicit(l, 0, memory_order_relaxed);\n}\n"
      "P1 (atomic_int* l, atomic_int* z) {\n  atomic_store_explicit(l, 0, memory_order_relaxed);\n"
      "  atomic_store_explicit(z, 1, memory_order_relaxed);\n}\n"
      "P2 (atomic_int* l, atomic_int* y) {\n  int ry = 0;\n  int rl = 0;\n  do {\n"
      "    ry = atomic_load_explicit(y, memory_order_relaxed);\n"
      "    rl = atomic_exchange_explicit(l, 1, memory_order_relaxed);\n  } while (rl == 1);\n}\n"
      "P3 (atomic_int* l) {\n  atomic_store_explicit(l, 0, memory_order_relaxed);\n}\n"
      "exists (0:c = 1 /\\ 2:ry = 1)\n";
  CHECK(asked(modelOf("M\nacyclic po | rf | co | fr as sc\n"), text).condition == Status::Allowed);
  CHECK(asked(modelOf("M\n(*\n  Updates: hand on\n*)\nacyclic po | rf | co | fr as sc\n"), text).condition ==
        Status::Allowed);
}

}  // namespace hrfcheck::test::rounds_of_models_test
