#include <doctest/doctest.h>

#include "cli/process.h"
#include "support/has.h"

using namespace hrfcheck::test;

namespace {

const std::string kTest =
    "HSA t\n{ x=0; }\n P0 | P1 ;\n st.rel.cmp x, 1 | ld.acq.cmp r0, x ;\nexists (1:r0=1)\n";

}  // namespace

TEST_CASE("convert: to standard output, or to a file") {
  const Finished shown = runProgram({"convert", "-", "--to", "ptx"}, kTest);
  CHECK(shown.status == 0);
  CHECK(shown.err.empty());
  CHECK(has(shown.out, "PTX t\n(* converted from HSA; scopes: wi as thread, wv without a counterpart"));
  CHECK(has(shown.out, " st.release.gpu x, 1 | ld.acquire.gpu r0, x ;\nexists (1:r0=1)\n"));
  const Scratch scratch;
  const std::string file = scratch.file("t.litmus", kTest);
  const Finished written = runProgram({"convert", file, "--to", "ptx", "-o", scratch.path("out.litmus")});
  CHECK(written.status == 0);
  CHECK(written.out.empty());
  const Finished checked = runProgram({"check", "-m", "ptx", scratch.path("out.litmus")});
  CHECK(checked.status == 0);
  CHECK(has(checked.out, "exists (1:r0=1): Sometimes"));
  CHECK(runProgram({"convert", file, "--to", "ptx", "-o", file}).status == 2);
}

TEST_CASE("convert: what cannot be said is an error at the line, and nothing is written") {
  const Scratch scratch;
  const std::string text = "HSA t\n{ x=0; }\n P0 ;\n ld.rm_acq.cmp r0, x ;\n st.rel.wv x, 1 ;\n";
  const Finished run = runProgram({"convert", "-", "--to", "ptx", "-o", scratch.path("out.litmus")}, text);
  CHECK(run.status == 2);
  CHECK(has(run.err,
            ":4:2: error: 'ld.rm_acq.cmp r0, x' cannot be expressed in the PTX dialect: there are no remote "
            "operations\n   ld.rm_acq.cmp r0, x ;\n   ^~~"));
  CHECK(
      has(run.err,
          ":5:2: error: 'st.rel.wv x, 1' cannot be expressed in the PTX dialect: there is no scope for wv"));
  CHECK(scratch.names().empty());
}

TEST_CASE("convert: the dialect must be named") {
  CHECK(runProgram({"convert", "-"}, kTest).status == 64);
  CHECK(runProgram({"convert", "-", "--to", "metal"}, kTest).status == 64);
  CHECK(has(runProgram({"convert", "--help"}).out, "--to"));
}
