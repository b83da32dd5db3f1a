// Certificates in tests/cli/certificates that were forged, each in another way, and folders that hold more
// than certificates.

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "cli/process.h"
#include "support/has.h"

using namespace hrfcheck::test;

namespace {

namespace fs = std::filesystem;

const fs::path kCases = fs::path(HRFCHECK_SOURCE_DIR) / "tests" / "cli" / "certificates";

Finished verified(const std::string& name, const std::string& option = "--claims") {
  return runProgram({"verify", option, (kCases / name).string()});
}

bool hasControls(const std::string& text) {
  return std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\n'; });
}

/// A certificate in a scratch folder, "C/MP/sc", to be changed.
std::string certificateIn(const Scratch& scratch, const std::string& name = "MP") {
  const std::string test = "HSA " + name + R"(
{ X=0; F=0; }
 P0@wg 0         | P1@wg 1         ;
 st X, 1         | ld.acq.sys r0, F ;
 st.rel.sys F, 1 | ld r1, X        ;
exists (1:r0=1 /\ 1:r1=0)
)";
  const std::string file = scratch.file(name + ".litmus", test);
  REQUIRE(runProgram({"check", "-m", "sc", "--certify", scratch.path("C"), file}).status == 0);
  return scratch.path("C/" + name + "/sc");
}

void append(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::app) << text;
}

}  // namespace

TEST_CASE("an execution that raises a flag, and a legend that says that none counts") {
  const Finished result = verified("raises-flags");
  CHECK(result.status == 1);
  CHECK(has(result.out, "/formula.cnf:"));
  CHECK(has(result.out, "disagree on 'raises-flags'"));
  CHECK(has(result.out, "0 of 1 certificates verified"));
}

TEST_CASE("a forged file that the model includes is told") {
  const Finished result = verified("included-model", "--progress=off");
  CHECK(has(result.out,
            "  the model is not the installed hrf-direct: hrf-base.cat differs, hrf-sc.cat differs\n"));
  CHECK(result.status == 3);  // no answer about hrf-direct
}

TEST_CASE("events without a filter, and relations before events") {
  const Finished filter = verified("no-filter");
  CHECK(filter.status == 1);
  CHECK(has(filter.out, "/events.txt: there is no line 'filter'"));
  const Finished order = verified("order");
  CHECK(order.status == 1);
  CHECK(has(order.out, "/events.txt:2: "));
}

TEST_CASE("the events of another test") {
  const Finished result = verified("other-test");
  CHECK(result.status == 1);
  CHECK(has(result.out, "/events.txt:"));
  CHECK(has(result.out, "is not what the test has"));
}

TEST_CASE("one bad certificate does not stop the others") {
  const Finished all = verified("");
  CHECK(all.status == 1);
  CHECK(has(all.out, "1 of 5 certificates verified: "));
  const Scratch scratch;
  const std::string good = certificateIn(scratch);
  const Finished three =
      runProgram({"verify", (kCases / "order").string(), scratch.path("nothing"), scratch.path("C")});
  CHECK(three.status == 2);
  CHECK(has(three.err, "nothing"));
  CHECK(has(three.out, "1 of 2 certificates verified: "));
}

TEST_CASE("what a good certificate is compared with is told with its claims") {
  const Scratch scratch;
  const Finished result = runProgram({"verify", "--claims", certificateIn(scratch)});
  CHECK(result.status == 0);
  CHECK(has(result.out, "  the model is the installed sc\n"));
  CHECK(has(result.out, "  the events are those of the test, read again\n"));
  CHECK(has(result.out,
            "  the formula is the one that hrfcheck writes for this test and this text of the model\n"));
  CHECK(!has(runProgram({"verify", certificateIn(scratch)}).out, "the model is"));
}

TEST_CASE("what of loops a certificate considers is told, and compared with the test") {
  const Scratch scratch;
  const std::string file = scratch.file("Waits.litmus",
                                        "HSA Waits\n{ x=0; }\n P0@wg 0 | P1@wg 1 ;\n L: | st.sc.sys x, 1 ;\n"
                                        " ld.sc.sys r0, x | ;\n bne r0, 1, L | ;\nexists (0:r0=1)\n");
  REQUIRE(runProgram({"check", "-m", "sc", "--certify", scratch.path("C"), file}).status == 0);
  const std::string folder = scratch.path("C/Waits/sc");
  const std::string line =
      "at P0:0: last iterations of spin loops (deletion, shown by the definitions of the model)";
  CHECK(has(contents(folder + "/certificate.txt"), "\nconsiders " + line + "\n"));
  const Finished good = runProgram({"verify", folder});
  CAPTURE(good.out);
  CHECK(good.status == 0);
  CHECK(has(good.out, "\n  considered " + line + "\n"));
  REQUIRE(runShell("sed -i '/^considers/d' '" + folder + "/certificate.txt'").status == 0);
  const Finished without = runProgram({"verify", folder});
  CHECK(without.status == 1);
  CHECK(has(without.out, "the lines 'considers' are not those of the test under this model"));
}

