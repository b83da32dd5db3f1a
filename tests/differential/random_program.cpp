#include "differential/random_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "differential/kernel_text.h"
#include "differential/random_c.h"
#include "differential/random_gpu.h"
#include "differential/random_kernel.h"
#include "support/litmus_columns.h"
#include "util/random.h"

namespace hrfcheck {
namespace {

using Column = std::vector<std::string>;

template <std::size_t N>
std::string pick(Random& random, const std::array<std::string_view, N>& from) {
  return std::string(from[random.below(N)]);
}

constexpr std::array<std::string_view, 5> kScopes{"wi", "wv", "wg", "cmp", "sys"};
constexpr std::array<std::string_view, 4> kUsefulScopes{"wg", "wg", "cmp", "sys"};
constexpr std::array<std::string_view, 3> kLoadOrders{"rlx", "acq", "sc"};
constexpr std::array<std::string_view, 3> kStoreOrders{"rlx", "rel", "sc"};
constexpr std::array<std::string_view, 5> kRmwOrders{"rlx", "acq", "rel", "ar", "sc"};
constexpr std::array<std::string_view, 4> kFenceOrders{"acq", "rel", "ar", "sc"};
constexpr std::array<std::string_view, 3> kRemoteRmwOrders{"rm_acq", "rm_rel", "rm_ar"};
constexpr std::array<std::string_view, 2> kFetchOps{"faa", "exch"};

class Generator {
 public:
  Generator(std::uint64_t seed, Profile profile, unsigned maxAccesses)
      : random_(seed * 2654435761U + static_cast<unsigned>(profile)),
        profile_(profile),
        // The smaller of two draws: most tests are small, as enumeration grows fast, and all sizes occur.
        budget_(3 + static_cast<unsigned>(
                        std::min(random_.below(maxAccesses - 2), random_.below(maxAccesses - 2)))) {
    locations_ = 1 + static_cast<unsigned>(random_.below(3));
    // Most tests use one or two locations for synchronization and the rest for data, as programs do.
    flags_ = 1 + static_cast<unsigned>(random_.below(locations_));
  }

  std::string text(std::uint64_t seed) {
    const unsigned threads = 2 + static_cast<unsigned>(random_.below(3));
    const bool alike = isAlike(profile_) || (profile_ == Profile::Waits && random_.chance(30));
    const unsigned kinds = alike ? 1 + static_cast<unsigned>(random_.below(2)) : threads;
    arrangement_ = alike ? static_cast<unsigned>(1 + random_.below(3)) : 0;
    counted_ = alike;  // copied to each thread, a loop that counts has too many executions
    std::vector<Column> columns;
    for (unsigned t = 0; t < threads; ++t) {
      if (t >= kinds && random_.chance(85)) {
        columns.push_back(columns[t % kinds]);
        registerCounts_.push_back(registerCounts_[t % kinds]);
      } else {
        columns.push_back(column(threads));
        registerCounts_.push_back(registers_);
      }
    }
    return assemble(seed, columns);
  }

 private:
  std::string location() { return std::string(1, "xyz"[random_.below(locations_)]); }
  std::string flag() { return std::string(1, "xyz"[random_.below(flags_)]); }
  std::string value() { return std::to_string(1 + random_.below(2)); }
  std::string freshRegister() { return fmt::format("r{}", registers_++); }
  std::string scope() {
    if (profile_ == Profile::SystemScope) {
      return "sys";
    }
    return random_.chance(90) ? pick(random_, kUsefulScopes) : pick(random_, kScopes);
  }
  bool onlySc() const { return profile_ == Profile::SeqCstOnly || profile_ == Profile::SystemScope; }
  bool remote() {
    if (profile_ == Profile::RemoteHeavy) {
      return random_.chance(45);
    }
    const bool some = profile_ == Profile::Anything || profile_ == Profile::Barriers ||
                      profile_ == Profile::Twins || profile_ == Profile::Alike || profile_ == Profile::Waits;
    return some && random_.chance(12);
  }

