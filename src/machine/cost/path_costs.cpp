#include "machine/cost/path_costs.h"

#include <algorithm>
#include <limits>
#include <queue>

namespace hrfcheck::inline machine {
namespace {

constexpr std::uint64_t kUnbounded = std::numeric_limits<std::uint64_t>::max();

std::vector<std::pair<std::uint64_t, double>> sharesOf(const std::vector<double>& mass) {
  double total = 0;
  for (const double m : mass) {
    total += m;
  }
  std::vector<std::pair<std::uint64_t, double>> shares;
  for (std::size_t value = 0; value < mass.size(); ++value) {
    if (mass[value] > 0) {
      shares.emplace_back(value, mass[value] / total);
    }
  }
  return shares;
}

double sum(const std::vector<double>& mass) {
  double total = 0;
  for (const double m : mass) {
    total += m;
  }
  return total;
}

void addAt(std::vector<double>& mass, std::size_t from, const std::vector<double>& other, double factor) {
  if (mass.size() < other.size() + from) {
    mass.resize(other.size() + from, 0);
  }
  for (std::size_t i = 0; i < other.size(); ++i) {
    mass[i + from] += other[i] * factor;
  }
}

}  // namespace

PathCosts::PathCosts(const CostGraph& graph, const Deadline& deadline)
    : graph_(&graph), deadline_(deadline), components_(graph.edges()) {
  for (std::uint32_t s = 0; acyclic_ && s < graph.states(); ++s) {
    for (const std::uint32_t target : graph.edges().from(s)) {
      acyclic_ = acyclic_ && components_.of(target) != components_.of(s);
    }
  }
}

std::vector<std::uint64_t> PathCosts::least(std::size_t counter) const {
  using Entry = std::pair<std::uint64_t, std::uint32_t>;
  std::vector<std::uint64_t> distance(graph_->states(), kUnbounded);
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  distance[0] = 0;
  open.emplace(0, 0);
  while (!open.empty()) {
    const auto [reached, s] = open.top();
    open.pop();
    if (reached != distance[s]) {
      continue;
    }
    for (std::size_t e = graph_->first[s]; e < graph_->first[s + 1]; ++e) {
      const std::uint32_t target = graph_->targets[e];
      const std::uint64_t through = reached + weight(e, counter);
      if (through < distance[target]) {
        distance[target] = through;
        open.emplace(through, target);
      }
    }
  }
  return distance;
}

std::vector<std::uint64_t> PathCosts::most(std::size_t counter) const {
  std::vector<std::uint64_t> longest(components_.size(), 0);
  for (std::uint32_t c = components_.size(); c-- > 0;) {  // from the initial state on
    for (const std::uint32_t s : components_.nodes(c)) {
      for (std::size_t e = graph_->first[s]; e < graph_->first[s + 1]; ++e) {
        if (components_.of(graph_->targets[e]) == c && weight(e, counter) > 0) {
          longest[c] = kUnbounded;
        }
      }
    }
    for (const std::uint32_t s : components_.nodes(c)) {
      for (std::size_t e = graph_->first[s]; e < graph_->first[s + 1]; ++e) {
        const std::uint32_t target = components_.of(graph_->targets[e]);
        const std::uint64_t through = longest[c] == kUnbounded ? kUnbounded : longest[c] + weight(e, counter);
        longest[target] = target == c ? longest[target] : std::max(longest[target], through);
      }
    }
  }
  std::vector<std::uint64_t> byState(graph_->states());
  for (std::uint32_t s = 0; s < graph_->states(); ++s) {
    byState[s] = longest[components_.of(s)];
  }
  return byState;
}

void PathCosts::spread(std::uint32_t s, std::vector<std::vector<double>>& mass, std::size_t counter) const {
  const std::size_t steps = graph_->first[s + 1] - graph_->first[s];
  for (std::size_t e = graph_->first[s]; e < graph_->first[s + 1]; ++e) {
    addAt(mass[graph_->targets[e]], weight(e, counter), mass[s], 1.0 / static_cast<double>(steps));
  }
}

std::vector<std::vector<double>> PathCosts::distribution(std::size_t counter) const {
  std::vector<std::vector<double>> mass(graph_->states());
  std::vector<std::vector<double>> byOutcome(graph_->outcomes.size() + 1);
  mass[0] = {1.0};
  for (std::uint32_t c = components_.size(); c-- > 0;) {
    const std::uint32_t s = components_.nodes(c).front();
    spread(s, mass, counter);
    if (graph_->outcomeOf[s] != CostGraph::kNoOutcome) {
      addAt(byOutcome[graph_->outcomeOf[s]], 0, mass[s], 1);
      addAt(byOutcome.back(), 0, mass[s], 1);
    }
    std::vector<double>().swap(mass[s]);
  }
  return byOutcome;
}

void PathCosts::range(CostOfOutcome& of, std::size_t counter, std::uint64_t least, std::uint64_t most) const {
  CostRange& range = of.counters[counter];
  range.least = std::min(range.least, least);
  if (most == kUnbounded) {
    range.most.reset();
  } else if (range.most) {
    range.most = std::max(*range.most, most);
  }
}

void PathCosts::fill(CostReport& report) const {
  const std::size_t counters = report.counters.size();
  if (graph_->outcomes.empty()) {
    return;
  }
  const std::vector<CostRange> none(counters, CostRange{kUnbounded, 0, {}});
  report.all.counters = none;
  for (const std::vector<Value>& values : graph_->outcomes) {
    report.outcomes.push_back({values, 0, none});
  }
  report.sharesKnown = acyclic_;
  for (std::size_t counter = 0; counter < counters; ++counter) {
    deadline_.check();
    const std::vector<std::uint64_t> low = least(counter), high = most(counter);
    for (std::uint32_t s = 0; s < graph_->states(); ++s) {
      if (graph_->outcomeOf[s] != CostGraph::kNoOutcome) {
        range(report.all, counter, low[s], high[s]);
        range(report.outcomes[graph_->outcomeOf[s]], counter, low[s], high[s]);
      }
    }
    if (!acyclic_) {
      continue;
    }
    const std::vector<std::vector<double>> mass = distribution(counter);
    for (std::size_t i = 0; i < report.outcomes.size(); ++i) {
      report.outcomes[i].share = sum(mass[i]);
      report.outcomes[i].counters[counter].shares = sharesOf(mass[i]);
    }
    report.all.share = sum(mass.back());
    report.all.counters[counter].shares = sharesOf(mass.back());
  }
  report.unfinished = acyclic_ ? std::max(0.0, 1 - report.all.share) : 0;
}

}  // namespace hrfcheck::inline machine
