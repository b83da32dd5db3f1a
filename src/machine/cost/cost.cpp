#include "machine/cost/cost.h"

#include <algorithm>
#include <map>

#include "machine/cost/cost_graph.h"
#include "machine/cost/counters.h"
#include "machine/cost/path_costs.h"
#include "machine/explore/final_states.h"
#include "util/random.h"

namespace hrfcheck::inline machine {
namespace {

constexpr std::size_t kStepsBetweenLooks = 1024;

/// How often each sum of a counter came about.
using Tally = std::vector<std::map<std::uint64_t, std::size_t>>;

CostOfOutcome summary(const std::vector<Value>& values, const Tally& tally, std::size_t executions) {
  CostOfOutcome of{values, 0, {}};
  for (const std::map<std::uint64_t, std::size_t>& counts : tally) {
    std::size_t total = 0;
    for (const auto& [value, times] : counts) {
      total += times;
    }
    CostRange range;
    for (const auto& [value, times] : counts) {
      range.shares.emplace_back(value, static_cast<double>(times) / static_cast<double>(total));
    }
    if (!counts.empty()) {
      range.least = counts.begin()->first;
      range.most = counts.rbegin()->first;
    }
    of.share = static_cast<double>(total) / static_cast<double>(executions);
    of.counters.push_back(std::move(range));
  }
  return of;
}

class Sampler {
 public:
  Sampler(Transitions& transitions, const CostCounters& counters, const SimulationOptions& options,
          std::uint64_t seed)
      : transitions_(transitions),
        counters_(counters),
        options_(options),
        final_(transitions, options),
        successors_(transitions.layout().size),
        random_(seed) {}

  /// Whether the deadline let it end.
  bool draw() {
    current_ = transitions_.initial();
    history_.assign(counters_.historySize(), 0);
    sums_.assign(counters_.names().size(), 0);
    for (;;) {
      if (++steps_ % kStepsBetweenLooks == 0 && options_.deadline.expired()) {
        return false;
      }
      const MachineState s(transitions_.layout(), current_.data());
      if (final_.is(s)) {
        end(s);
        return true;
      }
      transitions_.of(current_.data(), false, successors_);
      if (successors_.size() == 0) {
        ++unfinished_;
        return true;
      }
      take(s, random_.below(successors_.size()));
    }
  }

  void summarize(std::size_t drawn, CostReport& report) const {
    report.sharesKnown = drawn > 0;
    report.sample.executions = drawn;
    if (drawn == 0) {
      return;
    }
    report.all = summary({}, all_, drawn);
    for (const auto& [values, tally] : byOutcome_) {
      report.outcomes.push_back(summary(values, tally, drawn));
    }
    report.unfinished = static_cast<double>(unfinished_) / static_cast<double>(drawn);
  }

 private:
  void take(const MachineState& before, std::size_t i) {
    const MachineState after(transitions_.layout(), successors_.state(i));
    const CostCounters::Counts counts = counters_.of(successors_.step(i), before, after, history_.data());
    for (std::size_t c = 0; c < counts.size(); ++c) {
      sums_[c] += counts[c];
    }
    std::copy(successors_.state(i), successors_.state(i) + current_.size(), current_.begin());
  }

  void end(const MachineState& s) {
    if (const auto values = final_.outcome(s)) {
      add(all_);
      add(byOutcome_[*values]);
    }
  }

  void add(Tally& tally) const {
    tally.resize(sums_.size());
    for (std::size_t c = 0; c < sums_.size(); ++c) {
      ++tally[c][sums_[c]];
    }
  }

  Transitions& transitions_;
  const CostCounters& counters_;
  const SimulationOptions& options_;
  FinalStates final_;
  Successors successors_;
  Random random_;
  std::size_t steps_ = 0, unfinished_ = 0;
  std::vector<std::uint8_t> current_, history_;
  std::vector<std::uint64_t> sums_;
  Tally all_;
  std::map<std::vector<Value>, Tally> byOutcome_;
};

/// Draws report.sample.executions executions, each step with the same probability among those that are
/// possible, and fills in what they cost: all, outcomes, unfinished, sharesKnown, incomplete and the number
/// of executions that were drawn before the deadline.
/// @throws UserError where the code faults
void sampleCosts(Transitions& transitions, const CostCounters& counters, const SimulationOptions& options,
                 CostReport& report) {
  Sampler sampler(transitions, counters, options, report.sample.seed);
  std::size_t drawn = 0;
  try {
    while (drawn < report.sample.executions && sampler.draw()) {
      ++drawn;
      if (options.activity != nullptr) {
        options.activity->begin("", "executions");
        options.activity->count = drawn;
      }
    }
    report.incomplete = drawn < report.sample.executions ? "time limit" : "";
  } catch (const TableFull& full) {
    report.incomplete = full.what();
  }
  sampler.summarize(drawn, report);
}

}  // namespace

CostReport costOf(const std::shared_ptr<const Program>& program, const SimulationOptions& options,
                  const CostSample& sample) {
  Transitions transitions = transitionsOf(*program, options);
  const CostCounters counters(transitions);
  CostReport report;
  report.counters = counters.names();
  report.sample = sample;
  if (sample.executions > 0) {
    sampleCosts(transitions, counters, options, report);
    return report;
  }
  const CostGraph graph = costGraphOf(transitions, counters, options);
  report.states = graph.states();
  report.transitions = graph.targets.size();
  report.incomplete = graph.incomplete;
  if (!report.incomplete.empty()) {
    return report;
  }
  try {
    PathCosts(graph, options.deadline).fill(report);
  } catch (const OutOfTime&) {
    report.all = {};
    report.outcomes.clear();
    report.sharesKnown = false;
    report.incomplete = "time limit";
  }
  std::ranges::sort(report.outcomes, {}, &CostOfOutcome::values);
  return report;
}

}  // namespace hrfcheck::inline machine
