#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/process.h"
#include "support/has.h"

namespace command_line_test {

using namespace hrfcheck::test;

TEST_CASE("help for the program and for each command, with examples") {
  const Finished all = runProgram({"--help"});
  CHECK(all.status == 0);
  for (const std::string command :
       {"check", "batch", "compare", "explain", "graph", "triage", "progress", "simulate", "price", "suite",
        "synth", "serve", "lsp", "convert", "models", "dialects", "completion", "man"}) {
    CAPTURE(command);
    CHECK(has(all.out, command));
    const Finished help = runProgram({command, "--help"});
    CHECK(help.status == 0);
    CHECK(help.err == "");
    CHECK(has(help.out, "Examples:\n  hrfcheck " + command));
  }
  CHECK(has(runProgram({"check", "--help"}).out, "--fail-on"));
}

namespace {

std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    lines.push_back(line);
  }
  return lines;
}

/// The names under "Commands:".
std::vector<std::string> commandNames() {
  std::vector<std::string> names;
  bool inside = false;
  for (const std::string& line : linesOf(runProgram({"--help"}).out)) {
    if (inside && line.size() > 2 && line[2] != ' ') {
      names.push_back(line.substr(2, line.find(' ', 2) - 2));
    }
    inside = line == "Commands:" || (inside && !line.empty());
  }
  return names;
}

}  // namespace

TEST_CASE("no line of any help is too wide for a terminal") {
  const std::vector<std::string> commands = commandNames();
  CHECK(commands.size() >= 11);
  std::vector<std::vector<std::string>> helps{{"--help"}};
  for (const std::string& command : commands) {
    helps.push_back({command, "--help"});
  }
  for (const auto& arguments : helps) {
    for (const std::string& line : linesOf(runProgram(arguments).out)) {
      CAPTURE(arguments.front());
      CAPTURE(line);
      CHECK(line.size() <= 80);
      CHECK((line.empty() || line.back() != ' '));
    }
  }
}

TEST_CASE("no help is torn: examples, then one paragraph on the exit status") {
  for (const std::string& command : commandNames()) {
    CAPTURE(command);
    const std::vector<std::string> lines = linesOf(runProgram({command, "--help"}).out);
    auto line = std::find(lines.begin(), lines.end(), "Examples:");
    REQUIRE(line != lines.end());
    for (++line; line != lines.end() && !line->empty(); ++line) {
      CAPTURE(*line);
      const std::size_t indent = line->find_first_not_of(' ');
      CHECK((indent == 2 || indent == 6));
      CHECK((indent == 6 || has(*line, "hrfcheck ")));
    }
    if (line != lines.end()) {
      REQUIRE(++line != lines.end());
      CHECK(line->starts_with("Exit status: 0 "));
      for (; line != lines.end(); ++line) {
        CAPTURE(*line);
        CHECK((!line->empty() && line->front() != ' '));
        CHECK_FALSE(has(*line, "-- "));
        CHECK_FALSE(has(*line, " :"));
      }
      CHECK(lines.back().back() == '.');
    }
  }
}

TEST_CASE("reports are broken between words: at a terminal's width, else at 120 columns") {
  const Scratch scratch;
  const std::string test = scratch.file(
      "race.litmus",
      "HSA Race\n{ x=0; f=0; }\n P0@wg 0 | P1@wg 1 ;\n st x, 1 | ld.acq.wg r0, f ;\n st.rel.wg f, 1 | ld r1, x ;\n");
  const auto widest = [](const std::string& text) {
    std::size_t width = 0;
    for (const std::string& line : linesOf(text)) {
      width = std::max<std::size_t>(
          width, static_cast<std::size_t>(std::count_if(line.begin(), line.end(), [](char c) {
            return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U && c != '\r';
          })));
    }
    return width;
  };
  const std::string plain = runProgram({"check", test}).out;
  CHECK(widest(plain) <= 120);
  CHECK(widest(plain) > 80);
  if (runShell("command -v script && command -v stty").status != 0) {
    MESSAGE("skipped: no script or stty");
    return;
  }
  const Finished narrow =
      runShell("script -qec \"stty cols 72; NO_COLOR=1 '$HRFCHECK' check " + test + "\" /dev/null");
  CHECK(has(narrow.out, "RACY"));
  CHECK(widest(narrow.out) <= 72);
  CHECK(widest(narrow.out) > 60);
}

TEST_CASE("--version names the solver") {
  const Finished run = runProgram({"--version"});
  CHECK(run.status == 0);
  CHECK(run.out.rfind("hrfcheck ", 0) == 0);
  CHECK(has(run.out, "(Z3 4."));
}

