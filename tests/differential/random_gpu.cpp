#include "differential/random_gpu.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#include <vector>

#include "util/random.h"

namespace hrfcheck {
namespace {

template <std::size_t N>
std::string pick(Random& random, const std::array<std::string_view, N>& from) {
  return std::string(from[random.below(N)]);
}

constexpr std::array<std::string_view, 7> kOperators{"add", "add", "sub", "exch", "max", "and", "xor"};
constexpr std::array<std::string_view, 3> kGroups{"0", "0", "1"};

/// The words of a dialect.
class DialectWords {
 public:
  explicit DialectWords(Random& random) : random_(random) {}
  virtual ~DialectWords() = default;

  virtual std::string name() const = 0;
  /// The places of a thread: "cta 0, gpu 0".
  virtual std::string place() = 0;
  /// `y aliases x` and the like, each with its semicolon.
  virtual std::string declarations() = 0;
  /// What follows the initial state.
  virtual std::string pairs(unsigned /*threads*/) { return ""; }
  virtual std::string load(const std::string& target) = 0;
  virtual std::string waitingLoad(const std::string& target) = 0;
  virtual std::string store(const std::string& value) = 0;
  virtual std::string update(const std::string& target, const std::string& value) = 0;
  /// An update without a target, where the dialect has one.
  virtual std::string reduce(const std::string& value) { return store(value); }
  virtual std::string fence() = 0;
  virtual std::string barrier() = 0;

  void beginProgram() { count_ = 1 + random_.below(3); }
  void beginThread() { hasCounted_ = false; }
  /// Whether the next instruction is one that a branch may skip: no asynchronous operation can be.
  void guard(bool guarded) { guarded_ = guarded; }

 protected:
  /// The number of a barrier: plain, or, once in a thread, one that opens after as many arrivals as all
  /// threads agree on, which may be fewer than come.
  std::string barrierNumber() {
    if (!hasCounted_ && chance(35)) {
      hasCounted_ = true;
      return fmt::format("2, 0, {}", count_);
    }
    return chance(85) ? "0" : "1";
  }
  bool chance(unsigned percent) { return random_.chance(percent); }
  bool guarded() const { return guarded_; }
  /// Mostly one of two: threads that never meet show nothing.
  std::string location() { return std::string(1, "xxxxyyyyyz"[random_.below(10)]); }
  Random& random_;

 private:
  std::uint64_t count_ = 1;
  bool hasCounted_ = false;
  bool guarded_ = false;
};

class PtxWords final : public DialectWords {
 public:
  /// @param asynchronous the program may have asynchronous operations
  PtxWords(Random& random, bool asynchronous)
      : DialectWords(random), asynchronous_(asynchronous && chance(35)) {}

