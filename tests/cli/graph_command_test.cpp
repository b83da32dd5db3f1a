#include <doctest/doctest.h>

#include "cli/process.h"
#include "support/has.h"

using namespace hrfcheck::test;

namespace {

const std::string kRemoteTest = R"(HSA Remote
{ X=0; F=0; }
 P0@wg 0        | P1@wg 1             ;
 st X, 1        | ld.rm_acq.cmp r0, F ;
 st.rel.wg F, 1 | bne r0, 1, END      ;
                | ld r1, X            ;
                | END:                ;
exists (1:r0=1 /\ 1:r1=0)
)";

bool haveDot() {
  const bool found = runShell("command -v dot").status == 0;
  if (!found) {
    MESSAGE("skipped: Graphviz is not installed");
  }
  return found;
}

constexpr const char* kPngStart = "\x89PNG\r\n\x1a\n";

}  // namespace

TEST_CASE("text on standard output, of the race first") {
  const Scratch scratch;
  const std::string test = scratch.file("remote.litmus", kRemoteTest);
  const Finished racy = runProgram({"graph", test, "-m", "hrf-indirect-relaxed"});
  CHECK(racy.status == 0);
  CHECK(racy.err == "");
  CHECK(racy.out.starts_with("Remote under hrf-indirect-relaxed: P0:1 and P1:0 race\n"));
  CHECK(has(racy.out, "\n  race"));
  const Finished fine = runProgram({"graph", test});
  CHECK(fine.out.starts_with(
      "Remote under rsp: no execution satisfies the condition; this one comes closest\nends in  1:r0=1  1:r1=1\n"));
  CHECK(runProgram({"graph", "-"}, kRemoteTest).out == fine.out);
}

TEST_CASE("files by their ending, or by --format") {
  const Scratch scratch;
  const std::string test = scratch.file("remote.litmus", kRemoteTest);
  const Finished dot = runProgram({"graph", test, "-o", scratch.path("a.dot")});
  CHECK(dot.status == 0);
  CHECK(dot.out ==
        scratch.path("a.dot") + ": no execution satisfies the condition; this one comes closest\n");
  CHECK(has(contents(scratch.path("a.dot")), "digraph execution {"));
  CHECK(runProgram({"graph", test, "--format", "dot"}).out == contents(scratch.path("a.dot")));
  CHECK(runProgram({"graph", test, "-o", scratch.path("a.txt")}).status == 0);
  CHECK(contents(scratch.path("a.txt")) == runProgram({"graph", test}).out);
  const Finished unknown = runProgram({"graph", test, "-o", scratch.path("a.jpg")});
  CHECK(unknown.status == 64);
  CHECK(has(unknown.err, "unknown file name extension"));
  CHECK(has(unknown.err, "give --format"));
  CHECK(runProgram({"graph", test, "-o", scratch.path("a.jpg"), "--format", "dot"}).status == 0);
  CHECK(contents(scratch.path("a.jpg")) == contents(scratch.path("a.dot")));
  CHECK(runProgram({"graph", test, "-o", scratch.path("none/a.dot")}).status == 2);
  CHECK(scratch.names() == std::vector<std::string>{"a.dot", "a.jpg", "a.txt", "remote.litmus"});
}

TEST_CASE("pictures through Graphviz") {
  if (!haveDot()) {
    return;
  }
  const Scratch scratch;
  const std::string test = scratch.file("remote.litmus", kRemoteTest);
  CHECK(runProgram({"graph", test, "-o", scratch.path("a.svg")}).status == 0);
  const std::string svg = contents(scratch.path("a.svg"));
  CHECK(svg.starts_with("<?xml"));
  CHECK(has(svg, "</svg>"));
  CHECK(has(svg, ">P0:1</text>"));
  CHECK(runProgram({"graph", test, "-o", scratch.path("a.png")}).status == 0);
  const std::string png = contents(scratch.path("a.png"));
  CHECK(png.starts_with(kPngStart));
  CHECK(runProgram({"graph", test, "--format", "png"}).out == png);
  // The file of before is kept when the picture cannot be made.
  const Finished broken =
      runProgram({"graph", scratch.file("bad.litmus", "HSA\n"), "-o", scratch.path("a.png")});
  CHECK(broken.status == 2);
  CHECK(contents(scratch.path("a.png")) == png);
}

TEST_CASE("without Graphviz there are text, dot and tikz") {
  const Scratch scratch;
  const std::string test = scratch.file("remote.litmus", kRemoteTest);
  const std::string bare = "PATH=" + scratch.path("nothing") + " exec \"$HRFCHECK\" graph " + test;
  const Finished drawn = runShell(bare + " -o " + scratch.path("a.svg"));
  CHECK(drawn.status == 2);
  CHECK(has(drawn.err, "cannot draw svg: the program `dot` is not on the PATH"));
  CHECK(has(drawn.err, "--format tikz, dot"));
  CHECK(scratch.names() == std::vector<std::string>{"remote.litmus"});
  CHECK(runShell(bare + " --format png").status == 2);
  CHECK(runShell(bare).status == 0);
  CHECK(runShell(bare + " -o " + scratch.path("a.dot")).status == 0);
  CHECK(runShell(bare + " -o " + scratch.path("a.tex")).status == 0);
}

