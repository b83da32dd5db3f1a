#include "simt/random_waves.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace hrfcheck::test {
namespace {

constexpr unsigned kDepth = 2;

/// The code of one wave. Data registers r0 to r2 have small values; p0 and p1 are predicates, c0 and c1 count
/// rounds of loops by their depth.
class WavefrontCode {
 public:
  WavefrontCode(Random& random, const WaveShape& shape) : random_(random), shape_(shape) {}

  std::vector<std::string> make() {
    emit(fmt::format("mov r0, {}", oneOf("0", "1", "%lane")));
    unsigned left = 1 + pick(shape_.statements);
    while (left > 0) {
      statement(left, 0);
    }
    if (!pendingLabel_.empty()) {
      emit("nop");
    }
    return rows_;
  }

 private:
  unsigned pick(unsigned bound) { return static_cast<unsigned>(random_.below(bound)); }
  template <typename... Texts>
  std::string oneOf(Texts... texts) {
    const std::vector<std::string> all{texts...};
    return all[pick(static_cast<unsigned>(all.size()))];
  }

  void emit(const std::string& code) {
    rows_.push_back(pendingLabel_ + code);
    pendingLabel_.clear();
  }
  /// Before the next instruction.
  void label(const std::string& name) {
    if (!pendingLabel_.empty()) {
      emit("nop");
    }
    pendingLabel_ = name + ": ";
  }
  std::string freshLabel() { return fmt::format("L{}", labels_++); }

  std::string data() { return oneOf("r0", "r0", "r1"); }
  std::string predicate() { return oneOf("p0", "p0", "p1"); }
  std::string word() { return oneOf("M", "M", "N", "x"); }
  std::string place() { return random_.chance(25) ? "a[%lane]" : word(); }
  std::string value() { return oneOf("0", "1", "2", "%lane", "r0", "r1"); }
  std::string guard() {
    return random_.chance(20) ? fmt::format("@{}{} ", random_.chance(50) ? "!" : "", predicate()) : "";
  }
  /// Operands of a branch that may part the lanes.
  std::string condition() {
    switch (pick(4)) {
      case 0:
        return fmt::format("%lane, {}", pick(2));
      case 1:
        return fmt::format("{}, {}", data(), pick(3));
      case 2:
        return predicate() + ", 0";
      default:
        return fmt::format("{}, %lane", data());
    }
  }

  void statement(unsigned& left, unsigned depth) {
    --left;
    const unsigned kind = pick(100);
    if (kind < 12) {
      local();
    } else if (kind < 38) {
      access();
    } else if (kind < 56 && depth < kDepth) {
      branch(left, depth);
    } else if (kind < 64 && depth < kDepth) {
      countedLoop(left, depth);
    } else if (kind < 84 && shape_.locks) {
      lock(left, depth);
    } else if (kind < 88 && shape_.spins) {
      spin();
    } else if (kind < 92 && shape_.votes) {
      vote();
    } else if (kind < 97 && shape_.barriers) {
      barrier();
    } else if (kind < 98) {
      emit(fmt::format("@{}{} exit", random_.chance(50) ? "!" : "", predicate()));
    } else {
      local();
    }
  }

  void body(unsigned& left, unsigned depth) {
    const unsigned most = 1 + pick(2);
    for (unsigned i = 0; i < most && (i == 0 || left > 0); ++i) {
      left = std::max(left, 1U);
      statement(left, depth);
    }
  }

  void local() {
    switch (pick(4)) {
      case 0:
        emit(fmt::format("{}mov {}, {}", guard(), data(), value()));
        break;
      case 1:
        emit(fmt::format("{}and {}, {}, 1", guard(), data(), data()));
        break;
      case 2:
        emit(fmt::format("{}xor {}, {}, {}", guard(), data(), data(), value()));
        break;
      default:
        emit(fmt::format("setp.{} {}, {}, {}", oneOf("eq", "ne"), predicate(), oneOf("%lane", "r0", "r1"),
                         pick(2)));
    }
  }

  void access() {
    switch (pick(6)) {
      case 0:
      case 1:
        emit(fmt::format("{}ld {}, {}", guard(), data(), place()));
        break;
      case 2:
      case 3:
        emit(fmt::format("{}st {}, {}", guard(), place(), value()));
        break;
      case 4:
        emit(fmt::format("{}exch {}, {}, {}", guard(), oneOf("r0", "r1", "_"), place(), pick(2)));
        break;
      default:
        emit(fmt::format("{}cas {}, {}, {}, {}", guard(), data(), place(), pick(2), pick(2)));
    }
  }

  void branch(unsigned& left, unsigned depth) {
    const std::string otherwise = freshLabel();
    const std::string end = freshLabel();
    emit(fmt::format("{} {}, {}", oneOf("beq", "bne"), condition(), otherwise));
    body(left, depth + 1);
    if (random_.chance(50)) {
      label(otherwise);
      return;
    }
    emit(fmt::format("bra {}", end));
    label(otherwise);
    body(left, depth + 1);
    label(end);
  }

