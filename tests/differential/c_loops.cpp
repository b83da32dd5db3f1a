// Loops that wait for another thread, and loops that nearly do: some store in a round, carry a register from
// one round to the next, or leave one written by some rounds only, or by those alone that go back; some wait
// twice.

#include <fmt/format.h>

#include "differential/c_thread.h"

namespace hrfcheck {

void CThread::loop() {
  weight_ = hasLoops(shared_.profile) ? 2 : 3;
  if (random_.chance(12)) {
    waitTwice();
  } else {
    wait();
  }
  weight_ = 1;
}

/// A loop that waits, in a loop.
void CThread::waitTwice() {
  const std::size_t seen = visible_.size();
  const std::string counter = fmt::format("k{}", others_++);
  line(fmt::format("int {} = 0;", counter));
  open(fmt::format("while ({} < 2)", counter));
  wait();
  open(fmt::format("if ({} == 0)", counter));
  access();
  close();
  line(fmt::format("{0} = {0} + 1;", counter));
  close();
  visible_.resize(seen);
}

void CThread::wait() {
  const auto kind = random_.below(13);
  if (kind < 1) {
    spend();
    line(shared_.functions.wait(shared_.flag()) + ";");
    waits_ = true;
  } else if (kind < 3) {
    lockLoop();
  } else if (kind < 5) {
    const std::string other = outerRegister();
    line(fmt::format("{} = 0;", other));
    line("// rounds");
    open(fmt::format("while ({} != 1)", shared_.words.load(shared_.flag())));
    line("// round");
    leaveBehind(other);
    close();
    spend();
    waits_ = true;
  } else {
    const std::string read = outerRegister();
    const std::string other = outerRegister();
    if (style_ == Style::Undeclared) {
      line(fmt::format("{} = 0;", other));
    }
    line("// rounds");
    if (kind < 10) {
      open("do");
      loopBody(read, other);
      close(fmt::format("}} while ({} != 1);", random_.chance(85) ? read : other));
    } else {
      open("while (1)");
      loopBody(read, other);
      if (random_.chance(30)) {
        open(fmt::format("if ({} == 0)", read));
        line("continue;");
        close();
        open(fmt::format("if ({} == 0)", other));
      } else {
        open(fmt::format("if ({} == 1)", read));
      }
      line("break;");
      close();
      close();
    }
    waits_ = true;
  }
}

/// Shows behind the loop whether a round went back.
void CThread::leaveBehind(const std::string& other) {
  if (random_.chance(50)) {
    line(fmt::format("{} = {};", other, 1 + random_.below(2)));
    visible_.push_back(other);
  }
}

void CThread::loopBody(const std::string& read, const std::string& other) {
  const std::size_t seen = visible_.size();
  line("// round");
  spend();
  assignTo(read, shared_.words.load(shared_.flag()));
  meetInRound();
  const auto kind = random_.below(11);
  if (kind == 0) {
    spend();
    assignTo(other, shared_.anyCell("").lvalue);
  } else if (kind <= 2) {
    spend();
    readNowAndThen(read, other);
  } else if (kind <= 4) {
    line(fmt::format("{} = {} + {};", other, random_.chance(50) ? read : other, 1 + random_.below(2)));
  } else if (kind <= 7) {
    spend();
    storeNowAndThen(read);
  } else if (kind == 8) {
    spend();
    assignTo(other, shared_.words.compareExchange(shared_.atomicCell(""), "0", "1"));
  } else if (kind == 9) {
    line(shared_.words.fence() + ";");
  }
  visible_.resize(seen);
  visible_.push_back(read);
}

/// A barrier in every round: each time another one.
void CThread::meetInRound() {
  if (shared_.profile == Profile::OpenClWorkGroups && random_.chance(25)) {
    spend();
    line(shared_.words.barrier() + ";");
  }
}

/// A register that only some rounds write.
void CThread::readNowAndThen(const std::string& read, const std::string& other) {
  open(fmt::format("if ({} {} 0)", read, random_.chance(50) ? "==" : "!="));
  line(fmt::format("{} = {};", other, shared_.words.load(shared_.atomicCell(""))));
  close();
}

void CThread::storeNowAndThen(const std::string& read) {
  const bool always = random_.chance(50);
  if (!always) {
    open(fmt::format("if ({} == {})", read, random_.below(3)));
  }
  if (random_.chance(50)) {
    line(shared_.words.add(shared_.atomicCell("")) + ";");
  } else {
    line(fmt::format("{} = 1;", shared_.anyCell("").lvalue));
  }
  if (!always) {
    close();
  }
}

/// Takes the flag as a lock; what follows is up to chance.
void CThread::lockLoop() {
  const Cell flag = shared_.flag();
  spend();
  const auto kind = random_.below(4);
  if (kind == 0 || kind == 3) {
    const std::string other = outerRegister();
    line(fmt::format("{} = 0;", other));
    line("// rounds");
    open(kind == 0 ? fmt::format("while ({} == 0)", shared_.words.compareExchange(flag, "0", "1"))
                   : fmt::format("while ({} == 1)", shared_.words.exchange(flag, "1")));
    line("// round");
    leaveBehind(other);
    close();
  } else {
    const std::string expected = outerRegister();
    const std::string take = "!" + shared_.words.compareExchange(flag, "&" + expected, "1");
    const bool atEnd = kind == 1;
    if (!atEnd) {
      line(fmt::format("{} = 0;", expected));
    }
    line("// rounds");
    open(atEnd ? "do" : fmt::format("while ({})", take));
    line("// round");
    line(fmt::format("{} = 0;", expected));
    close(atEnd ? fmt::format("}} while ({});", take) : "}");
    visible_.push_back(expected);
  }
  const int weight = weight_;
  weight_ = 1;
  access();
  weight_ = weight;
  line(shared_.words.store(flag, "0") + ";");
  spend();
}

}  // namespace hrfcheck