TEST_CASE("links and other things in a certificate's folder are refused, and not opened") {
  for (const char* name : {"test.txt", "model/sc.cat", "events.txt"}) {
    CAPTURE(name);
    const Scratch scratch;
    const std::string folder = certificateIn(scratch);
    fs::rename(folder + "/" + name, scratch.path("elsewhere"));
    fs::create_symlink(scratch.path("elsewhere"), folder + "/" + name);
    const Finished result = runProgram({"verify", folder});
    CHECK(result.status == 1);
    CHECK(has(result.out, std::string("/") + name + ": it is a link"));
  }
  const Scratch scratch;
  const std::string folder = certificateIn(scratch);
  fs::create_directory(folder + "/more");
  CHECK(has(runProgram({"verify", folder}).out, "/more: it is not a file"));
  fs::remove(folder + "/more");
  REQUIRE(runShell("mkfifo '" + folder + "/pipe'").status == 0);
  CHECK(has(runProgram({"verify", folder}).out, "/pipe: it is not a file"));
}

TEST_CASE("control characters of a certificate do not reach the terminal") {
  const Scratch scratch;
  const std::string folder = certificateIn(scratch);
  append(folder + "/certificate.txt", "\x1b]0;title\x07\n");
  const Finished list = runProgram({"verify", folder});
  CHECK(list.status == 1);
  CHECK(!hasControls(list.out));
  std::ofstream(folder + "/\x1b[31m.txt") << "";
  const Finished file = runProgram({"verify", folder});
  CHECK(file.status == 1);
  CHECK(!hasControls(file.out));
  const Scratch other;
  const std::string model = other.file("m.cat", "\"m\"\nflag ~empty rf as read\nacyclic po | rf | co as s\n");
  const std::string test = other.file("t.litmus", contents(scratch.path("MP.litmus")));
  REQUIRE(runProgram({"check", "-m", model, "--any-dialect", "--certify", other.path("C"), test}).status ==
          0);
  append(other.path("C/MP/m/model/m.cat"), "\x1b[2J \"\nverified: all\n\"\n");
  const Finished text = runProgram({"verify", other.path("C")});
  CHECK(text.status == 1);
  CHECK(!hasControls(text.out));
  CHECK(!has(text.out, "\nverified"));
}

TEST_CASE("a model that is not installed is told, a certificate of no execution is vacuous") {
  const Scratch scratch;
  const std::string test = scratch.file("t.litmus", R"(HSA one
{ X=0; }
 P0@wg 0  | P1@wg 1  ;
 st X, 1  | ld r0, X ;
exists (1:r0=1)
)");
  const std::string own = scratch.file("mine.cat", "\"mine\"\nacyclic po | rf | co as s\n");
  REQUIRE(runProgram({"check", "-m", own, "--any-dialect", "--certify", scratch.path("C"), test}).status ==
          0);
  const Finished mine = runProgram({"verify", scratch.path("C")});
  CHECK(mine.status == 0);
  CHECK(has(mine.out, "  no model mine is installed\n"));
  const std::string none =
      scratch.file("none.cat", "\"none\"\nempty rf as none\nflag ~empty (W * R) & ext as race\n");
  runProgram({"check", "-m", none, "--any-dialect", "--certify", scratch.path("N"), test});
  const Finished vacuous = runProgram({"verify", scratch.path("N")});
  CHECK(vacuous.status == 3);
  CHECK(has(vacuous.out, "vacuous: one under none ("));
  CHECK(!has(vacuous.out, "verified: one"));
  CHECK(has(vacuous.out, "0 of 1 certificates verified: "));
  CHECK(has(vacuous.out, ", 1 vacuous\n"));
}

namespace {

/// What `verify --claims` says of the kernel's certificates.
std::string saidOf(const std::string& name, const std::string& model, const std::string& text) {
  const Scratch scratch;
  const std::string kernel = scratch.file(name, text);
  const Finished check =
      runProgram({"check", "-m", model, "--launch", "2x1", "--certify", scratch.path("C"), kernel});
  CHECK(check.status != 2);
  const Finished result = runProgram({"verify", "--claims", scratch.path("C")});
  CHECK(result.status == 0);
  return result.out;
}

}  // namespace

TEST_CASE("kernels are read again with what the command line says of them") {
  const std::string read = "  the events are those of the test, read again\n";
  CHECK(has(saidOf("add.cl", "opencl", "kernel void add(global int* x) {\n  x[0] = get_global_id(0);\n}\n"),
            read));
  CHECK(has(saidOf("define.cl", "opencl", "#define N 3\nkernel void add(global int* x) {\n  x[0] = N;\n}\n"),
            read));
}

TEST_CASE("no other program is run, and no other file opened, to read a kernel again") {
  const std::string unread = "  events not compared with the test: its text is for the preprocessor\n";
  const std::string macro = "#define PUT(x, v) x = v\nkernel void put(global int* x) {\n  PUT(x[0], 1);\n}\n";
  CHECK(has(saidOf("macro.cl", "opencl", macro), unread));
  const std::string compiled =
      "  events not compared with the test: a compiler made the module that was read\n";
  CHECK(has(saidOf("add.cu", "ptx", "__global__ void add(int* x) {\n  x[0] = blockIdx.x;\n}\n"), compiled));
}
