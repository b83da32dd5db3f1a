#include "differential/random_joint.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "support/litmus_columns.h"
#include "util/random.h"

namespace hrfcheck {
namespace {

using Column = std::vector<std::string>;

/// What the threads of the work-group do in a round, one after the other.
enum class RoundStep { Barrier, Look, Tell, Hear, Test, Besides };

class JointGenerator {
 public:
  explicit JointGenerator(std::uint64_t seed) : random_(seed * 2654435761U + 77) {
    threads_ = 2 + (random_.chance(10) ? 1U : 0U);
    leader_ = static_cast<unsigned>(random_.below(threads_));
    wanted_ = random_.chance(80) ? 1 : 2;
    round();
  }

  std::string text(std::uint64_t seed) {
    std::vector<Column> columns(threads_);
    for (unsigned t = 0; t < threads_; ++t) {
      before(columns[t], t);
    }
    loop(columns);
    for (unsigned t = 0; t < threads_; ++t) {
      behind(columns[t], t);
    }
    columns.push_back(other());
    return assemble(seed, columns);
  }

 private:
  template <std::size_t N>
  std::string pick(const std::array<std::string_view, N>& from) {
    return std::string(from[random_.below(N)]);
  }
  std::string scope() {
    return random_.chance(80) ? "cmp" : pick(std::array<std::string_view, 2>{"sys", "wg"});
  }
  bool leads(unsigned t) const { return t == leader_; }

  /// Barrier, look, tell, barrier, hear, test: begun anywhere, and then with something amiss in half of all.
  void round() {
    steps_ = {RoundStep::Barrier, RoundStep::Look, RoundStep::Tell,
              RoundStep::Barrier, RoundStep::Hear, RoundStep::Test};
    if (random_.chance(60)) {
      std::ranges::rotate(steps_, steps_.begin() + static_cast<std::ptrdiff_t>(random_.below(steps_.size())));
    }
    if (random_.chance(15)) {
      steps_.erase(std::ranges::find(steps_, RoundStep::Barrier));
    }
    for (unsigned more = random_.chance(75) ? 1 + static_cast<unsigned>(random_.below(2)) : 0; more > 0;
         --more) {
      steps_.insert(steps_.begin() + static_cast<std::ptrdiff_t>(random_.below(steps_.size() + 1)),
                    random_.chance(20) ? RoundStep::Barrier : RoundStep::Besides);
    }
  }

  void before(Column& column, unsigned t) {
    if (random_.chance(8)) {
      column.push_back(random_.chance(50) ? fmt::format("st d, {}", 1 + random_.below(2)) : "ld b, d");
    }
    if (random_.chance(5)) {
      column.push_back("st s, 3");
    }
    if (startsWithBarrier_ && (t == 0 || random_.chance(90))) {
      column.emplace_back("barrier.wg");
    }
  }

  void behind(Column& column, unsigned t) {
    column.emplace_back("END:");
    if (random_.chance(20)) {
      column.push_back(random_.chance(60) ? "ld e, d" : fmt::format("st d, {}", 3 + t));
    }
    if (random_.chance(10)) {
      column.emplace_back("st s, 4");
    }
  }

  void loop(std::vector<Column>& columns) {
    for (Column& column : columns) {
      column.emplace_back("L:");
    }
    const std::string look = looking();
    for (const RoundStep step : steps_) {
      const auto kind = random_.chance(60) ? random_.below(6) : random_.below(12);
      for (unsigned t = 0; t < threads_; ++t) {
        write(columns[t], t, step, look, kind);
      }
    }
    for (Column& column : columns) {
      column.emplace_back("bra L");
    }
  }

  /// What the leader does to find something out; semicolons stand between instructions.
  std::string looking() {
    const auto kind = random_.below(100);
    const std::string load =
        fmt::format("ld.{}.{} r, x", pick(std::array<std::string_view, 3>{"acq", "acq", "rlx"}), scope());
    if (kind < 45) {
      return load;
    }
    if (kind < 60) {
      return fmt::format("{}.{}.{} r, x, 1", pick(std::array<std::string_view, 2>{"faa", "exch"}),
                         pick(std::array<std::string_view, 2>{"ar", "rlx"}), scope());
    }
    if (kind < 70) {
      return fmt::format("cas.{}.{} r, x, 0, 1", pick(std::array<std::string_view, 2>{"ar", "rlx"}), scope());
    }
    if (kind < 78) {
      return load + fmt::format(";fence.ar.{}", scope());
    }
    if (kind < 86) {
      return "ld c, d;" + load;
    }
    if (kind < 93) {
      return fmt::format("ld.rlx.{0} c, y;mov p, r;ld.rlx.{0} r, x", scope());
    }
    return "ld r, x";
  }

