#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "cli/process.h"
#include "support/has.h"
#include "support/json_schema.h"
#include "support/temp_folder.h"

using namespace hrfcheck::test;

namespace {

std::string machineTest(const std::string& name) {
  return std::string(HRFCHECK_SOURCE_DIR) + "/litmus/machines/" + name + ".litmus";
}

using Words = std::vector<std::string>;

Finished simulate(Words words, const std::string& input = "") {
  words.insert(words.begin(), "simulate");
  return runProgram(words, input);
}

/// A finding: the test, the machine that shows it, and the one that does not.
struct Finding {
  std::string file;
  Words shows;
  Words fixed;
  std::string model = "rsp-incl";
};

const std::vector<Finding>& findings() {
  static const std::vector<Finding> all = {
      {"b1-message-passing",
       {"--machine", "rsp-lit", "--env", "full"},
       {"--machine", "rsp-fix", "--env", "full"}},
      {"b1-message-passing", {"--machine", "qr", "--env", "full"}, {"--machine", "qr-fix", "--env", "full"}},
      {"b1-neighbour-refills", {"--machine", "rsp-char"}, {"--machine", "rsp-fix"}},
      {"b2-two-releases",
       {"--machine", "rsp-char", "--env", "fifo"},
       {"--machine", "rsp-fix", "--env", "fifo"}},
      {"b2-early-write-back", {"--machine", "rsp-char"}, {"--machine", "rsp-fix2"}},
      {"b3-own-group", {"--machine", "rsp-char"}, {"--machine", "rsp-fix"}},
      {"b4-two-scopes", {"--machine", "qr"}, {"--machine", "qr-fix"}},
      {"b4-own-release", {"--machine", "rsp-char"}, {"--machine", "rsp-fix"}},
      {"b5-remote-release", {"--machine", "rsp-char"}, {"--machine", "rsp-fix"}},
      {"b6-prefetch", {"--machine", "rsp-lit", "--env", "full"}, {"--machine", "rsp-fix", "--env", "full"}},
      {"b7-stall-at-head", {"--machine", "rsp-lit"}, {"--machine", "rsp-fix"}},
      {"b8-two-threads",
       {"--machine", "rsp-fix", "--without", "stall-per-requester"},
       {"--machine", "rsp-fix"}},
      {"b9-dropped-store", {"--machine", "rsp-lit-drop"}, {"--machine", "rsp-lit"}},
      {"b9-lock",
       {"--machine", "rsp-lit", "--with", "flush-dirty"},
       {"--machine", "rsp-fix", "--with", "flush-dirty"}},
      {"b10-inner-first",
       {"--machine", "rsp-fix", "--without", "outer-first", "--hierarchy", "h3", "--env", "full"},
       {"--machine", "rsp-fix", "--hierarchy", "h3", "--env", "full"}},
      {"b11-fill", {"--machine", "rsp-fix", "--without", "kill-fill"}, {"--machine", "rsp-fix"}},
      {"b12-posted-release",
       {"--machine", "rsp-fix", "--without", "blocking-release"},
       {"--machine", "rsp-fix"}},
      {"b1-neighbour-refills", {"--machine", "hrf0"}, {"--machine", "hrf0-fix"}, "hrf0"},  // HF1
  };
  return all;
}

Words against(const Finding& finding, const Words& machine) {
  Words words{"--against", finding.model, machineTest(finding.file)};
  words.insert(words.end(), machine.begin(), machine.end());
  return words;
}

}  // namespace

TEST_CASE("simulate: each finding is there on the literal machine and gone on the fixed one") {
  for (const Finding& finding : findings()) {
    INFO(finding.file);
    const Finished shown = simulate(against(finding, finding.shows));
    CHECK(shown.status == 1);
    CHECK(has(shown.out, "BUG: "));
    CHECK(has(shown.out, "the shortest trace "));
    const Finished gone = simulate(against(finding, finding.fixed));
    CHECK(gone.status == 0);
    CHECK(has(gone.out, "and all of it"));
    CHECK_FALSE(has(gone.out, "NOT ALLOWED"));
  }
}

TEST_CASE("simulate: HF2 is there on both HRF0 machines, by design") {
  for (const std::string machine : {"hrf0", "hrf0-fix"}) {
    CHECK(simulate({"--machine", machine, "--against", "hrf0", machineTest("hf2-own-release")}).status == 1);
  }
}

TEST_CASE("simulate: racy tests are promised nothing, where the models disagree as well") {
  const Finished run = simulate({"--against", "rsp-incl", machineTest("s3-self-promotion")});
  CHECK(run.status == 0);
  CHECK(has(run.out, "no promise: the test is racy under rsp-incl"));
  const Finished promised = simulate({"--against", "rsp", machineTest("s3-self-promotion")});
  CHECK(promised.status == 1);
  CHECK(has(promised.out, "1:r0=2 1:r1=0"));
}

