// Pictures for papers: TikZ and PDF of `graph`, `simulate` and `progress`.

#include <doctest/doctest.h>

#include "cli/process.h"
#include "support/has.h"

using namespace hrfcheck::test;

namespace {

const std::string kDrawnTest = std::string(HRFCHECK_SOURCE_DIR) + "/litmus/rsp/fig14-case2.litmus";
const std::string kDrawnLock = std::string(HRFCHECK_SOURCE_DIR) + "/litmus/progress/mutex-cas.litmus";
const std::string kTracedTest = std::string(HRFCHECK_SOURCE_DIR) + "/litmus/machines/b3-own-group.litmus";

bool lacksDot() {
  const bool lacks = runShell("command -v dot").status != 0;
  if (lacks) {
    MESSAGE("skipped: Graphviz is not installed");
  }
  return lacks;
}

}  // namespace

TEST_CASE("graph: TikZ by the file's name or by --format, a part of a document or a whole one") {
  const Scratch scratch;
  CHECK(runProgram({"graph", kDrawnTest, "-o", scratch.path("a.tex")}).status == 0);
  const std::string tikz = contents(scratch.path("a.tex"));
  CHECK(has(tikz, "\\begin{tikzpicture}"));
  CHECK(runProgram({"graph", kDrawnTest, "--format", "tikz"}).out == tikz);
  const Finished whole = runProgram({"graph", kDrawnTest, "--format", "tikz", "--standalone"});
  CHECK(has(whole.out, "\\documentclass"));
  const Finished bare = runProgram({"graph", kDrawnTest, "--format", "tikz", "--no-caption", "--no-legend"});
  CHECK(has(tikz, "program order"));
  CHECK_FALSE(has(bare.out, "program order"));
  CHECK_FALSE(has(bare.out, "Fig14"));
  const Finished other = runProgram({"graph", kDrawnTest, "--format", "dot", "--standalone"});
  CHECK(other.status == 64);
  CHECK(has(other.err, "--standalone is for pictures in TikZ"));
}

TEST_CASE("graph: the options for captions and legends hold for every drawn format") {
  const Finished whole = runProgram({"graph", kDrawnTest, "--format", "dot"});
  CHECK(has(whole.out, "\"title\""));
  CHECK(has(whole.out, "\"legend program order\""));
  const Finished bare = runProgram({"graph", kDrawnTest, "--format", "dot", "--no-caption", "--no-legend"});
  CHECK_FALSE(has(bare.out, "\"title\""));
  CHECK_FALSE(has(bare.out, "legend"));
}

TEST_CASE("graph and progress: PDF") {
  if (lacksDot()) {
    return;
  }
  const Scratch scratch;
  CHECK(runProgram({"graph", kDrawnTest, "-o", scratch.path("a.pdf")}).status == 0);
  CHECK(contents(scratch.path("a.pdf")).starts_with("%PDF-"));
  CHECK(runProgram({"progress", "--graph", scratch.path("b.pdf"), kDrawnLock}).status == 0);
  CHECK(contents(scratch.path("b.pdf")).starts_with("%PDF-"));
}

TEST_CASE("simulate: a trace in TikZ, and what a PDF of it needs") {
  const Scratch scratch;
  const std::vector<std::string> asked{"simulate",  "--machine",     "rsp-lit",
                                       "--outcome", "1:r0=1 1:r1=0", kTracedTest};
  const auto traced = [&](std::vector<std::string> more) {
    std::vector<std::string> words = asked;
    words.insert(words.end(), more.begin(), more.end());
    return runProgram(words);
  };
  CHECK(traced({"--trace", scratch.path("t.tex")}).status == 0);
  CHECK(has(contents(scratch.path("t.tex")), "step of a thread"));
  CHECK(traced({"--trace", scratch.path("u.tex"), "--no-legend", "--standalone"}).status == 0);
  CHECK_FALSE(has(contents(scratch.path("u.tex")), "step of a thread"));
  CHECK(has(contents(scratch.path("u.tex")), "\\documentclass"));
  const Finished pdf = traced({"--trace", scratch.path("t.pdf")});
  CHECK(pdf.status == 64);
  CHECK(has(pdf.err, ".tex"));
}

TEST_CASE("progress: states in TikZ; many states without a hang are not drawn") {
  if (lacksDot()) {
    return;
  }
  const Scratch scratch;
  CHECK(runProgram({"progress", "--graph", scratch.path("s.tex"), "--no-caption", kDrawnLock}).status == 0);
  const std::string tikz = contents(scratch.path("s.tex"));
  CHECK(has(tikz, "\\begin{tikzpicture}"));
  CHECK_FALSE(has(tikz, "states,"));
  const std::string many = scratch.file("many.litmus",
                                        "HSA many\n{ x=0; }\n P0-P3 ;\n faa.sc.cmp r0, x, 1 ;\n"
                                        " faa.sc.cmp r1, x, r0 ;\n faa.sc.cmp r2, x, r1 ;\n");
  const Finished refused =
      runProgram({"progress", "--graph", scratch.path("m.svg"), many, "--scheduler", "weak"});
  CHECK(refused.status == 2);
  CHECK(has(refused.err, "more than 60 are not drawn"));
}
