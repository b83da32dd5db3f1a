// Other people's model files by what they use of cat: each one named in a row below, in an excerpt of our own
// that uses the same, and the file itself where it is there. Each is read, and answers a test of each of its
// dialects through both engines, or is an error at the construct that is not known.

#include "dat3m/constructs.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <vector>

#include "cat/library.h"
#include "check/check.h"
#include "dat3m/rows.h"
#include "engine/engine.h"
#include "frontend/litmus.h"
#include "support/given.h"

using namespace hrfcheck;
using namespace hrfcheck::dat3m;

namespace {

namespace fs = std::filesystem;

using Words = std::set<std::string>;

/// A message is handed over, as each dialect says it: what it says is lost is never observed.
const std::map<std::string, std::string> kHandedOver{
    {"C", R"(C handed-over
{ x=0; f=0; }
P0(atomic_int* x, atomic_int* f) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  atomic_store_explicit(f, 1, memory_order_release);
}
P1(atomic_int* x, atomic_int* f) {
  int r0 = atomic_load_explicit(f, memory_order_acquire);
  int r1 = atomic_load_explicit(x, memory_order_relaxed);
}
exists (1:r0=1 /\ 1:r1=0)
)"},
    {"OPENCL", R"(OPENCL handed-over
{ x=0; f=0; }
P0@wg 0 (global atomic_int* x, global atomic_int* f) {
  atomic_store_explicit(x, 1, memory_order_relaxed, memory_scope_device);
  atomic_store_explicit(f, 1, memory_order_release, memory_scope_device);
}
P1@wg 1 (global atomic_int* x, global atomic_int* f) {
  int r0 = atomic_load_explicit(f, memory_order_acquire, memory_scope_device);
  int r1 = atomic_load_explicit(x, memory_order_relaxed, memory_scope_device);
}
exists (1:r0=1 /\ 1:r1=0)
)"},
    {"PTX", R"(PTX handed-over
{ x=0; f=0; }
 P0@cta 0,gpu 0      | P1@cta 1,gpu 0       ;
 st.weak x, 1        | ld.acquire.gpu r0, f ;
 st.release.gpu f, 1 | ld.weak r1, x        ;
exists (1:r0=1 /\ 1:r1=0)
)"},
    {"VULKAN", R"(VULKAN handed-over
{ x=0; f=0; }
 P0@sg 0,wg 0,qf 0                   | P1@sg 0,wg 1,qf 0                      ;
 st.av.dv.sc0 x, 1                   | ld.atom.acq.dv.sc0.semsc0.semvis r0, f ;
 st.atom.rel.dv.sc0.semsc0.semav f, 1 | ld.vis.dv.sc0 r1, x                    ;
exists (1:r0=1 /\ 1:r1=0)
)"},
    {"HSA", R"(HSA handed-over
{ x=0; f=0; }
 P0@wg 0         | P1@wg 1           ;
 st x, 1         | ld.acq.cmp r0, f ;
 st.rel.cmp f, 1 | ld r1, x          ;
exists (1:r0=1 /\ 1:r1=0)
)"},
};

/// A file, what it uses, and the dialects of the tests that it is asked about.
struct NamedFile {
  std::string peer;  ///< whose: a folder of excerpts
  std::string file;
  Words constructs;
  std::vector<std::string> dialects;
  /// Of a file to be included: what follows it in the model that is asked.
  std::string rest = "";
};

const std::string kInterleaving = "acyclic po | rf | fr | co as interleaving\n";

const std::vector<NamedFile>& rows() {
  static const Words c11{"function", "flag", "complement", "range", "own fr"};
  static const Words opencl{"function", "flag", "complement", "range", "syncbar", "levels"};
  static const Words vulkan{"function", "flag", "own fr", "syncbar", "vloc", "levels", "ssw"};
  static const std::vector<NamedFile> all{
      {"dartagnan",
       "ptx-v6.0.cat",
       {"let rec", "own co", "own fr", "sync_fence", "syncbar", "sr", "levels"},
       {"PTX"}},
      {"dartagnan",
       "ptx-v7.5.cat",
       {"own co", "own fr", "sync_fence", "syncbar", "vloc", "sr", "levels"},
       {"PTX"}},
      {"dartagnan", "vulkan.cat", vulkan, {"VULKAN"}},
      {"dartagnan", "vulkan-nochains.cat", vulkan, {"VULKAN"}},
      {"dartagnan", "opencl.cat", opencl, {"OPENCL"}},
      {"dartagnan", "opencl-herd.cat", opencl, {"OPENCL"}},
      {"dartagnan", "c11.cat", c11, {"C"}},
      {"dartagnan", "c11-orig.cat", c11, {"C"}},
      {"dartagnan", "c11-partialsc.cat", c11, {"C"}},
      {"dartagnan", "rc11.cat", {"flag"}, {"C"}},
      {"dartagnan", "imm.cat", {"flag", "casdep"}, {"C"}},
      {"dartagnan", "sc.cat", {}, {"C", "OPENCL", "PTX", "VULKAN", "HSA"}},
      {"dartagnan", "tso.cat", {"include", "mfence"}, {"C", "HSA"}},
      {"herd", "sc.cat", {"include"}, {"C", "OPENCL", "PTX", "VULKAN", "HSA"}},
      {"herd", "tso.cat", {"include", "mfence"}, {"C", "HSA"}},
      {"herd", "rc11.cat", {"include", "undefined_unless"}, {"C"}},
      {"herd", "c11_base.cat", {"include", "complement", "toid", "own fr", "locks"}, {"C"}},
      {"herd",
       "c11_cos.cat",
       {"include", "with from", "generate_orders", "own co", "own fr"},
       {"C"},
       kInterleaving},
      {"herd", "c11_los.cat", {"let in", "with from", "generate_orders", "locks"}, {"C"}, kInterleaving},
      {"herd", "c11_simp.cat", {"include", "undefined_unless"}, {"C"}},
      {"herd", "c11_partialSC.cat", {"include", "undefined_unless", "toid"}, {"C"}},
      {"herd",
       "simple-c11.cat",
       {"include", "let in", "with from", "linearisations", "flag", "undefined_unless", "toid"},
       {"C"}},
      {"herd",
       "stdlib.cat",
       {"let rec", "function", "let in", "procedure", "call", "try", "match", "complement", "toid", "range",
        "fencerel"},
       {"C", "PTX"},
       kInterleaving},
      {"herd", "cos.cat", {"include", "variant"}, {"C", "VULKAN"}, kInterleaving},
  };
  return all;
}

