#include <doctest/doctest.h>

#include <filesystem>

#include "cli/batch_support.h"
#include "support/has.h"

using namespace hrfcheck::test;
using Json = nlohmann::json;

namespace {

/// Runs `hrfcheck compare` in a folder.
Finished compare(const Scratch& scratch, const std::string& options) {
  return runShell("cd " + scratch.path("") + " && \"$HRFCHECK\" compare " + options);
}

/// Store buffering with relaxed atomics: only some models are sequentially consistent.
std::string storeBuffering(const std::string& name) {
  return "HSA " + name +
         "\n{ a=0; b=0; }\n P0@wg 0 | P1@wg 1 ;\n st.rlx.cmp a, 1 | st.rlx.cmp b, 1 ;\n"
         " ld.rlx.cmp r0, b | ld.rlx.cmp r1, a ;\nexists (0:r0=0 /\\ 1:r1=0)\n";
}

std::string inC(const std::string& name) {
  return "C " + name + "\n{}\nP0 (atomic_int* x) { atomic_store(x, 1); }\nexists (x=1)\n";
}

}  // namespace

TEST_CASE("a difference is shown with an execution, and can fail the run") {
  Scratch scratch;
  scratch.file("a.litmus", messagePassing("a"));
  scratch.file("b.litmus", storeBuffering("b"));
  const Finished run = compare(scratch, "-m sc -m hrf-indirect-relaxed .");
  CAPTURE(run.err);
  CHECK(run.status == 0);
  CHECK(run.out ==
        "b.litmus  exists (0:r0=0 /\\ 1:r1=0)\n"
        "  sc                    3 outcomes, Never\n"
        "  hrf-indirect-relaxed  race-free, 4 outcomes, Sometimes\n"
        "  only hrf-indirect-relaxed: 0:r0=0 1:r1=0\n"
        "      P0:1 reads 0 from init b, P1:1 reads 0 from init a\n"
        "\n"
        "2 tests compared: the models differ on 1\n"
        "  hrf-indirect-relaxed allows more than sc, on 1 of 2 tests\n"
        "    such as b.litmus (2 threads, 4 instructions)\n");
  CHECK(compare(scratch, "-m sc -m hrf-indirect-relaxed . --fail-on difference").status == 1);
  CHECK(compare(scratch, "-m sc -m hrf-indirect-relaxed a.litmus --fail-on difference").status == 0);
  const Finished none = compare(scratch, "-m sc -m hrf-indirect-relaxed . --table none");
  CHECK(none.out.rfind("2 tests compared", 0) == 0);
}

TEST_CASE("one model, no model and no test are mistakes") {
  Scratch scratch;
  scratch.file("a.litmus", messagePassing("a"));
  for (const char* models : {"", "-m sc", "-m sc -m sc"}) {
    const Finished run = compare(scratch, std::string(models) + " a.litmus");
    CHECK(run.status == 64);
    CHECK(has(run.err, "a comparison needs at least two models"));
    CHECK(run.out.empty());
  }
  CHECK(compare(scratch, "-m sc -m hsa").status == 64);
  std::filesystem::create_directory(scratch.path("empty"));
  CHECK(has(compare(scratch, "-m sc -m hsa empty").err, "there are no tests"));
  CHECK(has(compare(scratch, "-m sc -m hsaa a.litmus").err, "hsaa"));
}

TEST_CASE("tests of several dialects: pairs count what both apply to") {
  Scratch scratch;
  scratch.file("a.litmus", messagePassing("a"));
  scratch.file("c.litmus", inC("c"));
  const Finished run = compare(scratch, "-m rc11 -m hsa -m sc . --format json");
  CHECK(run.status == 0);
  const Json json = Json::parse(run.out);
  CHECK(json["models"] == Json({"rc11", "hsa", "sc"}));
  CHECK(json["pairs"][0]["tests"] == json["pairs"][1]["tests"]);  // C tests alone
  CHECK(json["pairs"][1]["tests"] == 1);
  CHECK(json["pairs"][2]["tests"] == 2);
  CHECK(json["problems"].empty());
}

TEST_CASE("the report is the same however many work on it") {
  Scratch scratch;
  for (const std::string name : {"a", "b", "c", "d", "e", "f"}) {
    scratch.file(name + ".litmus", name < "d" ? storeBuffering(name) : messagePassing(name, "wi"));
  }
  const Finished one = compare(scratch, "-m all . -j 1");
  const Finished many = compare(scratch, "-m all . -j 4");
  CHECK(one.status == 0);
  CHECK(one.out == many.out);
  CHECK(has(one.out, "models that allow the same, followed by"));
}