  void write(Column& column, unsigned t, RoundStep step, const std::string& look, std::uint64_t kind) {
    switch (step) {
      case RoundStep::Barrier:
        column.emplace_back("barrier.wg");
        return;
      case RoundStep::Look:
        for (std::size_t at = 0; leads(t) && at < look.size();) {
          const std::size_t end = std::min(look.find(';', at), look.size());
          column.push_back(look.substr(at, end - at));
          at = end + 1;
        }
        return;
      case RoundStep::Tell:
        if (leads(t)) {
          column.emplace_back("st s, r");
        }
        return;
      case RoundStep::Hear:
        column.emplace_back("ld v, s");
        return;
      case RoundStep::Test:
        column.push_back(fmt::format("beq {}, {}, END", leads(t) && kind % 3 == 0 ? "r" : "v", wanted_));
        return;
      case RoundStep::Besides:
        besides(column, t, kind);
        return;
    }
  }

  void besides(Column& column, unsigned t, std::uint64_t kind) {
    const bool alone = t == (leader_ + 1) % threads_;
    switch (kind) {
      case 0:
        column.emplace_back("mov q, v");
        return;
      case 1:
        if (leads(t)) {
          column.emplace_back("mov q, r");
        }
        return;
      case 2:
        if (alone) {
          column.emplace_back("mov q, 1");
        }
        return;
      case 3:
        if (alone) {
          column.emplace_back("add n, n, 1");
        }
        return;
      case 4:
        if (alone) {
          column.emplace_back("st u, 5");
        }
        return;
      case 5:
        if (leads(t)) {
          column.emplace_back("st u, r");
        }
        return;
      case 6:
        column.emplace_back("ld w, u");
        return;
      case 7:
        if (alone) {
          column.emplace_back("st d, 6");
        }
        return;
      case 8:
        if (alone) {
          column.emplace_back("fence.ar.cmp");
        }
        return;
      case 9:
        if (leads(t)) {
          column.emplace_back("ld w, u");
        } else if (alone) {
          column.emplace_back("st u, v");
        }
        return;
      case 10:
        column.emplace_back("add q, v, 1");
        return;
      default:
        if (alone) {
          column.emplace_back("beq v, 2, END");
        }
    }
  }

  /// A thread of another work-group, which the leader waits for.
  Column other() {
    Column column;
    if (random_.chance(30)) {
      column.emplace_back("st d, 1");
    }
    if (random_.chance(15)) {
      column.push_back(fmt::format("st.rlx.{} y, 1", scope()));
    }
    const auto store = [&](unsigned value) {
      column.push_back(fmt::format(
          "st.{}.{} x, {}", pick(std::array<std::string_view, 3>{"rel", "rel", "rlx"}), scope(), value));
    };
    if (random_.chance(70)) {
      store(2);
    }
    if (random_.chance(90)) {
      store(1);
    }
    if (random_.chance(20)) {
      column.push_back("ld o, d");
    }
    return column;
  }

  std::string assemble(std::uint64_t seed, const std::vector<Column>& columns) {
    std::string text = fmt::format("HSA Joint-{}\n{{ x=0; y=0; d=0; local s={}; local u=0; }}\n", seed,
                                   random_.chance(70) ? 0 : 2);
    std::vector<Column> placed = columns;
    for (std::size_t t = 0; t < placed.size(); ++t) {
      placed[t].insert(placed[t].begin(), fmt::format("P{}@wg {}, cmp 0", t, t < threads_ ? 0 : 1));
    }
    text += test::litmusRows(placed);
    std::string list = random_.chance(50) ? "s; u; " : "";
    for (std::size_t t = 0; t < threads_; ++t) {
      for (const char name : std::string_view("rqwecpv")) {
        if (random_.chance(name == 'q' || name == 'w' ? 80 : 25) && mentions(columns[t], name)) {
          list += fmt::format("{}:{}; ", t, name);
        }
      }
    }
    return text + fmt::format("locations [{}]\n", list.empty() ? "x; " : list);
  }

  static bool mentions(const Column& column, char name) {
    return std::ranges::any_of(column, [&](const std::string& line) {
      return line.find(fmt::format(" {},", name)) != std::string::npos;
    });
  }

  Random random_;
  unsigned threads_ = 2;
  unsigned leader_ = 0;
  unsigned wanted_ = 1;
  bool startsWithBarrier_ = random_.chance(10);
  std::vector<RoundStep> steps_;
};

}  // namespace

std::string randomJointWait(std::uint64_t seed) {
  return JointGenerator(seed).text(seed);
}

}  // namespace hrfcheck