std::string joined(const Words& words) {
  return fmt::format("{}", fmt::join(words, ", "));
}

/// Every final state, and how often the condition holds.
std::string answer(Engine& engine, const std::shared_ptr<const Program>& program, const Model& model) {
  const Verdict verdict =
      checkProgram(engine, given(std::make_shared<const EventStructure>(program), model), {});
  std::string text = verdict.observation == Observation::Never ? "Never" : "not Never";
  for (const Outcome& outcome : verdict.analysis.outcomes) {
    text += fmt::format(" {}", fmt::join(outcome.values, ","));
  }
  return text;
}

Model modelOf(const NamedFile& row, const fs::path& file) {
  if (row.rest.empty()) {
    return ModelLibrary({}).load(file.string());
  }
  const std::string text = fmt::format("\"{0} and a check\"\ninclude \"{0}\"\n{1}", row.file, row.rest);
  return parseModel(std::make_shared<const Source>((file.parent_path() / "asked.cat").string(), text), {});
}

void ask(const NamedFile& row, const fs::path& file) {
  CAPTURE(file.string());
  CHECK(joined(constructsOf(file)) == joined(row.constructs));
  const Model model = modelOf(row, file);
  for (const std::string& dialect : row.dialects) {
    CAPTURE(dialect);
    const auto program = parseLitmus(std::make_shared<const Source>("handed-over", kHandedOver.at(dialect)));
    const std::string one = answer(*makeExplicitEngine(), program, model);
    CHECK(one.starts_with("Never "));
    CHECK(one == answer(*makeSmtEngine(), program, model));
  }
}

fs::path excerpt(const NamedFile& row) {
  return fs::path(HRFCHECK_SOURCE_DIR) / "tests/dat3m/excerpts" / row.peer / row.file;
}

}  // namespace

TEST_CASE("models in the style of others: what they use, and what both engines answer") {
  for (const NamedFile& row : rows()) {
    ask(row, excerpt(row));
  }
}

TEST_CASE("the models of others: what they use, and what both engines answer") {
  const auto corpus = folder();
  if (!corpus) {
    MESSAGE("skipped: no corpora beside the sources, and HRFCHECK_CORPORA is not set");
    return;
  }
  for (const NamedFile& row : rows()) {
    const fs::path file =
        row.peer == "herd" ? corpus->parent_path() / "herd/cat" / row.file : *corpus / "cat" / row.file;
    if (fs::exists(file)) {
      ask(row, file);
    } else {
      MESSAGE("not there, and not asked: " << file.string());
    }
  }
}

// herd computes `pco` by code of its own, where the variant cos-opt is chosen; nothing here does.
TEST_CASE("a file that is not given its meaning is an error at the construct") {
  std::vector<std::pair<fs::path, std::string>> files{
      {fs::path(HRFCHECK_SOURCE_DIR) / "tests/dat3m/excerpts/herd/cos-ok-opt.cat",
       "let cobase = begun | pco"}};
  if (const auto corpus = folder()) {
    files.emplace_back(corpus->parent_path() / "herd/cat/cos-ok-opt.cat", "let cobase = rmwco|pco");
  }
  for (const auto& [file, line] : files) {
    CAPTURE(file.string());
    const std::string text =
        fmt::format("\"asked\"\ninclude \"{}\"\n{}", file.filename().string(), kInterleaving);
    const std::string asked = (file.parent_path() / "asked.cat").string();
    try {
      parseModel(std::make_shared<const Source>(asked, text), {});
      FAIL_CHECK("it is read");
    } catch (const UserError& error) {
      const Diagnostic& first = error.diagnostics().front();
      CHECK(first.message == "unknown name 'pco'");
      REQUIRE(first.place.known());
      CHECK(first.place.source->line(first.place.position().line) == line);
    }
  }
}
