#include "report/log/herd_log.h"

#include <doctest/doctest.h>

#include "cat/library.h"
#include "frontend/ptx/ptx.h"
#include "frontend/test_file.h"
#include "support/given.h"
#include "support/verdicts.h"

namespace herd_log_test {

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

Verdict verdictOf(const std::string& text, const std::string& model, Engine& engine, unsigned unroll = 4) {
  const auto structure = std::make_shared<const EventStructure>(programOf(text), unroll);
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  return checkProgram(engine, given(structure, library.load(model)), {});
}

std::string logOf(const std::string& text, const std::string& model, unsigned unroll = 4) {
  const auto engine = makeExplicitEngine();
  return herdLog(verdictOf(text, model, *engine, unroll));
}

/// The log without its hash.
std::string body(const std::string& log) {
  return log.substr(0, log.find("Hash="));
}

const std::string kStoreBuffering =
    "HSA SB\n{ x=0; y=0; }\n P0 | P1 ;\n st.sc.sys x, 1 | st.sc.sys y, 1 ;\n ld.sc.sys r0, y | ld.sc.sys r0, "
    "x ;\n";

/// Two blocks that store to the same place, as a compiler numbered their instructions.
std::shared_ptr<const Program> compiledOf(const std::string& text, const std::string& more = "") {
  const auto module = std::make_shared<const Source>("k.cu (PTX)", R"(.version 8.0
.target sm_90
.address_size 64
.file 1 "k.cu"
.visible .entry k(.param .u64 out)
{
.reg .b64 %rd<3>;
.loc 1 2 3
ld.param.u64 %rd1, [out];
)" + more + R"(st.u32 [%rd1], 1;
ret;
}
)");
  const auto source = std::make_shared<const Source>("k.cu", text, "", module);
  LaunchOptions options;
  options.launch = "2x1";
  options.init = "out[1]";
  return frontend::ptx::readPtx(withLaunch(source, options), "");
}

const std::string kCompiled = "__global__ void k(int* out) {\n  *out = 1;\n}\n";

}  // namespace

TEST_CASE("instructions that a compiler made are named by their lines, in whatever number they come") {
  const auto engine = makeExplicitEngine();
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  for (const char* more : {"", "st.u32 [%rd1], 1;\n"}) {
    const auto structure = std::make_shared<const EventStructure>(compiledOf(kCompiled, more), 4);
    const Verdict verdict = checkProgram(*engine, given(structure, library.load("hrf-direct")), {});
    CHECK(logEntry(verdict).pairs == std::vector<LoggedPair>{{"heterogeneous-race", "P0@2", "P1@2"}});
  }
}

TEST_CASE("the hash of what a compiler made is that of the text") {
  const std::string hash = programHash(*compiledOf(kCompiled));
  CHECK(hash == programHash(*compiledOf(kCompiled, "st.u32 [%rd1], 1;\n")));
  CHECK(hash == programHash(*compiledOf("// said\n__global__ void  k(int* out) {\n  *out = 1;\n}\n")));
  CHECK(hash != programHash(*compiledOf("__global__ void k(int* out) {\n  *out = 2;\n}\n")));
}

TEST_CASE("the name of a test stays on its line, whatever it is made of") {
  const std::string log =
      logOf("HSA a\x1b[31mb\n{ x=0; y=0; }\n P0 ;\n st.sc.sys x, 1 ;\nexists (x=1)", "sc");
  CHECK(log.starts_with("Test a\xef\xbf\xbd[31mb Allowed\n"));
  CHECK(log.find('\x1b') == std::string::npos);
  LogEntry entry;  // of a results file that was tampered with
  entry.test = "a\nTest b Allowed\nStates 0\nOk";
  entry.flags = {"x\nOk"};
  CHECK(printLog(entry).starts_with("Test a\xef\xbf\xbdTest b Allowed\xef\xbf\xbdStates 0\xef\xbf\xbdOk\n"));
  CHECK(printLog(entry).find("\nOk\n") == std::string::npos);
}

TEST_CASE("herd's layout, exactly") {
  CHECK(body(logOf(kStoreBuffering + "exists (0:r0=0 /\\ 1:r0=0)", "sc")) == R"(Test SB Allowed
States 3
0:r0=0; 1:r0=1;
0:r0=1; 1:r0=0;
0:r0=1; 1:r0=1;
No
Witnesses
Positive: 0 Negative: 3
Condition exists (0:r0=0 /\ 1:r0=0)
Observation SB Never 0 3
Time SB 0.00
)");
}

