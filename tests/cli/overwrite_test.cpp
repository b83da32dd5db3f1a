// No command writes a report or a picture over what it reads.

#include <doctest/doctest.h>

#include "cli/process.h"
#include "support/has.h"

namespace overwrite_test {

using namespace hrfcheck::test;

namespace {

const std::string kTest = "HSA mp\n{ x=0; }\nP0 ;\nst.sc.sys x, 1 ;\nexists (x=1)\n";
const std::string kModel = "\"mine\"\nacyclic po | rf as order\n";

}  // namespace

TEST_CASE("outputs are never inputs") {
  const Scratch scratch;
  scratch.file("t.dot", kTest);
  scratch.file("t.svg", kTest);
  scratch.file("t-1.dot", kTest);
  scratch.file("m.cat", kModel);
  for (const std::string command :
       {"check t.dot -o ./t.dot", "check t.dot -m ./m.cat -o m.cat", "check t.dot --dump-smt2 t.dot",
        "check t.dot -o a --dump-smt2 ./a", "explain t.dot --outcome x=1 -o t.dot",
        "explain t.dot --outcome x=1 --picture t.dot", "graph t.dot -o ./t.dot",
        "graph t-1.dot --all -o t.dot", "simulate t.dot -o t.dot",
        "simulate t.svg --outcome x=1 --trace t.svg", "progress t.dot --no-model -o t.dot",
        "progress t.dot --graph ./t.dot", "compare -m sc -m ./m.cat t.dot -o m.cat",
        "compare -m sc -m ./m.cat t.dot --diagram t.dot"}) {
    CAPTURE(command);
    const Finished run = runShell("cd " + scratch.path(".") + " && \"$HRFCHECK\" " + command);
    CHECK(run.status == 2);
    CHECK((has(run.err, "would overwrite") || has(run.err, "both write")));
    for (const char* name : {"t.dot", "t.svg", "t-1.dot"}) {
      CHECK(contents(scratch.path(name)) == kTest);
    }
    CHECK(contents(scratch.path("m.cat")) == kModel);
  }
}

}  // namespace overwrite_test
