#include "termination/schedule_text.h"

#include <fmt/format.h>

#include <charconv>

#include "util/characters.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline termination {
namespace {

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  WrittenSchedule run() {
    WrittenSchedule schedule;
    schedule.stem = list();
    if (accept('(')) {
      schedule.loop = list();
      if (schedule.loop.empty()) {
        fail("a thread number");
      }
      if (!accept(')')) {
        fail("',' or ')'");
      }
      accept('w');
    }
    skipBlanks();
    if (at_ < text_.size()) {
      fail(schedule.loop.empty() ? "',' or '('" : "the end");
    }
    if (schedule.stem.empty() && schedule.loop.empty()) {
      fail("a thread number or '('");
    }
    return schedule;
  }

 private:
  void skipBlanks() {
    while (at_ < text_.size() && isSpace(text_[at_])) {
      ++at_;
    }
  }

  bool accept(char c) {
    skipBlanks();
    if (at_ < text_.size() && text_[at_] == c) {
      ++at_;
      return true;
    }
    return false;
  }

  bool atDigit() {
    skipBlanks();
    return at_ < text_.size() && isDigit(text_[at_]);
  }

  std::vector<WrittenStep> list() {
    std::vector<WrittenStep> steps;
    if (!atDigit()) {
      return steps;
    }
    steps.push_back(step());
    while (accept(',')) {
      if (!atDigit()) {
        fail("a thread number");
      }
      steps.push_back(step());
    }
    return steps;
  }

  WrittenStep step() {
    WrittenStep step{number(), 0};
    if (accept('.')) {
      if (!atDigit()) {
        fail("the number of an action");
      }
      step.choice = number();
    }
    return step;
  }

  std::uint32_t number() {
    std::uint32_t number = 0;
    const char* begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), number);
    if (error != std::errc{}) {
      fail("a smaller number");
    }
    at_ += static_cast<std::size_t>(end - begin);
    return number;
  }

  [[noreturn]] void fail(std::string_view wanted) const {
    throw UserError(fmt::format("schedule '{}': expected {} at character {}", text_, wanted, at_ + 1),
                    "such as 2,0,2(0,2): thread numbers, with the steps that repeat for ever in parentheses");
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

WrittenSchedule parseSchedule(std::string_view text) {
  return Reader(text).run();
}

}  // namespace hrfcheck::inline termination
