#include "questions/answers.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <thread>
#include <vector>

#include "support/process_state.h"

using namespace hrfcheck;

namespace {

/// A shell script in the place of hrfcheck.
std::vector<std::string> script(const std::string& text) {
  return {"sh", "-c", text, "sh"};
}

Question question(double seconds = 5, const std::string& id = "") {
  return {id, "the text", seconds, {"check", "-"}};
}

}  // namespace

TEST_CASE("answers: what a command prints, and its status") {
  Answers answers(script("cat; echo \" $*\"; echo careful >&2; exit 3"), {});
  const Answer answer = answers.ask(question());
  CHECK(answer.status == 3);
  CHECK(answer.ended.empty());
  CHECK(answer.errors == "careful\n");
  CHECK(answer.output == "the text check -\n");
}

TEST_CASE("answers: a worker finds the files of its question where it works, alone, and they are gone then") {
  Answers answers(script("cat > /dev/null; pwd; stat -c %a .; ls; cat mine.cat"), {});
  Question asked = question();
  asked.files = {{"mine", "mine.cat", "a model"}, {"ours", "ours.machine", ""}};
  const std::string said = answers.ask(asked).output;
  CHECK(said.ends_with("\n700\nmine.cat\nours.machine\na model"));
  const std::size_t begin = said.find('/');
  const std::string folder = said.substr(begin, said.find('\n', begin) - begin);
  CHECK(folder.find("hrfcheck-question-") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(folder));
}

TEST_CASE("answers: a worker that is killed is an answer that says so") {
  Answers answers(script("kill -9 $$"), {});
  const Answer answer = answers.ask(question());
  CHECK(answer.ended == "signal 9");
  CHECK(answer.output.empty());
}

TEST_CASE("answers: time and size end a worker, and what it has started") {
  const std::filesystem::path file = test::freshPath("hrfcheck-answers-test.pid");
  Answers slow(script(test::startsAndNames("sleep 86400", file) + "; wait"), {});
  // On a busy machine the worker may need more time to start what it starts.
  for (double seconds = 0.2; !std::filesystem::exists(file); seconds *= 2) {
    CHECK(slow.ask(question(seconds)).ended == "time limit");
  }
  CHECK(test::hasEnded(test::processNamedIn(file)));
  std::filesystem::remove(file);

  QuestionLimits limits;
  limits.largestAnswer = 1000;
  Answers much(script("yes"), limits);
  CHECK(much.ask(question()).ended == "sh prints more than 1000 bytes");
}

#ifndef HRFCHECK_SANITIZED
TEST_CASE("answers: a worker has so much address space, and no more") {
  QuestionLimits limits;
  limits.memory = 64;
  Answers answers(script("cat > /dev/null; sleep 0.3; ulimit -v"), limits);
  CHECK(answers.ask(question()).output == "131072\n");
}
#endif

TEST_CASE("answers: a question is cancelled by its name, and no other") {
  Answers answers(script("sleep 30"), {});
  Answer first;
  std::thread asking([&] { first = answers.ask(question(20, "first")); });
  CHECK(answers.cancel("second") == 0);
  while (answers.cancel("first") == 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  asking.join();
  CHECK(first.ended == "cancelled");
  CHECK(answers.cancel("") == 0);
}

TEST_CASE("answers: what is cancelled before it is asked is not begun") {
  Answers answers(script("echo begun"), {});
  const auto entry = answers.open("early");
  CHECK(answers.cancel("early") == 1);
  const Answer answer = answers.ask(question(), *entry);
  CHECK(answer.ended == "cancelled");
  CHECK(answer.output.empty());
}

TEST_CASE("answers: so many at once, so many that wait, and no more") {
  QuestionLimits limits;
  limits.running = 1;
  limits.waiting = 1;
  Answers answers(script("sleep 30"), limits);
  std::vector<std::string> ended(3);
  std::atomic<int> refused{0};
  std::vector<std::thread> asking;
  for (std::string& one : ended) {
    asking.emplace_back([&] {
      try {
        one = answers.ask(question(20)).ended;
      } catch (const TooManyQuestions&) {
        one = "refused";
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
  CHECK(ended == std::vector<std::string>{"cancelled", "cancelled", "refused"});
  CHECK(answers.ask(question()).ended == "cancelled");
}