  void countedLoop(unsigned& left, unsigned depth) {
    const std::string top = freshLabel();
    const std::string out = freshLabel();
    const std::string counter = fmt::format("c{}", depth);
    const bool leavesEarly = random_.chance(35);
    emit(fmt::format("mov {}, 0", counter));
    label(top);
    body(left, depth + 1);
    if (leavesEarly) {
      emit(fmt::format("beq {}, {}", condition(), out));
    }
    emit(fmt::format("add {}, {}, 1", counter, counter));
    emit(fmt::format("ble {}, {}, {}", counter, oneOf("1", "%lane"), top));
    if (leavesEarly) {
      label(out);
    }
  }

  void lock(unsigned& left, unsigned depth) {
    const std::string p = predicate();
    const std::string at = place();
    const std::string top = freshLabel();
    switch (pick(shape_.spins ? 7 : 3)) {
      case 0:  // with a result that nobody need look at
        emit(fmt::format("{}ldslk {}{}", guard(), random_.chance(50) ? p + ", " : "", at));
        break;
      case 1:
        emit(fmt::format("{}stsul {}, {}", guard(), at, value()));
        break;
      case 2:  // tries once
        emit(fmt::format("ldslk {}, {}, {}", p, data(), at));
        emit(fmt::format("@{} stsul {}, {}", p, at, value()));
        break;
      case 3:  // atomic operation
      case 4:
        label(top);
        emit(fmt::format("ldslk {}, r2, {}", p, at));
        if (random_.chance(40)) {
          emit(fmt::format("@{} st {}, {}", p, place(), value()));
        }
        emit(fmt::format("@{} stsul {}, {}", p, at, oneOf("r2", "r0", "1")));
        emit(fmt::format("@!{} bra {}", p, top));
        break;
      default:  // waits; sometimes it gives back
        label(top);
        emit(fmt::format("ldslk {}, {}, {}", p, data(), at));
        emit(fmt::format("@!{} bra {}", p, top));
        if (depth < kDepth && random_.chance(40)) {
          body(left, depth + 1);
        }
        if (random_.chance(75)) {
          emit(fmt::format("{}stsul {}, {}", guard(), at, value()));
        }
    }
  }

  void spin() {
    const std::string top = freshLabel();
    label(top);
    switch (pick(3)) {
      case 0:
        emit(fmt::format("cas r2, {}, 0, 1", word()));
        break;
      case 1:
        emit(fmt::format("exch r2, {}, {}", word(), pick(2)));
        break;
      default:
        emit(fmt::format("ld r2, {}", word()));
    }
    emit(fmt::format("{} r2, {}, {}", oneOf("bne", "bne", "beq"), pick(2), top));
  }

  void vote() {
    emit(fmt::format("vote.{} {}, {}", oneOf("any", "all"), predicate(), oneOf("p0", "p1", "r0")));
  }

  void barrier() {
    switch (pick(4)) {
      case 0:
        emit("bar.sync 1");
        break;
      case 1:
        emit(fmt::format("bar.sync 2, {}", 1 + pick(5)));
        break;
      case 2:
        emit(fmt::format("bar.arrive 2, {}", 1 + pick(5)));
        break;
      default:
        emit(guard() + "bar");
    }
  }

  Random& random_;
  const WaveShape& shape_;
  std::vector<std::string> rows_;
  std::string pendingLabel_;
  unsigned labels_ = 0;
};

}  // namespace

std::string randomWaves(Random& random, const WaveShape& shape) {
  const unsigned waves = 1 + static_cast<unsigned>(random.below(2));
  const bool groups = random.chance(10);
  std::string header;
  std::vector<std::vector<std::string>> columns;
  std::string listed = "M; N; x; a;";
  unsigned lanes = 0;
  const auto addColumn = [&](unsigned first, unsigned last, unsigned wave) {
    header += fmt::format("{} P{}-P{}@wv {},wg {}", columns.empty() ? "" : " |", first, last, wave,
                          groups ? wave : 0);
    WaveShape own = shape;
    own.statements = shape.statements - (waves == 2 ? 2 : 0) - (shape.ownCode ? 4 : 0);
    columns.push_back(WavefrontCode(random, own).make());
  };
  for (unsigned w = 0; w < waves; ++w) {
    const unsigned first = lanes;
    const unsigned fewest = waves == 2 && shape.loneLanes ? 1 : 2;
    lanes += fewest + static_cast<unsigned>(random.below(waves == 2 && !shape.loneLanes ? 1 : 2));
    for (unsigned lane = first; lane < lanes; ++lane) {
      listed += fmt::format(" {}:r0;", lane);
      if (shape.ownCode) {
        addColumn(lane, lane, w);
      }
    }
    if (!shape.ownCode) {
      addColumn(first, lanes - 1, w);
    }
  }
  std::string text = "HSA random\n{ M@0x0=0; N@0x1000=0; x@0x8=0; a[3]@0x10={0,1,0}; }\n" + header + " ;\n";
  const auto height = std::ranges::max_element(columns, {}, [](const auto& column) { return column.size(); });
  for (std::size_t row = 0; row < height->size(); ++row) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
      text += fmt::format("{} {}", c == 0 ? "" : " |", row < columns[c].size() ? columns[c][row] : "");
    }
    text += " ;\n";
  }
  return text + fmt::format("locations [{}]\n", listed);
}

}  // namespace hrfcheck::test