  std::string name() const override { return "PTX"; }
  std::string place() override {
    const std::string cluster = clusters_ ? fmt::format("cluster {}, ", pick(random_, kGroups)) : "";
    return fmt::format("cta {}, {}gpu {}", pick(random_, kGroups), cluster, chance(15) ? 1 : 0);
  }
  std::string declarations() override {
    alias_ = chance(30);
    surface_ = chance(25);
    return fmt::format("{}{}{}", alias_ ? " a aliases x;" : "", surface_ ? " s @ surface aliases x;" : "",
                       asynchronous_ ? " mbarrier m = 2;" : "");
  }
  std::string load(const std::string& target) override {
    if (asynchronous_ && chance(20)) {
      return fmt::format("mbarrier.test_wait.parity.{}.{} {}, m, 0", chance(70) ? "acquire" : "relaxed",
                         chance(50) ? "cta" : "cluster", target);
    }
    if (surface_ && chance(15)) {
      return fmt::format("suld.weak {}, s", target);
    }
    const std::string how = chance(40) ? "weak" : chance(50) ? "relaxed." + scope() : "acquire." + scope();
    return fmt::format("ld.{} {}, {}", how, target, place_());
  }
  std::string waitingLoad(const std::string& target) override {
    return fmt::format("ld.{}.{} {}, {}", chance(70) ? "acquire" : "relaxed", scope(), target, location());
  }
  std::string store(const std::string& value) override {
    if (surface_ && chance(15)) {
      return fmt::format("sust.weak s, {}", value);
    }
    if (asynchronous_ && chance(45)) {
      return asynchronousStore();
    }
    const std::string how = chance(40) ? "weak" : chance(50) ? "relaxed." + scope() : "release." + scope();
    return fmt::format("st.{} {}, {}", how, place_(), value);
  }
  std::string update(const std::string& target, const std::string& value) override {
    constexpr std::array<std::string_view, 4> kOrders{"relaxed", "acquire", "release", "acq_rel"};
    const std::string how = pick(random_, kOrders) + "." + scope();
    const std::string where = place_();
    return chance(40)
               ? fmt::format("atom.{}.cas {}, {}, {}, {}", how, target, where, random_.below(2), value)
               : fmt::format("atom.{}.{} {}, {}, {}", how, pick(random_, kOperators), target, where, value);
  }
  std::string reduce(const std::string& value) override {
    return fmt::format("red.{}.{}.add {}, {}", chance(50) ? "relaxed" : "acq_rel", scope(), place_(), value);
  }
  std::string fence() override {
    if (asynchronous_ && chance(60)) {
      return asynchronousFence();
    }
    constexpr std::array<std::string_view, 3> kProxies{"alias", "surface", "surface"};
    const unsigned proxied = alias_ || surface_ ? 35 : 5;
    return chance(proxied) ? "fence.proxy." + pick(random_, kProxies)
                           : fmt::format("fence.{}.{}", chance(50) ? "sc" : "acq_rel", scope());
  }
  std::string barrier() override { return "bar.cta.sync " + barrierNumber(); }

 private:
  std::string scope() {
    constexpr std::array<std::string_view, 5> kScopes{"cta", "cluster", "gpu", "gpu", "sys"};
    return pick(random_, kScopes);
  }
  std::string place_() { return alias_ && chance(30) ? "a" : location(); }

  std::string asynchronousStore() {
    constexpr std::array<std::string_view, 4> kArrivals{"", ".relaxed", ".release.cluster", ".expect_tx"};
    if (guarded() || chance(30)) {
      const std::string how = pick(random_, kArrivals);
      return fmt::format("mbarrier.arrive{} _, m{}", how, how == ".expect_tx" ? ", 4" : "");
    }
    constexpr std::array<std::string_view, 5> kHow{
        "cp.async.bulk.bulk_group {}, {}, 4", "cp.async.bulk.bulk_group {}, {}, 4",
        "cp.async.bulk.mbarrier::complete_tx::bytes {}, {}, 4, m",
        "cp.reduce.async.bulk.bulk_group.add {}, {}, 4", "cp.async {}, {}, 4"};
    return chance(20) ? fmt::format("st.async.release.gpu {}, 1", location())
                      : fmt::format(fmt::runtime(kHow[random_.below(kHow.size())]), location(), location());
  }
  std::string asynchronousFence() {
    constexpr std::array<std::string_view, 6> kAny{
        "fence.proxy.async", "fence.proxy.async",     "fence.acquire.gpu",
        "fence.release.gpu", "fence.acquire.cluster", "fence.release.sync_restrict::shared::cta.cluster"};
    constexpr std::array<std::string_view, 4> kOfGroups{
        "cp.async.bulk.commit_group", "cp.async.bulk.wait_group 0", "cp.async.bulk.wait_group.read 0",
        "cp.async.wait_all"};
    return guarded() || chance(40) ? pick(random_, kAny) : pick(random_, kOfGroups);
  }

  bool alias_ = false;
  bool surface_ = false;
  bool asynchronous_;
  bool clusters_ = chance(40);  ///< all threads name theirs, or none
};

class VulkanWords final : public DialectWords {
 public:
  using DialectWords::DialectWords;

