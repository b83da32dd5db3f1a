#include "report/machine/cost_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/text/paint.h"
#include "report/text/text_layout.h"
#include "util/text.h"
#include "util/utf8.h"

namespace hrfcheck::inline report {
namespace {

/// "0", "1-3", "2 or more".
std::string rangeText(const CostRange& range) {
  if (!range.most) {
    return fmt::format("{} or more", range.least);
  }
  return range.least == *range.most ? std::to_string(range.least)
                                    : fmt::format("{}-{}", range.least, *range.most);
}

std::string percentText(double share) {
  return fmt::format("{:.1f} %", 100 * share);
}

std::string sharesText(const CostRange& range) {
  std::string text;
  for (const auto& [value, share] : range.shares) {
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", value, percentText(share));
  }
  return text;
}

bool isZero(const CostRange& range) {
  return range.most == 0U;
}

std::string extentText(const CostReport& cost) {
  if (cost.sample.executions > 0) {
    return fmt::format("over {} drawn with seed {}", counted(cost.sample.executions, "execution"),
                       cost.sample.seed);
  }
  return fmt::format("over every execution ({}{})", counted(cost.states, "state"),
                     cost.sharesKnown ? "" : "; executions can loop, so shares are not known");
}

class CostText {
 public:
  CostText(const Program& program, const MachineRun& run, bool colour)
      : program_(program), run_(run), cost_(*run.cost), paint_{colour} {}

  std::string text() {
    out_ = fmt::format("  cost on {}, {}\n", paint_.strong(machineName(run_.options)), extentText(cost_));
    if (!cost_.incomplete.empty()) {
      out_ += "    " + paint_.doubtful("not known: " + cost_.incomplete) +
              (cost_.outcomes.empty() ? "\n" : ", so this is a part of them\n");
    }
    if (cost_.outcomes.empty()) {
      out_ += cost_.incomplete.empty() ? "    no execution ends\n" : "";
      return std::move(out_);
    }
    block("all final states", cost_.all);
    for (const CostOfOutcome& outcome : cost_.outcomes) {
      block(outcome.values.empty() ? "(nothing is observed)" : outcomeText(program_, outcome.values),
            outcome);
    }
    return std::move(out_);
  }

 private:
  void block(const std::string& title, const CostOfOutcome& of) {
    out_ += "    " + title;
    out_ += cost_.sharesKnown ? fmt::format("  ({} of executions)\n", percentText(of.share)) : "\n";
    std::size_t names = 0, ranges = 0;
    for (std::size_t c = 0; c < cost_.counters.size(); ++c) {
      names = std::max(names, isZero(of.counters[c]) ? 0 : characters(cost_.counters[c]));
      ranges = std::max(ranges, characters(rangeText(of.counters[c])));
    }
    for (std::size_t c = 0; c < cost_.counters.size(); ++c) {
      const CostRange& range = of.counters[c];
      if (isZero(range)) {
        continue;
      }
      const bool varies = range.least != range.most;
      out_ += trimmed(fmt::format("      {}  {}  {}", padded(cost_.counters[c], names),
                                  padded(rangeText(range), ranges), varies ? sharesText(range) : "")) +
              "\n";
    }
  }

  const Program& program_;
  const MachineRun& run_;
  const CostReport& cost_;
  Paint paint_;
  std::string out_;
};

}  // namespace

std::string costText(const Program& program, const MachineRun& run, bool colour) {
  return CostText(program, run, colour).text();
}

}  // namespace hrfcheck::inline report