TEST_CASE("an outcome, and one that is forbidden") {
  const Scratch scratch;
  const std::string test = scratch.file("remote.litmus", kRemoteTest);
  const Finished allowed = runProgram({"graph", test, "--outcome", "1:r0=1 1:r1=1"});
  CHECK(allowed.status == 0);
  CHECK(allowed.out.starts_with("Remote under rsp: 1:r0=1 1:r1=1 is allowed\nends in  1:r0=1  1:r1=1\n"));
  const Finished forbidden =
      runProgram({"graph", test, "--outcome", "1:r0=1 1:r1=0", "-o", scratch.path("a.dot")});
  CHECK(forbidden.status == 1);
  CHECK(forbidden.out == "");
  CHECK(has(forbidden.err, "rsp forbids 1:r0=1 1:r1=0"));
  CHECK(has(forbidden.err, "hrfcheck explain " + test + " -m rsp --outcome \"1:r0=1 1:r1=0\" explains why"));
  CHECK(scratch.names() == std::vector<std::string>{"remote.litmus"});
  CHECK(runProgram({"graph", test, "--outcome", "1:r9=1"}).status == 2);
  const Finished racy = runProgram({"graph", test, "-m", "hrf-indirect-relaxed", "--outcome", "1:r0=7"});
  CHECK(racy.status == 1);
  CHECK(has(racy.err, "no execution under hrf-indirect-relaxed ends in 1:r0=7, but the test is racy"));
}

TEST_CASE("a race, or none") {
  const Scratch scratch;
  const std::string test = scratch.file("remote.litmus", kRemoteTest);
  const Finished racy = runProgram({"graph", test, "-m", "hrf-indirect-relaxed", "--race"});
  CHECK(racy.status == 0);
  CHECK(has(racy.out, "P0:1 and P1:0 race"));
  const Finished none = runProgram({"graph", test, "-m", "rsp", "--race"});
  CHECK(none.status == 1);
  CHECK(none.out == "");
  CHECK(has(none.err, "there is no race under rsp"));
  const Finished undefined = runProgram({"graph", test, "-m", "sc", "--race"});
  CHECK(undefined.status == 2);
  CHECK(has(undefined.err, "sc does not define races"));
}

TEST_CASE("a picture for each final state") {
  const Scratch scratch;
  const std::string test = scratch.file("remote.litmus", kRemoteTest);
  const Finished files = runProgram({"graph", test, "--all", "-o", scratch.path("s.dot")});
  CHECK(files.status == 0);
  CHECK(files.out == scratch.path("s-1.dot") + ": ends in  1:r0=0  1:r1=0\n" + scratch.path("s-2.dot") +
                         ": ends in  1:r0=1  1:r1=1\n");
  CHECK(scratch.names() == std::vector<std::string>{"remote.litmus", "s-1.dot", "s-2.dot"});
  CHECK(runProgram({"graph", test, "--all", "--format", "dot"}).out ==
        contents(scratch.path("s-1.dot")) + contents(scratch.path("s-2.dot")));
  const Finished text = runProgram({"graph", test, "--all"});
  CHECK(has(text.out, "final state 1 of 2\nends in  1:r0=0  1:r1=0\n"));
  CHECK(has(text.out, "\n\nRemote under rsp: final state 2 of 2\nends in  1:r0=1  1:r1=1\n"));
  CHECK(runProgram({"graph", test, "--all", "--format", "svg"}).status == 64);
}

TEST_CASE("relations by name") {
  const Scratch scratch;
  const std::string test = scratch.file("remote.litmus", kRemoteTest);
  const Finished shown = runProgram({"graph", test, "--outcome", "1:r0=1", "--show", "so, hhb"});
  CHECK(shown.status == 0);
  CHECK(has(shown.out, "\n  so    P0:1 → P1:0\n  hhb   P0:1 → P1:0 (also along program order"));
  const Finished unknown = runProgram({"graph", test, "--show", "hbb"});
  CHECK(unknown.status == 2);
  CHECK(has(unknown.err, "--show hbb: rsp defines no such relation"));
  CHECK(has(unknown.err, "did you mean hhb?"));
}

TEST_CASE("what cannot be asked together, and what is not decided") {
  const Scratch scratch;
  const std::string test = scratch.file("remote.litmus", kRemoteTest);
  CHECK(runProgram({"graph", test, "--race", "--all"}).status == 64);
  CHECK(runProgram({"graph", test, "-m", "all"}).status == 64);
  CHECK(runProgram({"graph", scratch.path("none.litmus")}).status == 2);
  CHECK(runProgram({"graph"}).status == 64);
  const std::string loop =
      scratch.file("loop.litmus",
                   "HSA Loop\n{ X=0; }\n P0 ;\n AGAIN: ;\n ld.rlx.cmp r0, X ;\n faa.rlx.cmp r1, X, 1 ;\n "
                   "beq r0, r0, AGAIN ;\nexists (0:r1=5)\n");
  const Finished endless = runProgram({"graph", loop, "-m", "hrf-indirect-relaxed", "--outcome", "0:r1=5"});
  CHECK(endless.status == 3);
  CHECK(has(endless.err, "undecided (bound reached)"));
}
