// Results files of hrfcheck synth as input that anybody may have written, and what a report says of a search
// that is not whole.

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>

#include "cli/process.h"
#include "support/has.h"

using namespace hrfcheck::test;
using Json = nlohmann::json;

namespace {

const std::vector<std::string> kQuestion{"synth",    "--minimal", "hrf-indirect-relaxed", "--kinds", "ld,st",
                                         "--events", "3"};

Finished asked(const std::vector<std::string>& options, std::vector<std::string> question = kQuestion) {
  question.insert(question.end(), options.begin(), options.end());
  return runProgram(question);
}

void write(const std::string& path, const std::string& text) {
  std::ofstream(path) << text;
}

/// A complete results file in which one line, the first with two tests or more, was changed.
class Damaged {
 public:
  Damaged() : path_(scratch_.path("r.jsonl")) {
    REQUIRE(asked({"--results", path_}).status == 0);
    text_ = contents(path_);
    for (std::size_t at = 0; at < text_.size(); at = text_.find('\n', at) + 1) {
      const Json line = Json::parse(text_.substr(at, text_.find('\n', at) - at));
      if (line.contains("result") && line["result"]["tests"].size() > 1) {
        at_ = at;
        line_ = line;
        break;
      }
    }
    REQUIRE(!line_.empty());
  }

  Finished merged(const std::function<void(Json&)>& change) const {
    Json line = line_;
    change(line);
    std::string text = text_;
    text.replace(at_, text.find('\n', at_) - at_, line.dump());
    write(path_, text);
    return asked({"--merge", path_});
  }

 private:
  Scratch scratch_;
  std::string path_, text_;
  std::size_t at_ = 0;
  Json line_;
};

}  // namespace

TEST_CASE("a results file that no search has written is refused, with the place") {
  const Damaged file;
  CHECK(file.merged([](Json&) {}).status == 0);
  const std::vector<std::function<void(Json&)>> changes{
      [](Json& line) { line["result"]["tests"][0][0] = 640000000; },  // no such shape
      [](Json& line) { line["result"]["tests"][0][0] = 0; },          // a shape of another piece
      [](Json& line) { line["result"]["tests"][0][1][0] = 1000; },    // no such annotation
      [](Json& line) {
        line["result"]["tests"][0][2] = {0, 0, 0};
      },                                                             // reads from itself
      [](Json& line) { line["result"]["tests"][0][3] = {1000}; },    // ends in what no step wrote
      [](Json& line) { line["result"]["tests"][0][4] = {"racy"}; },  // in no group
      [](Json& line) { line["result"]["tests"].erase(0); },          // fewer than were found
      [](Json& line) { line["result"]["counts"][6] = 9; },           // more were found
      [](Json& line) { line["result"]["tally"][0][0] = 7; },         // of other sizes
      [](Json& line) { line["result"]["refused"] = 1; },
      [](Json& line) { line["result"] = "nonsense"; },
  };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    INFO(i);
    const Finished done = file.merged(changes[i]);
    CHECK(done.status == 2);
    CHECK(has(done.err, "r.jsonl:"));
    CHECK(has(done.err, ": not a line that this search has written: the result is malformed"));
  }
  const Finished other = file.merged([](Json& line) {
    for (Json& test : line["result"]["tests"]) {
      test[4] = {"allowed"};
    }
    for (Json& group : line["result"]["tally"]) {
      group[2] = {"allowed"};
    }
  });
  CHECK(other.status == 2);
  CHECK(has(other.err, "the models do not answer its tests so"));
  CHECK(has(file.merged([](Json& line) { line["piece"] = 999999; }).err, "lack piece "));
  CHECK(has(file.merged([](Json& line) { line.erase("piece"); }).err, "it has no events, piece and result"));
}

TEST_CASE("pieces that are there twice, or that do not exist, are refused") {
  const Scratch scratch;
  const std::string file = scratch.path("r.jsonl");
  REQUIRE(asked({"--results", file}).status == 0);
  const std::string whole = contents(file);
  const std::size_t end = whole.rfind("{\"complete\"");
  const std::size_t count = std::count(whole.begin(), whole.end(), '\n') - 2;
  const auto merged = [&](const std::string& line) {
    write(file,
          whole.substr(0, end) + line + "{\"complete\":true,\"lines\":" + std::to_string(count + 1) + "}\n");
    return asked({"--merge", file});
  };
  const std::string last = whole.substr(whole.rfind('\n', end - 2) + 1, end - whole.rfind('\n', end - 2) - 1);
  CHECK(has(merged(last).err, "the piece occurs twice"));
  Json unknown = Json::parse(last);
  unknown["piece"] = 999999;
  CHECK(has(merged(unknown.dump() + "\n").err, "there is no such piece"));
  unknown["events"] = 9;
  CHECK(has(merged(unknown.dump() + "\n").err, "there is no such piece"));
  CHECK(has(merged("garbage\n").err, "it is not JSON"));
}

TEST_CASE("a piece of another shard is refused, merged or resumed") {
  const Scratch scratch;
  const std::string file = scratch.path("r.jsonl");
  REQUIRE(asked({"--shard", "1/2", "--results", file}).status == 0);
  std::string text = contents(file);
  const std::string odd = "{\"events\":3,\"piece\":1,\"result\":{}}\n";
  text.insert(text.find('\n') + 1, odd);
  write(file, text);
  CHECK(has(asked({"--shard", "1/2", "--resume", file}).err, "the piece does not belong to this shard"));
  const std::string other = scratch.path("other.jsonl");
  REQUIRE(asked({"--shard", "2/2", "--results", other}).status == 0);
  CHECK(has(asked({"--merge", file, "--merge", other}).err, "the piece does not belong to this shard"));
}