TEST_CASE("a test that cannot be read does not stop the others") {
  Scratch scratch;
  scratch.file("a.litmus", storeBuffering("a"));
  scratch.file("b.litmus", "HSA b\nwhat is this\n");
  const Finished run = compare(scratch, "-m sc -m hsa . none.litmus --fail-on difference");
  CHECK(run.status == 2);
  CHECK(has(run.out, "1 test compared: the models differ on 1\n"));
  CHECK(has(run.out, "without an answer, and never counted as equal:\n  b.litmus: error, "));
  CHECK(has(run.out, "  none.litmus: error, "));
}

TEST_CASE("what is not decided is no agreement") {
  Scratch scratch;
  scratch.file("slow.litmus", endlessTest("slow"));
  const std::string slowly = "--engine explicit --symmetry off --timeout 0.2 slow.litmus";
  const Finished run = compare(scratch, "-m sc -m hrf-indirect-relaxed " + slowly);
  CHECK(run.status == 3);
  CHECK(
      has(run.out, "sc and hrf-indirect-relaxed have no answered test in common\n    not known on 1 test\n"));
  CHECK(has(run.out, "  slow.litmus  hrf-indirect-relaxed: undecided, time limit\n"));
  CHECK_FALSE(has(run.out, "allow the same"));
}

TEST_CASE("Ctrl-C reports what is there") {
  Scratch scratch;
  scratch.file("a.litmus", storeBuffering("a"));
  scratch.file("slow.litmus", endlessTest("slow"));
  const Finished run =
      runShell(kWaitFor + "cd " + scratch.path("") + "\n" +
               "\"$HRFCHECK\" compare -m sc -m hrf-indirect-relaxed --engine explicit --symmetry off -j 1 "
               "--progress on a.litmus slow.litmus 2> err &\n"
               "waitfor grep -q '\\[1/2\\]' err\n"
               "kill -TERM $!\nwait $!\nstatus=$?\ncat err >&2\nexit $status");
  CHECK(run.status == 3);
  CHECK(has(run.err, "1 of 2 tests were not run: interrupted"));
  CHECK(has(run.out, "1 test compared: the models differ on 1\n"));
}

TEST_CASE("reports and diagrams go to files") {
  Scratch scratch;
  scratch.file("a.litmus", storeBuffering("a"));
  const Finished run = compare(scratch, "-m sc -m hsa . --format json -o out.json --diagram order.dot");
  CHECK(run.status == 0);
  CHECK(run.out.empty());
  CHECK(Json::parse(contents(scratch.path("out.json")))["format"] == "hrfcheck-comparison");
  CHECK(has(contents(scratch.path("order.dot")), "m1 -> m0;"));
  CHECK(has(compare(scratch, "-m sc -m hsa . --diagram order.jpg").err,
            "does not end in .svg, .png, .pdf, .tex or .dot"));
  const Finished without = runShell("cd " + scratch.path("") +
                                    " && PATH= \"$HRFCHECK\" compare -m sc -m hsa . --diagram order.svg");
  CHECK(without.status == 2);
  CHECK(has(without.err, "Graphviz (dot) is not on the PATH"));
  CHECK(has(without.err, "hint: install Graphviz, or write a file that ends in .dot"));
  CHECK(without.out.empty());
  CHECK_FALSE(std::filesystem::exists(scratch.path("order.svg")));
}

TEST_CASE("an SVG file is a document of its own") {
  if (runShell("command -v dot").status != 0) {
    MESSAGE("skipped: no Graphviz");
    return;
  }
  Scratch scratch;
  scratch.file("a.litmus", storeBuffering("a"));
  CHECK(compare(scratch, "-m sc -m hsa . --diagram order.svg").status == 0);
  const std::string svg = contents(scratch.path("order.svg"));
  CHECK(svg.rfind("<?xml", 0) == 0);
  CHECK(has(svg, "xmlns=\"http://www.w3.org/2000/svg\""));
  CHECK(has(svg, ">hsa<"));
}

TEST_CASE("--candidates leaves races aside") {
  Scratch scratch;
  scratch.file("a.litmus", messagePassing("a", "wi"));
  CHECK(has(compare(scratch, "-m sc -m hrf-indirect a.litmus").out, "hrf-indirect allows more than sc"));
  const Finished run = compare(scratch, "-m sc -m hrf-indirect a.litmus --candidates --fail-on difference");
  CHECK(run.status == 0);
  CHECK(has(run.out, "sc and hrf-indirect allow the same, on 1 test"));
}
