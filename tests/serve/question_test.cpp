#include "serve/question.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "serve/refused.h"

using namespace hrfcheck;
using nlohmann::json;

namespace {

const KnownNames kKnown{{"sc", "rsp"}, {"rsp-fix", "rsp-lit"}};

Question read(const std::string& command, const json& body) {
  return readQuestion(command, body.dump(), kKnown, {});
}

bool has(const Question& question, const std::string& word) {
  return std::ranges::find(question.arguments, word) != question.arguments.end();
}

/// The status of a refusal and what it says; "" for a question.
std::string refusal(const std::string& command, const std::string& body, const QuestionLimits& limits = {}) {
  try {
    readQuestion(command, body, kKnown, limits);
    return "";
  } catch (const Refused& refused) {
    return std::to_string(refused.status()) + " " + refused.what();
  }
}

}  // namespace

TEST_CASE("questions: a command line with limits, about its standard input") {
  const Question question =
      read("check", {{"text", "HSA x"}, {"models", {"sc", "rsp"}}, {"seconds", 2.5}, {"id", "one"}});
  CHECK(question.text == "HSA x");
  CHECK(question.id == "one");
  CHECK(question.json);
  CHECK(question.arguments == std::vector<std::string>{"check", "--format=json", "--progress=off",
                                                       "--timeout=2.5", "--memory=2048", "--model=sc",
                                                       "--model=rsp", "-"});
}

TEST_CASE("questions: each command has its own fields") {
  CHECK(has(read("explain", {{"model", "sc"}, {"outcome", "1:r0=1"}, {"depth", 3}}), "--outcome=1:r0=1"));
  CHECK_FALSE(read("explain-text", json::object()).json);
  CHECK(has(read("graph", {{"format", "svg"}, {"race", true}}), "--race"));
  CHECK_FALSE(has(read("graph", {{"race", false}}), "--race"));
  CHECK(has(read("repair", {{"goal", "forbid"}}), "--goal=forbid"));
  CHECK(has(read("narrow", {{"keep", "condition"}}), "--keep=condition"));
  CHECK(has(read("progress", {{"schedulers", {"hsa+obe", "wg=obe,wv=weak"}}}), "--scheduler=wg=obe,wv=weak"));
  CHECK(has(read("simulate", {{"machines", {"rsp-lit without inv-after-access"}}, {"against", "rsp"}}),
            "--machine=rsp-lit without inv-after-access"));
  CHECK(has(read("convert", {{"to", "ptx"}}), "--to=ptx"));
  for (const char* command : {"check", "explain", "graph", "repair", "progress", "simulate", "convert"}) {
    CHECK(has(read(command, {{"language", "hip"}}), "--language=hip"));
  }
  CHECK(refusal("check", R"({"language": "c"})").starts_with("400 'language' must be one of"));
}

TEST_CASE("questions: no value becomes an option, a path or another command") {
  CHECK(refusal("check", R"({"models": ["/etc/passwd"]})") == "400 '/etc/passwd' is not a value of 'models'");
  CHECK(refusal("check", R"({"models": ["../models/sc.cat"]})") ==
        "400 '../models/sc.cat' is not a value of 'models'");
  CHECK(refusal("check", R"({"models": ["--dump-smt2=x"]})") ==
        "400 '--dump-smt2=x' is not a value of 'models'");
  CHECK(refusal("progress", R"({"schedulers": ["--graph=x.svg"]})") ==
        "400 '--graph=x.svg' is not a value of 'schedulers'");
  CHECK(refusal("graph", R"({"show": "a/b"})") == "400 'a/b' is not a value of 'show'");
  CHECK(refusal("graph", R"({"format": "png"})") == "400 'format' must be one of svg, dot, text");
  CHECK(refusal("simulate", R"({"machines": ["rsp-lit; rm"]})") ==
        "400 'rsp-lit; rm' is not a value of 'machines'");
  CHECK(refusal("simulate", R"({"machines": ["no-such"]})") == "400 'no-such' is not a value of 'machines'");
  CHECK(refusal("check", R"({"output": "x"})") == "400 there is no field 'output'");
  // What the command itself reads stays one word behind its option.
  CHECK(has(read("explain", {{"outcome", "--output=/tmp/x"}}), "--outcome=--output=/tmp/x"));
}

