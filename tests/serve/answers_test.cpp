#include "serve/answers.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

#include "serve/refused.h"
#include "support/process_state.h"

using namespace hrfcheck;
using nlohmann::json;

namespace {

/// A shell script in the place of hrfcheck.
std::vector<std::string> script(const std::string& text) {
  return {"sh", "-c", text, "sh"};
}

Question question(bool isJson = true, double seconds = 5, const std::string& id = "") {
  return {id, "the text", seconds, {"check", "-"}, isJson};
}

}  // namespace

TEST_CASE("answers: what a command prints, and its status") {
  Answers answers(script("cat > /dev/null; echo '{\"words\": \"'$*'\"}'; echo careful >&2; exit 3"), {});
  const json answer = json::parse(answers.answer(question()));
  CHECK(answer["status"] == 3);
  CHECK(answer["ended"].is_null());
  CHECK(answer["errors"] == "careful\n");
  CHECK(answer["answer"]["words"] == "check -");
  Answers texts(script("cat; printf '\\377'"), {});
  CHECK(json::parse(texts.answer(question(false)))["answer"] == "the text\xef\xbf\xbd");
}

TEST_CASE("answers: a worker finds the files of its question where it works, alone, and they are gone then") {
  Answers answers(script("cat > /dev/null; pwd; stat -c %a .; ls; cat mine.cat"), {});
  Question asked = question(false);
  asked.files = {{"mine", "mine.cat", "a model"}, {"ours", "ours.machine", ""}};
  const std::string said = json::parse(answers.answer(asked))["answer"];
  CHECK(said.ends_with("\n700\nmine.cat\nours.machine\na model"));
  const std::size_t begin = said.find('/');
  const std::string folder = said.substr(begin, said.find('\n', begin) - begin);
  CHECK(folder.find("hrfcheck-serve-") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(folder));
}

TEST_CASE("answers: half of a JSON text is no answer") {
  Answers answers(script("printf '{\"results\": ['"), {});
  CHECK(json::parse(answers.answer(question()))["answer"].is_null());
}

TEST_CASE("answers: a worker that is killed is an answer that says so") {
  Answers answers(script("kill -9 $$"), {});
  const json answer = json::parse(answers.answer(question()));
  CHECK(answer["ended"] == "signal 9");
  CHECK(answer["answer"].is_null());
}

TEST_CASE("answers: time and size end a worker, and what it has started") {
  const std::filesystem::path file = test::freshPath("hrfcheck-answers-test.pid");
  Answers slow(script(test::startsAndNames("sleep 86400", file) + "; wait"), {});
  // On a busy machine the worker may need more time to start what it starts.
  for (double seconds = 0.2; !std::filesystem::exists(file); seconds *= 2) {
    CHECK(json::parse(slow.answer(question(true, seconds)))["ended"] == "time limit");
  }
  CHECK(test::hasEnded(test::processNamedIn(file)));
  std::filesystem::remove(file);

  ServeLimits limits;
  limits.largestAnswer = 1000;
  Answers much(script("yes"), limits);
  CHECK(json::parse(much.answer(question()))["ended"] == "sh prints more than 1000 bytes");
}

#ifndef HRFCHECK_SANITIZED
TEST_CASE("answers: a worker has so much address space, and no more") {
  ServeLimits limits;
  limits.memory = 64;
  Answers answers(script("cat > /dev/null; sleep 0.3; echo \"{\\\"kib\\\": \\\"$(ulimit -v)\\\"}\""), limits);
  CHECK(json::parse(answers.answer(question()))["answer"]["kib"] == "131072");
}
#endif

TEST_CASE("answers: a question is cancelled by its name, and no other") {
  Answers answers(script("sleep 30"), {});
  json first;
  std::thread asking([&] { first = json::parse(answers.answer(question(true, 20, "first"))); });
  CHECK(answers.cancel("second") == 0);
  while (answers.cancel("first") == 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  asking.join();
  CHECK(first["ended"] == "cancelled");
  CHECK(answers.cancel("") == 0);
}

TEST_CASE("answers: so many at once, so many that wait, and no more") {
  ServeLimits limits;
  limits.running = 1;
  limits.waiting = 1;
  Answers answers(script("sleep 30"), limits);
  std::vector<std::string> ended(3);
  std::atomic<int> refused{0};
  std::vector<std::thread> asking;
  for (std::string& one : ended) {
    asking.emplace_back([&] {
      try {
        one = json::parse(answers.answer(question(true, 20)))["ended"];
      } catch (const Refused& why) {
        one = std::to_string(why.status());
        ++refused;
      }
    });
  }
  while (refused == 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  answers.stop();
  for (std::thread& thread : asking) {
    thread.join();
  }
  std::ranges::sort(ended);
  CHECK(ended == std::vector<std::string>{"503", "cancelled", "cancelled"});
  CHECK(json::parse(answers.answer(question()))["ended"] == "cancelled");
}
