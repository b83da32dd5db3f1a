#include <fmt/format.h>

#include "report/termination/counterexample.h"
#include "report/termination/simt_waits_report.h"
#include "report/text/paint.h"
#include "report/text/shown_file.h"
#include "util/invariant.h"
#include "util/text.h"

namespace hrfcheck::inline report {
namespace {

class SimtWaitsText {
 public:
  SimtWaitsText(const SimtWaitsReport& report, bool colour)
      : program_(*report.program), found_(report.found), paint_{colour} {}

  std::string text() {
    line("{}  ·  {} of several lanes, not explored", paint_.strong(shownFile(program_)),
         counted(found_.waves, "wavefront"));
    line("");
    if (found_.waits.empty()) {
      line("  {}", found_.waves == 0 ? "nothing to analyse: no wavefront has several lanes"
                                     : paint_.good("no loop waits for lanes of its own wavefront"));
    }
    for (const SimtWait& wait : found_.waits) {
      line("  {} in the wavefront of {}", paint_.bad("possible SIMD deadlock"),
           threadNames(program_, wait.wave));
      line("    {}", waitingText(wait));
      if (wait.through) {
        line("    {}", throughText(wait));
      }
      line("    {}", changeText(wait));
      line("    {}", maskedText(wait));
    }
    return std::move(out_);
  }

 private:
  template <typename... Args>
  void line(fmt::format_string<Args...> text, Args&&... args) {
    out_ += fmt::format(text, std::forward<Args>(args)...) + "\n";
  }

  const Instruction& instruction(ThreadId thread, std::uint32_t at) const {
    return program_.threads[thread].instructions[at];
  }
  std::size_t lineOf(ThreadId thread, std::uint32_t at) const {
    return instruction(thread, at).place.position().line;
  }
  /// "P0:3 ld r, x (line 7)".
  std::string named(ThreadId thread, std::uint32_t at) const {
    return fmt::format("{} {} ({})", program_.instructionName(thread, at), instruction(thread, at).text,
                       program_.lineText(instruction(thread, at).place));
  }
  std::string threadName(ThreadId thread) const { return program_.threadTitle(thread); }

  std::string waitingText(const SimtWait& wait) const {
    const std::size_t first = lineOf(wait.waiting, wait.loop.front());
    const std::size_t last = lineOf(wait.waiting, wait.loop.back());
    const std::string lines =
        first == last ? fmt::format("line {}", first) : fmt::format("lines {} to {}", first, last);
    const std::string where = wait.location ? program_.locations[*wait.location].name : "what it reads";
    const bool bit = wait.cell.kind == Cell::Kind::LockBit;
    return fmt::format("{} may repeat {} until {} finds {}{}", threadName(wait.waiting), lines,
                       named(wait.waiting, wait.read), bit ? "the lock bit of " : "another value in ",
                       bit ? where + " free" : where);
  }

  std::string throughText(const SimtWait& wait) const {
    return fmt::format("another wavefront may do that, but {} waits first, at {}",
                       threadName(wait.through->first), named(wait.through->first, wait.through->second));
  }

  std::string changeText(const SimtWait& wait) const {
    const std::string who = threadName(wait.masked);
    if (!wait.change) {
      return fmt::format("{} may have the bit, and does not free it after that", who);
    }
    const std::string where = named(wait.masked, *wait.change);
    switch (wait.changed.kind) {
      case Cell::Kind::Word:
        return fmt::format("{} would write it at {}", who, where);
      case Cell::Kind::LockBit:
        return fmt::format("{} may have the bit, and would free it at {}", who, where);
      case Cell::Kind::Barrier:
        return fmt::format("{} would arrive there at {}", who, where);
    }
    failInvariant("kind", "every kind of cell has its words");
  }

  std::string maskedText(const SimtWait& wait) const {
    const std::string parting = named(wait.waiting, wait.branch);
    if (wait.onOtherSide) {
      return fmt::format("but is masked off on the other side of {}, if the side of {} goes first", parting,
                         threadName(wait.waiting));
    }
    const std::string meeting = wait.meeting < program_.threads[wait.waiting].instructions.size()
                                    ? fmt::format("line {}", lineOf(wait.waiting, wait.meeting))
                                    : "the end";
    return fmt::format("but is masked off at {} until the lanes that part at {} meet there", meeting,
                       parting);
  }

  const Program& program_;
  const SimtWaits& found_;
  Paint paint_;
  std::string out_;
};

}  // namespace

std::string simtWaitsText(const SimtWaitsReport& report, bool colour) {
  return SimtWaitsText(report, colour).text();
}

}  // namespace hrfcheck::inline report