TEST_CASE("flags, racing pairs, memory") {
  CHECK(body(logOf(kFig14 + std::string(), "hrf-indirect-relaxed")) == R"(Test Fig14-case2 Allowed
Pair heterogeneous-race P0:0 P1:2
Pair heterogeneous-race P0:1 P1:0
Pair scope-inclusion P0:1 P1:0
States 3
1:r0=0; 1:r1=0;
1:r0=0; 1:r1=2;
1:r0=1; 1:r1=0;
Ok
Witnesses
Positive: 1 Negative: 2
Flag heterogeneous-race
Flag scope-inclusion
Condition exists (1:r0=0 /\ 1:r1=0)
Observation Fig14-case2 Sometimes 1 2
Time Fig14-case2 0.00
)");
  CHECK(logOf("HSA M\n{ x=0; }\n P0 ;\n st x, 1 ;\nexists (x=1)", "sc").find("\n[x]=1;\n") !=
        std::string::npos);
}

TEST_CASE("witness counts are swapped for ~exists, observation counts never") {
  const std::string log = logOf(kStoreBuffering + "~exists (0:r0=0 /\\ 1:r0=1)", "sc");
  CHECK(log.find("Test SB Forbidden\n") == 0);
  CHECK(log.find("\nNo\nWitnesses\nPositive: 2 Negative: 1\n") != std::string::npos);
  CHECK(log.find("Observation SB Sometimes 1 2\n") != std::string::npos);
  const std::string required = logOf(kStoreBuffering + "forall (0:r0=1 \\/ 1:r0=1)", "sc");
  CHECK(required.find("Test SB Required\n") == 0);
  CHECK(required.find("\nOk\nWitnesses\nPositive: 3 Negative: 0\n") != std::string::npos);
  CHECK(required.find("Observation SB Always 3 0\n") != std::string::npos);
}

TEST_CASE("a cut loop says so, whatever the answer") {
  const std::string loop =
      "HSA L\n{ x=0; }\n P0 | P1 ;\n A: | st.sc.sys x, 1 ;\n ld.sc.sys r0, x | ;\n"
      " add r1, r1, 1 | ;\n bne r0, 1, A | ;\n";
  CHECK(logOf(loop + "exists (0:r0=1)", "sc").find("\nLoop Ok\n") != std::string::npos);
  const std::string never = logOf(loop + "exists (0:r0=7)", "sc");
  CHECK(never.find("\nLoop No\n") != std::string::npos);
  CHECK(never.find("Observation L Undecided 0 ") != std::string::npos);
}

TEST_CASE("an engine that gave up is neither Ok nor No") {
  Analysis analysis;
  analysis.undecided = "time limit";
  FixedEngine engine(analysis);
  const std::string log = herdLog(verdictOf(kFig14, "rsp", engine));
  CHECK(log.find("States 0\n?? (time limit)\nWitnesses\n") != std::string::npos);
  CHECK(log.find("Observation Fig14-case2 Undecided 0 0\n") != std::string::npos);
}

TEST_CASE("the hash is over the program alone") {
  const auto hash = [](const std::string& text) { return programHash(*programOf(text)); };
  const std::string base = "HSA A\n{ x=0; }\n P0@wg 0 | P1@wg 0 ;\n st x, 1 | ld r0, x ;\n";
  CHECK(hash(base + "exists (1:r0=1)").size() == 32);
  CHECK(hash(base + "exists (1:r0=1)") == hash(base + "exists (1:r0=0)"));
  CHECK(hash("HSA B\n\"said\"\n{ x = 0; }\n P0@wg 0|P1@wg 0;\n st  x,1 | ld r0, x ;\nexists (1:r0=1)") ==
        hash(base + "exists (1:r0=1)"));
  CHECK(hash("HSA A\n{ x=0; }\n P0@wg 0 | P1@wg 1 ;\n st x, 1 | ld r0, x ;\nexists (1:r0=1)") !=
        hash(base + "exists (1:r0=1)"));
  CHECK(hash("HSA A\n{ x=2; }\n P0@wg 0 | P1@wg 0 ;\n st x, 1 | ld r0, x ;\nexists (1:r0=1)") !=
        hash(base + "exists (1:r0=1)"));
}

TEST_CASE("time is printed when it was measured") {
  Analysis analysis;
  FixedEngine engine(analysis);
  CHECK(herdLog(verdictOf(kFig14, "rsp", engine), 1.5).find("Time Fig14-case2 1.50\n") != std::string::npos);
}

}  // namespace herd_log_test