  Column column(unsigned threads) {
    Column column;
    registers_ = 0;
    labels_ = 0;
    lastRegister_.clear();
    const unsigned share = std::max(1U, budget_ / threads);
    unsigned left = 1 + static_cast<unsigned>(random_.below(share + 1));
    while (left > 0) {
      if (profile_ == Profile::Waits && random_.chance(30)) {
        loop(column);
        left -= std::min(left, 2U);
      } else if (!lastRegister_.empty() && random_.chance(30)) {
        guarded(column, left);
      } else {
        column.push_back(access());
        --left;
      }
    }
    return column;
  }

  /// One or two accesses that happen only when the last value read was the one wanted.
  void guarded(Column& column, unsigned& left) {
    const unsigned count = std::min(left, 1 + static_cast<unsigned>(random_.below(2)));
    const std::string wanted = std::to_string(random_.below(2));
    if (random_.chance(30)) {
      const std::string p = fmt::format("p{}", labels_++);
      column.push_back(
          fmt::format("setp.{} {}, {}, {}", random_.chance(70) ? "eq" : "ne", p, lastRegister_, wanted));
      const char* sign = random_.chance(80) ? "" : "!";
      for (unsigned i = 0; i < count; ++i) {
        column.push_back(fmt::format("@{}{} {}", sign, p, access()));
      }
    } else {
      const std::string label = fmt::format("L{}", labels_++);
      column.push_back(
          fmt::format("{} {}, {}, {}", random_.chance(80) ? "bne" : "beq", lastRegister_, wanted, label));
      for (unsigned i = 0; i < count; ++i) {
        column.push_back(access());
      }
      column.push_back(label + ":");
    }
    left -= count;
  }

  /// Waits for a value, reads something besides, takes a lock, or (once in a test, for such a loop is bounded
  /// and has many executions) counts.
  void loop(Column& column) {
    const std::string label = fmt::format("L{}", labels_++);
    column.push_back(label + ":");
    const auto kind = random_.below(10);
    if (kind < 2) {
      column.push_back(fmt::format("ld {}, {}", freshRegister(), location()));
    } else if (kind < 3 && !std::exchange(counted_, true)) {
      column.push_back(
          fmt::format("faa.{}.{} {}, {}, 1", pick(random_, kRmwOrders), scope(), freshRegister(), flag()));
    }
    if (kind < 7) {
      column.push_back(atomicLoad());
      column.push_back(fmt::format("{} {}, {}, {}", random_.chance(80) ? "bne" : "beq", lastRegister_,
                                   random_.below(3), label));
      return;
    }
    const std::string lock = flag();
    const std::string taken = freshRegister();
    const std::string at = scope();
    column.push_back(fmt::format("cas.{}.{} {}, {}, 0, 1", remote() ? "rm_ar" : "ar", at, taken, lock));
    column.push_back(fmt::format("bne {}, 0, {}", taken, label));
    column.push_back(access());
    if (random_.chance(80)) {
      column.push_back(fmt::format("st.rel.{} {}, 0", at, lock));
    }
  }

  std::string access() {
    const auto kind = random_.below(100);
    if ((profile_ == Profile::Barriers && kind < 15) || (profile_ == Profile::Waits && kind < 8)) {
      return "barrier." + pick(random_, kUsefulScopes);
    }
    if (profile_ == Profile::Twins && kind < 5) {
      return random_.chance(85) ? "barrier.wg" : "barrier.wv";
    }
    if (kind < 6 && !onlySc()) {
      return fmt::format("fence.{}.{}", pick(random_, kFenceOrders), scope());
    }
    if (kind < 30) {
      return ordinary();
    }
    if (kind < 50) {
      return rmw();
    }
    return kind < 75 ? atomicLoad() : atomicStore();
  }

  std::string ordinary() {
    if (random_.chance(50)) {
      lastRegister_ = freshRegister();
      return fmt::format("ld {}, {}", lastRegister_, location());
    }
    return fmt::format("st {}, {}", location(), storedValue());
  }