  std::string name() const override { return "VULKAN"; }
  std::string place() override {
    return fmt::format("sg {}, wg {}, qf {}", pick(random_, kGroups), pick(random_, kGroups),
                       chance(15) ? 1 : 0);
  }
  std::string declarations() override {
    alias_ = chance(25);
    return alias_ ? " a aliases x;" : "";
  }
  std::string pairs(unsigned threads) override {
    const auto first = random_.below(threads);
    const auto second = random_.below(threads);
    return chance(15) && first != second ? fmt::format("{{ ssw {} {}; }}\n", first, second) : "";
  }
  std::string load(const std::string& target) override {
    const std::string where = location_();
    const std::string access =
        chance(50) ? atomic("ld", "acq", "semvis", where) : ordinary("ld", "vis", where);
    return fmt::format("{} {}, {}", access, target, where);
  }
  std::string waitingLoad(const std::string& target) override {
    const std::string where = location_();
    return fmt::format("{} {}, {}", atomic("ld", "acq", "semvis", where), target, where);
  }
  std::string store(const std::string& value) override {
    const std::string where = location_();
    const std::string access = chance(50) ? atomic("st", "rel", "semav", where) : ordinary("st", "av", where);
    return fmt::format("{} {}, {}", access, where, value);
  }
  std::string update(const std::string& target, const std::string& value) override {
    constexpr std::array<std::string_view, 4> kOrders{"", "acq.", "rel.", "acq_rel."};
    const std::string where = location_();
    return fmt::format("rmw.atom.{}{}.{}{}.{} {}, {}, {}", pick(random_, kOrders), scope(), classOf(where),
                       semantics(""), pick(random_, kOperators), target, where, value);
  }
  std::string fence() override {
    if (chance(15)) {
      return chance(50) ? "avdevice" : "visdevice";
    }
    return fmt::format("membar.{}.{}{}", pick(random_, kBoth), scope(), semantics(""));
  }
  std::string barrier() override {
    return chance(25) ? fmt::format("cbar.{} {}", scope(), barrierNumber())
                      : fmt::format("cbar.{}.{}{} {}", pick(random_, kBoth), scope(), semantics(""),
                                    barrierNumber());
  }

 private:
  static constexpr std::array<std::string_view, 4> kBoth{"acq_rel", "acq_rel", "acq", "rel"};

  std::string scope() {
    constexpr std::array<std::string_view, 5> kScopes{"sg", "wg", "qf", "dv", "dv"};
    return pick(random_, kScopes);
  }
  std::string location_() { return alias_ && chance(30) ? "a" : location(); }
  std::string classOf(const std::string& where) { return chance(5) ? "sc2" : where == "y" ? "sc1" : "sc0"; }
  /// @param word "semav" or "semvis"; both may stand where it is empty
  std::string semantics(std::string_view word) {
    std::string text;
    text += chance(80) ? ".semsc0" : "";
    text += chance(50) ? ".semsc1" : "";
    text += chance(10) ? ".semsc2" : "";
    if (word.empty()) {
      text += chance(40) ? ".semav" : "";
      text += chance(40) ? ".semvis" : "";
    } else if (chance(40)) {
      text += fmt::format(".{}", word);
    }
    return text;
  }
  std::string atomic(std::string_view name, std::string_view order, std::string_view word,
                     const std::string& where) {
    const bool ordered = chance(60);
    return fmt::format("{}.atom.{}{}.{}{}", name, ordered ? fmt::format("{}.", order) : "", scope(),
                       classOf(where), ordered ? semantics(word) : "");
  }
  std::string ordinary(std::string_view name, std::string_view operation, const std::string& where) {
    const std::string how = chance(25)   ? ""
                            : chance(40) ? ".nonpriv"
                                         : fmt::format(".{}.{}", operation, scope());
    return fmt::format("{}{}.{}", name, how, classOf(where));
  }

  bool alias_ = false;
};

class GpuTest {
 public:
  GpuTest(std::uint64_t seed, Profile profile, unsigned maxAccesses)
      : random_(seed * 2654435761U + static_cast<unsigned>(profile)),
        profile_(profile),
        budget_(3 + static_cast<unsigned>(
                        std::min(random_.below(maxAccesses - 2), random_.below(maxAccesses - 2)))) {
    if (isPtx(profile)) {
      words_ = std::make_unique<PtxWords>(random_, profile == Profile::Ptx);
    } else {
      words_ = std::make_unique<VulkanWords>(random_);
    }
  }