TEST_CASE("simulate: limits end undecided") {
  const Finished run = simulate({"--against", "rsp-incl", "--states", "3", machineTest("b3-own-group")});
  CHECK(run.status == 3);
  CHECK(has(run.out, "undecided (state limit)"));
  CHECK(simulate({"--states", "3", machineTest("b3-own-group")}).status == 3);
}

TEST_CASE("simulate: usage and input errors") {
  CHECK(simulate({}).status == 64);
  CHECK(simulate({"--machine", "rsp-lt", machineTest("b3-own-group")}).status == 2);
  CHECK(has(simulate({"--machine", "rsp-lt", machineTest("b3-own-group")}).err, "rsp-lit"));
  CHECK(simulate({"--without", "no-such-rule", machineTest("b3-own-group")}).status == 2);
  CHECK(simulate({"--against", "nonesuch", machineTest("b3-own-group")}).status == 2);
  CHECK(simulate({"--sc", machineTest("b3-own-group")}).status == 64);
  CHECK(simulate({"--trace", "why.png", machineTest("b3-own-group")}).status == 64);
  CHECK(simulate({"--machine", "qr", machineTest("b3-own-group")}).status == 2);  // remote operations
  CHECK(simulate({"no-such-file.litmus"}).status == 2);
}

TEST_CASE("simulate: a machine as a file does what the built-in one does, in every form of the command") {
  const Scratch scratch;
  const std::string file = scratch.path("mine.machine");
  CHECK(simulate({"--show-machine", "rsp-fix", "-o", file}).status == 0);
  CHECK(simulate({"--show-machine", file}).out == simulate({"--show-machine", "rsp-fix"}).out);
  const std::string test = machineTest("b3-own-group");
  const std::vector<Words> forms = {{"--against", "rsp-incl"},
                                    {"--cost"},
                                    {"--cost", "--sample", "20", "--seed", "3"},
                                    {"--run", "--seed", "4"},
                                    {"--run", "--format", "json"},
                                    {"--outcome", "1:r0=1"},
                                    {"--without", "acc-star", "--format", "json"}};
  for (const Words& form : forms) {
    Words named{"--machine", "rsp-fix", test}, described{"--machine", file, test};
    named.insert(named.end(), form.begin(), form.end());
    described.insert(described.end(), form.begin(), form.end());
    const Finished expected = simulate(named), run = simulate(described);
    CHECK(expected.status == run.status);
    CHECK(expected.out == run.out);
  }
  const Finished switched = simulate({"--machine", file + " without rm-ar-flush-own", "--against", "rsp-incl",
                                      "--no-trace", machineTest("rm-ar-flushes-own")});
  CHECK(switched.status == 1);
  CHECK(has(switched.out, "rsp-fix without rm-ar-flush-own: BUG"));
}

TEST_CASE("simulate: mistakes of a machine's file are shown with their places") {
  const Scratch scratch;
  const std::string file =
      scratch.file("wrong.machine", "machine wrong\nlike qr\nwith acc-star\nwithout acc-star\n");
  const Finished run = simulate({"--machine", file, machineTest("b3-own-group")});
  CHECK(run.status == 2);
  CHECK(has(run.err, "wrong.machine:4:9: error: the rule 'acc-star' is enabled in line 3"));
  CHECK(has(run.err, "  without acc-star\n"));
  CHECK(simulate({"--machine", scratch.path("none.machine"), machineTest("b3-own-group")}).status == 2);
  CHECK(has(simulate({"--machine", file, "-o", file, machineTest("b3-own-group")}).err, "wrong.machine"));
}

TEST_CASE("simulate: machines side by side, a final state asked about, pictures and JSON") {
  const Scratch scratch;
  const std::string test = machineTest("b3-own-group");
  const Finished two = simulate({"--machine", "rsp-lit", "--machine", "rsp-fix", "--no-trace", test});
  CHECK(two.status == 0);
  CHECK(has(two.out, "rsp-lit"));
  CHECK(has(two.out, "rsp-fix"));
  CHECK_FALSE(has(two.out, "the shortest trace"));
  const Finished asked = simulate(
      {"--machine", "rsp-lit", "--outcome", "1:r0=1 1:r1=0", "--trace", scratch.path("why.svg"), test});
  CHECK(asked.status == 0);
  CHECK(has(asked.out, "the shortest trace to 1:r0=1 1:r1=0 on rsp-lit"));
  CHECK(has(contents(scratch.path("why.svg")), "</svg>"));
  const Finished json = simulate({"--machine", "rsp-lit", "--against", "rsp-incl", "--format", "json", test});
  CHECK(json.status == 1);
  const auto document = nlohmann::json::parse(json.out);
  CHECK(schemaMistakes("simulation", document) == "");
  CHECK(document["tests"][0]["machines"][0]["answer"] == "broken");
  CHECK(has(simulate({"--list"}).out, "inv-after-access"));
}

