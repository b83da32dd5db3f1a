// Two lanes are followed side by side, from one exchange that names both of them to the next. Which one is
// next must not depend on what a lane reads for itself: on all ways from here it is the same one, or the ways
// part at a branch by a joint value (joint_values.h), where both lanes take the same side. By induction over
// the exchanges that an execution makes, both have then been through the same ones, as often.
//
// Where a lane fails, or nobody knows how it goes on, the other one waits, or the answer is open.

#include "frontend/lowlevel/same_exchanges.h"

#include <algorithm>
#include <array>
#include <compare>
#include <deque>
#include <set>
#include <utility>

#include "frontend/lowlevel/residual/joint_values.h"
#include "frontend/lowlevel/residual/residual_parts.h"
#include "program/expr/further_operators.h"

namespace hrfcheck::frontend::lowlevel {
namespace {

/// More than two lanes of a test can need.
constexpr std::size_t kMostPairs = 20'000;

/// A step of a block, or behind its last one the way on.
using Point = std::pair<std::uint32_t, std::size_t>;
using Points = std::set<Point>;

/// What a lane comes to next.
struct Next {
  enum class Kind { Exchange, Branch, End };
  Kind kind = Kind::End;
  std::uint64_t which = 0;  ///< the barrier's number, or the joint value of the condition

  friend auto operator<=>(const Next&, const Next&) = default;
};

struct Lane {
  const ResidualThread& code;
  const std::vector<std::optional<JointValue>>& conditions;
};

/// The thread goes no further, and that is no end: an incident, or nobody knows.
bool goesNoFurther(const ResidualBlock& block) {
  const auto* last = block.steps.empty() ? nullptr : std::get_if<Assign>(&block.steps.back().operation);
  const auto* asks = last == nullptr ? nullptr : std::get_if<UnaryExpr>(&last->value->node);
  return asks != nullptr && (asks->op == UnaryOp::Assert || asks->op == kKnown) &&
         std::holds_alternative<ConstantExpr>(asks->operand->node);
}

/// Where a lane may be between two exchanges of a pair of lanes.
class Walk {
 public:
  /// @param both the two lanes
  Walk(const Lane& lane, std::uint32_t both, const JointValues& values)
      : lane_(lane), both_(both), values_(values) {}

  /// What may be next, from some places on, and where it is.
  /// @param apart whether branches by joint values count
  std::map<Next, Points> next(const Points& from, bool apart) const {
    std::map<Next, Points> found;
    Points seen = from;
    std::deque<Point> open(from.begin(), from.end());
    while (!open.empty()) {
      const Point at = open.front();
      open.pop_front();
      for (const Point& on : follow(at, apart, found)) {
        if (seen.insert(on).second) {
          open.push_back(on);
        }
      }
    }
    return found;
  }

  /// The points behind.
  Points behind(const Points& points, bool taken) const {
    Points result;
    for (const auto& [number, step] : points) {
      const ResidualBlock& block = lane_.code.blocks[number];
      if (step < block.steps.size()) {
        result.insert({number, step + 1});
      } else {
        result.insert({taken ? *block.taken : *block.next, 0});
      }
    }
    return result;
  }

  std::uint32_t originOf(const Point& at) const {
    const ResidualBlock& block = lane_.code.blocks[at.first];
    return at.second < block.steps.size() ? block.steps[at.second].origin : block.origin;
  }

 private:
  Points follow(const Point& at, bool apart, std::map<Next, Points>& found) const {
    const ResidualBlock& block = lane_.code.blocks[at.first];
    for (std::size_t step = at.second; step < block.steps.size(); ++step) {
      const auto* barrier = std::get_if<KnownBarrier>(&block.steps[step].operation);
      if (barrier != nullptr && barrier->meetsAlone &&
          (both_ & ~static_cast<std::uint32_t>(barrier->number)) == 0) {
        found[{Next::Kind::Exchange, static_cast<std::uint64_t>(barrier->number)}].insert({at.first, step});
        return {};
      }
    }
    const Point end{at.first, block.steps.size()};
    if (!block.next && !block.taken) {
      if (!goesNoFurther(block)) {
        found[{Next::Kind::End, 0}].insert(end);
      }
      return {};
    }
    const std::optional<JointValue>& condition = lane_.conditions[at.first];
    if (apart && block.taken && block.next && condition && (both_ & ~values_.lanes(*condition)) == 0) {
      found[{Next::Kind::Branch, *condition}].insert(end);
      return {};
    }
    Points on;
    for (const auto& next : {block.next, block.taken}) {
      if (next) {
        on.insert({*next, 0});
      }
    }
    return on;
  }

  const Lane& lane_;
  std::uint32_t both_;
  const JointValues& values_;
};

/// Two lanes side by side.
class Pair {
 public:
  Pair(const Lane& one, const Lane& other, std::uint32_t both, const JointValues& values)
      : walks_{Walk(one, both, values), Walk(other, both, values)} {}