TEST_CASE("questions: bodies that are none") {
  CHECK(refusal("check", "") == "400 the body must be a JSON object");
  CHECK(refusal("check", "[1]") == "400 the body must be a JSON object");
  CHECK(refusal("check", "{\"text\": \"\xff\"}") == "400 the body must be a JSON object");
  CHECK(refusal("check", R"({"text": 1})") == "400 'text' must be a text");
  CHECK(refusal("check", R"({"models": "sc"})") == "400 'models' must be a list of at most 64 values");
  CHECK(refusal("check", R"({"models": [1]})") == "400 'models' must be a text");
  CHECK(refusal("check", R"({"unroll": -1})") == "400 'unroll' must be a number up to 64");
  CHECK(refusal("check", R"({"unroll": 1000})") == "400 'unroll' must be a number up to 64");
  CHECK(refusal("check", R"({"seconds": 0})") == "400 'seconds' must be a positive number");
  CHECK(refusal("check", R"({"seconds": "1"})") == "400 'seconds' must be a positive number");
  CHECK(refusal("graph", R"({"race": 1})") == "400 'race' must be true or false");
  CHECK(refusal("explain", "{\"outcome\": \"a\\u0000b\"}") ==
        "400 'outcome' is too long, or contains a NUL character");
  CHECK(refusal("check", std::string(100000, '[')) == "400 the body must be a JSON object");
}

TEST_CASE("questions: limits of size and time") {
  QuestionLimits limits;
  limits.largestText = 10;
  CHECK(refusal("check", R"({"text": "0123456789"})", limits).empty());
  CHECK(refusal("check", R"({"text": "0123456789a"})", limits) == "413 'text' is longer than 10 bytes");
  CHECK(refusal("check", json{{"id", std::string(65, 'x')}}.dump()) == "413 'id' is longer than 64 bytes");
  CHECK(read("check", {{"seconds", 1e9}}).seconds == QuestionLimits{}.seconds);
  CHECK(read("check", json::object()).seconds == QuestionLimits{}.seconds);
}

TEST_CASE("questions: models and machines that come along are files of the command's folder") {
  const Question question = read("simulate", {{"machines", {"mine without kill-fill", "rsp-fix"}},
                                              {"against", "ours"},
                                              {"ownModels", {{"ours", "let x = po"}}},
                                              {"ownMachines", {{"mine", "machine mine"}}}});
  CHECK(has(question, "--machine=mine.machine without kill-fill"));
  CHECK(has(question, "--machine=rsp-fix"));
  CHECK(has(question, "--against=ours.cat"));
  REQUIRE(question.files.size() == 2);
  CHECK(question.files[0].file == "ours.cat");
  CHECK(question.files[0].text == "let x = po");
  CHECK(question.files[1].file == "mine.machine");
  // Those of one question are not known to another.
  CHECK(refusal("check", R"({"models": ["ours"]})") == "400 'ours' is not a value of 'models'");
  CHECK(read("check", json::object()).files.empty());
}

TEST_CASE("questions: what comes along has a name of its own, and is not too much") {
  const auto own = [](const std::string& name, const json& text) {
    return json{{"ownModels", {{name, text}}}}.dump();
  };
  for (const char* name : {"", "../x", "a/b", "a.cat", "-x", "a b", "all", "a\n"}) {
    CHECK_MESSAGE(refusal("check", own(name, "")).starts_with("400 'ownModels': "), name);
  }
  CHECK(refusal("check", own(std::string(41, 'x'), "")).starts_with("400 "));
  CHECK(refusal("check", own("sc", "")) == "400 'ownModels': 'sc' is installed; choose another name");
  CHECK(refusal("check", own("mine", 1)) == "400 'ownModels': 'mine' must be a text");
  CHECK(refusal("check", own("mine", std::string(1, '\0'))).ends_with("contains a NUL character"));
  CHECK(refusal("check", R"({"ownModels": []})") == "400 'ownModels' must be an object with at most 8 texts");
  json many = json::object();
  for (char c = 'a'; c <= 'i'; ++c) {
    many[std::string(1, c)] = "";
  }
  CHECK(refusal("check", json{{"ownMachines", many}}.dump()).starts_with("400 'ownMachines' must be"));
  QuestionLimits limits;
  limits.largestText = 10;
  CHECK(refusal("check", own("mine", "0123456789"), limits).empty());
  CHECK(refusal("check", json{{"ownModels", {{"a", "012345"}, {"b", "01234"}}}}.dump(), limits) ==
        "413 'ownModels' are longer than 10 bytes");
}

TEST_CASE("questions: the launch of a kernel") {
  const Question question = read("check", {{"launch", "2x4"},
                                           {"init", "part[3]; n = 4"},
                                           {"defines", {"N=4", "T=int"}},
                                           {"subGroup", "4"},
                                           {"kernel", "steal"}});
  for (const char* word : {"--launch=2x4", "--init=part[3]; n = 4", "--define=N=4", "--define=T=int",
                           "--sub-group=4", "--kernel=steal"}) {
    CHECK_MESSAGE(has(question, word), word);
  }
  CHECK(refusal("check", R"({"defines": "N=4"})") == "400 'defines' must be a list of at most 64 values");
}