TEST_CASE("results do not take the place of what is read") {
  const Scratch scratch;
  const std::string model = scratch.path("own.cat");
  write(model, "Own\nacyclic po | rf | co | fr as sc\n");
  const std::string before = contents(model);
  const Finished done = asked({"--results", model}, {"synth", "--differ", model, "sc", "--events", "2"});
  CHECK(done.status == 2);
  CHECK(has(done.err, "--results would overwrite "));
  CHECK(contents(model) == before);
  CHECK(asked({"--results", "-"}).status == 64);
  CHECK(asked({"--results", ""}).status == 64);
  CHECK(has(asked({"--resume", scratch.path("none")}).err, "cannot open "));
  CHECK(has(asked({"--merge", scratch.path("none")}).err, "cannot read "));
  CHECK(has(asked({"--merge", model}).err, "is not a results file of hrfcheck synth"));
}

TEST_CASE("results depend on which flag means a race") {
  const Scratch scratch;
  const std::string file = scratch.path("r.jsonl");
  REQUIRE(asked({"--race-flag", "one", "--results", file}).status == 0);
  const Finished other = asked({"--race-flag", "two", "--resume", file});
  CHECK(other.status == 2);
  CHECK(has(other.err, "it was made with race-flag one, not two"));
  CHECK(asked({"--race-flag", "one", "--resume", file}).status == 0);
}

TEST_CASE("a search with a machine that lost pieces goes on with more memory") {
  const Scratch scratch;
  const std::string file = scratch.path("r.jsonl");
  const std::vector<std::string> question{"synth",     "--differ", "rsp",       "hrf-indirect-relaxed",
                                          "--machine", "rsp-lit",  "--threads", "2",
                                          "--kinds",   "ld,st",    "--events",  "3"};
  asked({"--memory", "4", "--results", file}, question);
  const Finished more = asked({"--resume", file}, question);
  CAPTURE(more.err);
  CHECK(more.status == 0);
  CHECK(has(more.out, "\non machine rsp-lit: hierarchy h2, environment evict\n"));
  CHECK(has(more.out, "not covered by the source of hrf-indirect-relaxed: remote operations"));
}

TEST_CASE("a shard that was stopped does not claim to be exhaustive") {
  const Finished done = asked({"--shard", "2/3", "--timeout", "0.05"},
                              {"synth", "--differ", "rsp", "rsp-incl", "--kinds", "ld,st", "--events", "5"});
  CHECK(done.status == 3);
  CHECK(has(done.out, "stopped early: of shard 2 of 3, "));
  CHECK_FALSE(has(done.out, "exhaustive"));
  CHECK_FALSE(has(done.out, "complete\n"));
}

TEST_CASE("a mistake of a model that shows when it is asked is reported as check reports it") {
  const Scratch scratch;
  const std::string model = scratch.path("m.cat");
  write(model, "M\nwith s from linearisations(W, po, po)\nacyclic s as x\n");
  const Finished done = asked({}, {"synth", "--differ", model, "sc", "--events", "2"});
  CHECK(done.status == 2);
  CHECK(has(done.err, "m.cat:2:1: error: linearisations(..., ..., r) needs a symmetric and transitive r"));
}

TEST_CASE("a merge that is interrupted reports how far it came") {
  const std::string suite = std::string(HRFCHECK_SOURCE_DIR) + "/litmus/synth/rsp-6.jsonl";
  const Finished done = runProgram(
      {"synth", "--minimal", "rsp", "--kinds", "ld,st", "--events", "6", "--keep", "10000", "--merge", suite},
      "", 500);
  CHECK(done.status == 3);
  // On a slow machine not even the smallest tests are read by then.
  CHECK((has(done.out, "stopped early: exhaustive to ") ||
         has(done.out, "stopped early: not exhaustive for ")));
}

TEST_CASE("a folder that keeps tests of another search is reported") {
  const Scratch scratch;
  const std::string folder = scratch.path("suite");
  const std::string file = scratch.path("r.jsonl");
  REQUIRE(asked({"-o", folder, "--results", file}).status == 0);
  CHECK_FALSE(has(asked({"-o", folder, "--resume", file}).out, "not of this search"));
  std::filesystem::copy_file(folder + "/RxWx.litmus", folder + "/Other.litmus");
  CHECK(has(asked({"-o", folder, "--resume", file}).out,
            "also contains 1 test that is not from this search: Other\n"));
}

TEST_CASE("a folder is made when the search begins") {
  const Scratch scratch;
  const std::string folder = scratch.path("new");
  CHECK(asked({"-o", folder}, {"synth", "--differ", "rsp", "nosuchmodel"}).status == 2);
  CHECK_FALSE(std::filesystem::exists(folder));
  CHECK(asked({"-o", ""}).status == 64);
  CHECK(asked({"--keep", "-1"}).status == 64);
}

TEST_CASE("kinds without an order are named") {
  const Finished done = asked({}, {"synth", "--differ", "drf0", "sc", "--kinds", "ld,fence", "--orders",
                                   "ordinary", "--events", "2", "--keep", "0"});
  CHECK(has(done.out, "\nno fence: it has none of these orders\n"));
  CHECK(has(done.out, "within these bounds there is no such test\n"));
}