  /// @throws Refusal
  void require() {
    come({Points{{0, 0}}, Points{{0, 0}}});
    while (!open_.empty()) {
      const Where where = open_.back();
      open_.pop_back();
      step(where);
    }
  }

 private:
  using Where = std::array<Points, 2>;
  using Found = std::array<std::map<Next, Points>, 2>;

  void come(Where where) {
    if (seen_.size() > kMostPairs) {
      throw Refusal{walks_[0].originOf(*where[0].begin()), kMessage};
    }
    if (seen_.insert(where).second) {
      open_.push_back(std::move(where));
    }
  }

  Found next(const Where& where, bool apart) const {
    return {walks_[0].next(where[0], apart), walks_[1].next(where[1], apart)};
  }

  static std::set<Next> all(const Found& found) {
    std::set<Next> result;
    for (const auto& ofLane : found) {
      for (const auto& [next, points] : ofLane) {
        result.insert(next);
      }
    }
    return result;
  }

  void step(const Where& where) {
    Found found = next(where, false);
    if (all(found).size() > 1) {
      found = next(where, true);
    }
    const std::set<Next> nexts = all(found);
    if (nexts.size() > 1) {
      throw Refusal{originOfMany(found), kMessage};
    }
    // A lane that comes to nothing goes no further, or round for ever.
    if (nexts.empty() || found[0].empty() || found[1].empty() || nexts.begin()->kind == Next::Kind::End) {
      return;
    }
    const Points& one = found[0].begin()->second;
    const Points& other = found[1].begin()->second;
    come({walks_[0].behind(one, false), walks_[1].behind(other, false)});
    if (nexts.begin()->kind == Next::Kind::Branch) {
      come({walks_[0].behind(one, true), walks_[1].behind(other, true)});
    }
  }

  /// An exchange that one lane may come to in place of something else.
  std::uint32_t originOfMany(const Found& found) const {
    for (std::size_t lane = 0; lane < 2; ++lane) {
      for (const auto& [next, points] : found[lane]) {
        if (next.kind == Next::Kind::Exchange) {
          return walks_[lane].originOf(*points.begin());
        }
      }
    }
    const std::size_t lane = found[0].empty() ? 1 : 0;
    return walks_[lane].originOf(*found[lane].begin()->second.begin());
  }

  static constexpr const char* kMessage =
      "whether a lane reaches an exchange of values between lanes depends on values that are read";

  std::array<Walk, 2> walks_;
  std::set<Where> seen_;
  std::vector<Where> open_;
};

/// The lanes that a thread names, exchange by exchange.
std::set<std::uint32_t> masksOf(const ResidualThread& thread) {
  std::set<std::uint32_t> masks;
  forEachOf<KnownBarrier>(thread, [&](const KnownBarrier& barrier, const ResidualStep&) {
    if (barrier.meetsAlone) {
      masks.insert(static_cast<std::uint32_t>(barrier.number));
    }
  });
  return masks;
}

void requireInWarp(const std::vector<WrittenThread>& threads, ThreadId first, std::uint32_t count) {
  JointValues values;
  std::vector<std::vector<std::optional<JointValue>>> conditions;
  std::set<std::uint32_t> masks;
  for (std::uint32_t lane = 0; lane < count; ++lane) {
    conditions.push_back(jointConditions(threads[first + lane].code, values));
    masks.merge(masksOf(threads[first + lane].code));
  }
  std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (const std::uint32_t mask : masks) {
    for (std::uint32_t a = 0; a < count; ++a) {
      for (std::uint32_t b = a + 1; b < count; ++b) {
        if ((mask >> a & 1U) != 0 && (mask >> b & 1U) != 0) {
          pairs.emplace(a, b);
          if (masks.size() == 1) {
            break;  // what the next lane does like this one it does like the others
          }
        }
      }
    }
  }
  for (const auto& [a, b] : pairs) {
    Pair({threads[first + a].code, conditions[a]}, {threads[first + b].code, conditions[b]},
         1U << a | 1U << b, values)
        .require();
  }
}

}  // namespace

void requireSameExchanges(const std::vector<WrittenThread>& threads, const LaunchFacts& facts) {
  for (std::uint32_t group = 0; group < facts.launches.groupCount(); ++group) {
    const Grid& grid = facts.launches.ofGroup(group).grid;
    const std::uint32_t items = grid.itemCount();
    const std::uint32_t lanes = grid.subGroupSize();
    for (std::uint32_t item = 0; item < items; item += lanes) {
      requireInWarp(threads, facts.launches.firstThreadOf(group) + item, std::min(lanes, items - item));
    }
  }
}

}  // namespace hrfcheck::frontend::lowlevel