  /// Now and then what was read before, so that data dependencies occur.
  std::string storedValue() { return !lastRegister_.empty() && random_.chance(15) ? lastRegister_ : value(); }

  std::string atomicLoad() {
    const std::string order = onlySc() ? "sc" : remote() ? "rm_acq" : pick(random_, kLoadOrders);
    lastRegister_ = freshRegister();
    return fmt::format("ld.{}.{} {}, {}", order, scope(), lastRegister_, flag());
  }

  std::string atomicStore() {
    const std::string order = onlySc() ? "sc" : remote() ? "rm_rel" : pick(random_, kStoreOrders);
    return fmt::format("st.{}.{} {}, {}", order, scope(), flag(), storedValue());
  }

  std::string rmw() {
    const std::string order = onlySc()   ? "sc"
                              : remote() ? pick(random_, kRemoteRmwOrders)
                                         : pick(random_, kRmwOrders);
    const std::string at = flag();
    const std::string suffix = fmt::format("{}.{}", order, scope());
    lastRegister_ = freshRegister();
    if (random_.chance(60)) {
      return fmt::format("cas.{} {}, {}, {}, {}", suffix, lastRegister_, at, random_.below(2), value());
    }
    return fmt::format("{}.{} {}, {}, 1", pick(random_, kFetchOps), suffix, lastRegister_, at);
  }

  std::string assemble(std::uint64_t seed, const std::vector<Column>& columns) {
    std::string text = fmt::format("HSA Random-{}-{}\n{{ x=0; y=0; z=0; }}\n", nameOf(profile_), seed);
    std::vector<Column> placed = columns;
    for (std::size_t t = 0; t < placed.size(); ++t) {
      placed[t].insert(placed[t].begin(), fmt::format("P{}@{}", t, placement(t)));
    }
    text += test::litmusRows(placed);
    return text + observed();
  }

  /// Threads that are alike are put where they may be interchangeable: together, in pairs, each alone.
  std::string placement(std::size_t thread) {
    const std::array<std::size_t, 4> groups{0, 0, thread / 2, thread};
    const std::size_t group = arrangement_ == 0 ? random_.below(2) : groups[arrangement_];
    const bool elsewhere = arrangement_ == 0 && random_.chance(15);
    return fmt::format("wg {}, cmp {}", group, elsewhere ? 1 : 0);
  }

  /// Most tests look at a few variables only: with all of them, every final state is an outcome of its own.
  std::string observed() {
    if (random_.chance(25)) {
      return "";
    }
    std::string list;
    for (std::size_t t = 0; t < registerCounts_.size(); ++t) {
      for (unsigned r = 0; r < registerCounts_[t]; ++r) {
        if (random_.chance(35)) {
          list += fmt::format("{}:r{}; ", t, r);
        }
      }
    }
    if (list.empty() || random_.chance(25)) {
      list += location() + "; ";
    }
    return fmt::format("locations [{}]\n", list);
  }

  Random random_;
  Profile profile_;
  unsigned budget_;
  unsigned locations_ = 1;
  unsigned flags_ = 1;
  unsigned registers_ = 0;
  std::vector<unsigned> registerCounts_;
  unsigned labels_ = 0;
  bool counted_ = false;  ///< some loop stores in each of its rounds
  unsigned arrangement_ = 0;
  std::string lastRegister_;
};

}  // namespace

std::string randomLitmus(std::uint64_t seed, Profile profile, unsigned maxAccesses) {
  if (profile == Profile::OpenClKernels) {
    return kernels::launchedText(kernels::randomKernel(seed, maxAccesses)).text;
  }
  return isHsa(profile)   ? Generator(seed, profile, maxAccesses).text(seed)
         : isGpu(profile) ? randomGpu(seed, profile, maxAccesses)
                          : randomC(seed, profile, maxAccesses);
}

}  // namespace hrfcheck