  std::string text(std::uint64_t seed) {
    const unsigned threads = 2 + static_cast<unsigned>(random_.below(3));
    words_->beginProgram();
    std::string text = fmt::format("{} Random-{}-{}\n{{ x=0; y=0; z=0;{} }}\n", words_->name(),
                                   nameOf(profile_), seed, words_->declarations());
    text += words_->pairs(threads);
    std::vector<std::vector<std::string>> columns;
    std::size_t rows = 0;
    for (unsigned t = 0; t < threads; ++t) {
      const bool copied = t > 0 && isAlike(profile_) && random_.chance(70);
      columns.push_back(copied ? columns.front() : column(threads));
      registerCounts_.push_back(copied ? registerCounts_.front() : registers_);
      rows = std::max(rows, columns.back().size());
      text += fmt::format("{} P{}@{}", t == 0 ? "" : "|", t, words_->place());
    }
    text += " ;\n";
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t t = 0; t < columns.size(); ++t) {
        text += fmt::format("{} {}", t == 0 ? "" : " |", row < columns[t].size() ? columns[t][row] : "");
      }
      text += " ;\n";
    }
    return text + observed(threads);
  }

 private:
  std::vector<std::string> column(unsigned threads) {
    std::vector<std::string> column;
    registers_ = 0;
    labels_ = 0;
    last_.clear();
    words_->beginThread();
    const unsigned share = std::max(1U, budget_ / threads);
    for (auto left = 1 + random_.below(share + 1); left > 0; --left) {
      if (random_.chance(hasLoops(profile_) ? 25 : 0)) {
        const std::string label = fmt::format("L{}", labels_++);
        column.push_back(label + ":");
        last_ = fresh();
        column.push_back(words_->waitingLoad(last_));
        column.push_back(
            fmt::format("{} {}, {}, {}", random_.chance(80) ? "bne" : "beq", last_, random_.below(3), label));
      } else if (!last_.empty() && random_.chance(15)) {
        const std::string label = fmt::format("L{}", labels_++);
        column.push_back(
            fmt::format("{} {}, {}, {}", random_.chance(80) ? "bne" : "beq", last_, random_.below(2), label));
        words_->guard(true);
        column.push_back(access());
        words_->guard(false);
        column.push_back(label + ":");
      } else {
        column.push_back(access());
      }
    }
    return column;
  }

  std::string access() {
    const auto kind = random_.below(100);
    if (kind < 16) {
      return words_->fence();
    }
    if (kind < (hasBarriers(profile_) ? 34 : 20)) {
      return words_->barrier();
    }
    if (kind < 65) {
      last_ = fresh();
      return words_->load(last_);
    }
    if (kind < 88) {
      return words_->store(!last_.empty() && random_.chance(15) ? last_ : value());
    }
    if (kind < 91) {
      return words_->reduce(value());
    }
    last_ = fresh();
    return words_->update(last_, value());
  }

  std::string fresh() { return fmt::format("r{}", registers_++); }
  std::string value() { return std::to_string(1 + random_.below(2)); }

  std::string observed(unsigned threads) {
    if (random_.chance(30)) {
      return "";
    }
    std::string list = random_.chance(60) ? "x; " : "";
    for (unsigned t = 0; t < threads; ++t) {
      list += registerCounts_[t] > 0 && random_.chance(70)
                  ? fmt::format("P{}:r{}; ", t, random_.below(registerCounts_[t]))
                  : "";
    }
    return list.empty() ? "locations [y;]\n" : fmt::format("locations [{}]\n", list);
  }

  Random random_;
  Profile profile_;
  unsigned budget_;
  std::unique_ptr<DialectWords> words_;
  unsigned registers_ = 0;
  std::vector<unsigned> registerCounts_;  ///< by thread
  unsigned labels_ = 0;
  std::string last_;
};

}  // namespace

std::string randomGpu(std::uint64_t seed, Profile profile, unsigned maxAccesses) {
  return GpuTest(seed, profile, maxAccesses).text(seed);
}

}  // namespace hrfcheck