TEST_CASE("simulate: the trace ends in the bad final state, and a depth-first search finds it, too") {
  const std::string test = machineTest("hf2-own-release");
  const auto traceOf = [&](const Words& more) {
    Words words{"--machine", "qr", "--against", "rsp-incl", "--format", "json", test};
    words.insert(words.end(), more.begin(), more.end());
    const Finished run = simulate(words);
    CHECK(run.status == 1);
    return nlohmann::json::parse(run.out)["tests"][0]["machines"][0]["trace"];
  };
  const auto shortest = traceOf({});
  CHECK(shortest["shortest"] == true);
  CHECK(shortest.contains("badStep"));
  CHECK(shortest["steps"].size() <= traceOf({"--depth-first"})["steps"].size());
}

TEST_CASE("simulate --cost: counts by final state, as text and as JSON") {
  const Finished text = simulate({"--cost", machineTest("b3-own-group")});
  CHECK(text.status == 0);
  CHECK(has(text.out, "cost on rsp-fix, over every execution"));
  CHECK(has(text.out, "L1 flush markers"));
  const Finished json = simulate({"--cost", "--format", "json", machineTest("b3-own-group")});
  CHECK(json.status == 0);
  const auto document = nlohmann::json::parse(json.out);
  CHECK(schemaMistakes("simulation", document) == "");
  const auto& cost = document["tests"][0]["machines"][0]["cost"];
  CHECK(cost["finalStates"].size() == document["tests"][0]["machines"][0]["finalStates"].size());
  CHECK(cost["all"]["counters"]["remote operations"]["least"] == 1);
}

TEST_CASE("simulate --cost --sample: the same seed draws the same executions") {
  const Words words{"--cost", "--sample", "50", "--seed", "4", machineTest("b3-own-group")};
  const Finished once = simulate(words);
  CHECK(has(once.out, "over 50 executions drawn with seed 4"));
  CHECK(simulate(words).out == once.out);
}

TEST_CASE("simulate --cost: limits leave it undecided, and a sample needs --cost") {
  const Finished cut = simulate({"--cost", "--states", "5", machineTest("b3-own-group")});
  CHECK(cut.status == 3);
  CHECK(has(cut.out, "not known: state limit"));
  CHECK(simulate({"--sample", "5", machineTest("b3-own-group")}).status == 64);
}

TEST_CASE("simulate --run: one run in time, as text, JSON and a plot") {
  const TempFolder folder;
  const std::string plot = folder / "plot.svg";
  const Finished text = simulate({"--run", "--plot", plot, machineTest("b3-own-group")});
  CHECK(text.status == 0);
  CHECK(has(text.out, "cycles"));
  CHECK(has(text.out, "final state"));
  CHECK(has(folder.read("plot.svg"), "write-backs"));
  const Finished json = simulate({"--run", "--format", "json", machineTest("b3-own-group")});
  const auto document = nlohmann::json::parse(json.out);
  CHECK(schemaMistakes("run", document) == "");
  CHECK(document["runs"][0]["finished"] == true);
  CHECK(document["runs"][0]["operations"] == 3);
}

TEST_CASE("simulate --run: latencies of a file decide how long it takes") {
  const TempFolder folder;
  folder.write("slow", "level L2 524288 16 5000 1\n");
  const std::string slow = folder / "slow";
  const auto cyclesOf = [&](Words words) {
    words.insert(words.end(), {"--run", "--format", "json", machineTest("b3-own-group")});
    return nlohmann::json::parse(simulate(words).out)["runs"][0]["cycles"].get<int>();
  };
  CHECK(cyclesOf({}) < 5000);
  CHECK(cyclesOf({"--latency", slow}) > 5000);
  folder.write("wrong", "speed 3\n");
  const std::string wrong = folder / "wrong";
  CHECK(simulate({"--run", "--latency", wrong, machineTest("b3-own-group")}).status == 2);
  CHECK(simulate({"--latency", slow, machineTest("b3-own-group")}).status == 64);
  CHECK(simulate({"--run", "--cost", machineTest("b3-own-group")}).status == 64);
  CHECK(has(simulate({"--latency-table"}).out, "level L1 16384 16 4 1"));
}

TEST_CASE("simulate --run: what never ends is cut off by the time limit") {
  // Nobody writes f.
  const Finished cut =
      simulate({"--run", "--timeout", "0.2", "-"},
               "HSA Spin\n{ f=0; }\n P0@wg 0 ;\n AGAIN: ;\n ld r0, f ;\n beq r0, 0, AGAIN ;\n"
               "exists (0:r0=1)\n");
  CHECK(cut.status == 3);
  CHECK(has(cut.out, "not finished"));
  CHECK(has(cut.out, "time limit"));
}
