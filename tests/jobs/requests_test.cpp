#include "jobs/requests.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <map>
#include <stdexcept>

#include "jobs/worker_process.h"

using namespace hrfcheck;

namespace {

struct Heard {
  std::map<std::string, std::string> replies, lost;
};

Heard ask(
    unsigned workers, int requests, const std::function<std::string(const std::string&)>& work,
    const std::function<void(const Heard&)>& tick = [](const Heard&) {},
    const std::atomic<bool>& cancelled = false) {
  Heard heard;
  int next = 0;
  runRequests({workers, 0},
              {[&]() -> std::optional<std::string> {
                 return next == requests ? std::nullopt : std::optional(std::to_string(next++));
               },
               [&](const std::string& request, const std::string& reply) { heard.replies[request] = reply; },
               [&](const std::string& request, const std::string& reason) { heard.lost[request] = reason; },
               [&] { tick(heard); }},
              cancelled, work);
  return heard;
}

}  // namespace

TEST_CASE("every request is answered, by however many workers") {
  for (const unsigned workers : {1U, 3U, 20U}) {
    const Heard heard = ask(workers, 50, [](const std::string& request) {
      return request + std::string(request == "7" ? 300'000 : 1, '!');
    });
    CHECK(heard.lost.empty());
    REQUIRE(heard.replies.size() == 50);
    CHECK(heard.replies.at("8") == "8!");
    CHECK(heard.replies.at("7").size() == 300'001);
  }
}

TEST_CASE("a worker that dies costs its request, and says how it died") {
  const Heard heard = ask(2, 20, [](const std::string& request) {
    if (request == "3") {
      _exit(5);
    }
    if (request == "4") {
      std::raise(SIGKILL);
    }
    if (request == "5") {
      throw std::runtime_error("a mistake");
    }
    return request;
  });
  CHECK(heard.replies.size() == 17);
  CHECK(heard.lost == std::map<std::string, std::string>{{"3", "worker ended with status 5"},
                                                         {"4", "killed by signal 9"},
                                                         {"5", "worker ended with status 70"}});
}

TEST_CASE("a worker that needs more memory than it may costs its request alone") {
  constexpr std::uint64_t kMiB = 1U << 20U;
  const std::uint64_t limit = residentMemory(getpid()) + 64 * kMiB;
  std::vector<std::string> replies, lost;
  int next = 0;
  runRequests({2, limit},
              {[&]() -> std::optional<std::string> {
                 return next == 6 ? std::nullopt : std::optional(std::to_string(next++));
               },
               [&](const std::string& request, const std::string&) { replies.push_back(request); },
               [&](const std::string& request, const std::string& reason) {
                 lost.push_back(request + ": " + reason);
               },
               [] {}},
              false, [](const std::string& request) {
                if (request == "3") {
                  const std::string much(192 * kMiB, '!');
                  pause();
                  return much;
                }
                return request;
              });
  std::ranges::sort(replies);
  CHECK(replies == std::vector<std::string>{"0", "1", "2", "4", "5"});
  CHECK(lost == std::vector{"3: " + memoryLimitText(limit)});
  CHECK(memoryLimitText(64 * kMiB) == "memory limit (64 MiB)");
}

TEST_CASE("an interrupt ends workers that would never end") {
  std::atomic<bool> cancelled{false};
  const Heard heard = ask(
      2, 20,
      [](const std::string& request) {
        while (request != "0") {
          pause();
        }
        return request;
      },
      [&](const Heard& so) { cancelled = !so.replies.empty(); }, cancelled);
  CHECK(heard.replies.size() == 1);
  CHECK(heard.lost.empty());
}