TEST_CASE("usage errors: status 64, a message, a hint, nothing on standard output") {
  const auto refused = [](const std::vector<std::string>& arguments, const std::string& message,
                          const std::string& hint) {
    const Finished run = runProgram(arguments);
    CAPTURE(message);
    CAPTURE(run.err);
    CHECK(run.status == 64);
    CHECK(run.out == "");
    CHECK(has(run.err, "error: " + message));
    CHECK(has(run.err, "hint: " + hint));
  };
  refused({}, "A subcommand is required", "see hrfcheck --help");
  refused({"chekc", "x.litmus"}, "unknown command chekc", "did you mean check?");
  refused({"frobnicate"}, "unknown command frobnicate", "see hrfcheck --help");
  refused({"check", "--formt", "json", "x"}, "unknown option --formt", "did you mean --format?");
  refused({"check", "--frobnicate", "x"}, "unknown option --frobnicate", "see hrfcheck check --help");
  refused({"check"}, "FILE is required", "see hrfcheck check --help");
  refused({"check", "--format", "xml", "x"}, "--format: xml not in {text,herd,json}",
          "see hrfcheck check --help");
  refused({"check", "--unroll", "many", "x"}, "", "see hrfcheck check --help");
  refused({"check", "--timeout", "-1", "x"}, "--timeout: -1 is not a number of seconds",
          "see hrfcheck check --help");
  refused({"check", "--timeout", "nan", "x"}, "--timeout: nan is not a number of seconds",
          "see hrfcheck check --help");
  refused({"check", "--only", "condition", "--fail-on", "racy", "x"}, "--fail-on racy needs the races",
          "omit --only condition");
  refused({"check", "--only", "races", "--fail-on", "allowed", "x"}, "--fail-on allowed needs the condition",
          "omit --only races");
  refused({"check", "--only", "races", "--expect-conditions", "x"}, "--expect-conditions needs the condition",
          "omit --only races");
  refused({"check", "--only", "races", "--format", "herd", "x"},
          "--format herd lists all final states and flags", "omit --only");
  refused({"dialects", "extra"}, "unknown argument extra", "see hrfcheck dialects --help");
}

TEST_CASE("models are listed with their sources") {
  const Finished run = runProgram({"models"});
  CHECK(run.status == 0);
  CHECK(has(run.out, "rsp "));
  CHECK(has(run.out, "source: Orr et al."));
  const auto document = nlohmann::json::parse(runProgram({"models", "--format", "json"}).out);
  CHECK(document["models"].size() >= 10);
  for (const auto& model : document["models"]) {
    CHECK(model["name"] != "hrf-base");
    CHECK(model.contains("source"));
  }
  const Scratch scratch;
  scratch.file("broken.cat", "let\n");
  const Finished broken = runProgram({"models", "--include", scratch.path("")});
  CHECK(broken.status == 2);
  CHECK(has(broken.err, "broken.cat:"));
  CHECK(has(broken.out, "rsp "));
}

TEST_CASE("dialects are listed with their levels") {
  CHECK(has(runProgram({"dialects"}).out, "levels: wi wv wg cmp sys"));
  CHECK(nlohmann::json::parse(runProgram({"dialects", "--format", "json"}).out)["dialects"][0]["name"] ==
        "HSA");
}

TEST_CASE("completions know every command and option") {
  for (const std::string shell : {"bash", "zsh", "fish"}) {
    const Finished run = runProgram({"completion", shell});
    CAPTURE(shell);
    CHECK(run.status == 0);
    CHECK(has(run.out, "dialects"));
    CHECK(has(run.out, "expect-conditions"));
    CHECK(has(run.out, "explicit"));
    CHECK(has(run.out, "hrf-indirect-relaxed"));
    CHECK(has(run.out, "rsp-fix"));
    CHECK(has(run.out, "cuda-cooperative"));
  }
  CHECK(runProgram({"completion", "ksh"}).status == 64);
}

TEST_CASE("the bash completion completes") {
  const Scratch scratch;
  const std::string script = scratch.file("completion.bash", runProgram({"completion", "bash"}).out);
  const std::string out = scratch.path("out");
  const auto completed = [&](const std::string& words) {
    const std::string command = "bash -c 'source " + script + "; COMP_WORDS=(hrfcheck " + words +
                                "); COMP_CWORD=3; _hrfcheck; echo \"${COMPREPLY[*]}\"' > " + out;
    REQUIRE(std::system(command.c_str()) == 0);
    return contents(out);
  };
  CHECK(has(completed("check --engine s"), "smt"));
  CHECK(has(completed("check --model rsp-l"), "rsp-literal"));
  CHECK(has(completed("check -m rsp-l"), "rsp-literal"));
  CHECK(has(completed("simulate --machine rsp-f"), "rsp-fix"));
  CHECK(has(completed("progress --scheduler cuda-"), "cuda-cooperative"));
}

TEST_CASE("the manual page names every option once") {
  const Finished run = runProgram({"man"});
  CHECK(run.status == 0);
  CHECK(run.out.rfind(".TH HRFCHECK 1", 0) == 0);
  CHECK(has(run.out, "\\fB\\-\\-dump\\-smt2\\fR"));
  CHECK(has(run.out, ".SH HRFCHECK models"));
}

}  // namespace command_line_test
