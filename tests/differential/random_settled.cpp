#include "differential/random_settled.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#include <vector>

#include "util/random.h"

namespace hrfcheck {
namespace {

/// One communicating access of a skeleton: "Wx", "Ry".
using Skeleton = std::vector<std::vector<std::string_view>>;

const std::vector<Skeleton>& skeletons() {
  static const std::vector<Skeleton> kAll{
      {{"Wx", "Ry"}, {"Wy", "Rx"}},                  // SB
      {{"Wx", "Wy"}, {"Ry", "Rx"}},                  // MP
      {{"Wx"}, {"Rx", "Wy"}, {"Ry", "Rx"}},          // WRC
      {{"Wx"}, {"Wy"}, {"Rx", "Ry"}, {"Ry", "Rx"}},  // IRIW
      {{"Rx", "Wy"}, {"Ry", "Wx"}},                  // LB
      {{"Rx", "Wy"}, {"Ry", "Wz"}, {"Rz", "Wx"}},    // LB of three
      {{"Wx", "Wy"}, {"Wy", "Rx"}},                  // R
      {{"Wx", "Wy"}, {"Ry", "Wx"}},                  // S
      {{"Wx", "Wy"}, {"Wy", "Wx"}},                  // 2+2W
      {{"Wx", "Wy"}, {"Ry", "Rx"}, {}},              // with a third one in between
      {{"Wx", "Ry"}, {"Wy", "Rx"}, {}, {}},
      {{"Rx"}, {"Wy"}, {"Ry", "Wx"}},  // LB, where one side goes through the block
      {{"Rx"}, {"Wy"}, {"Ry", "Wx"}},
      {{"Wx"}, {"Wy"}, {"Ry", "Rx"}},  // MP, the same
  };
  return kAll;
}

/// The words of a dialect.
class Words {
 public:
  explicit Words(Random& random) : random_(random) {}
  virtual ~Words() = default;

  virtual std::string header(const std::string& name, const std::vector<std::string>& settled) const = 0;
  virtual std::string place(unsigned group) const = 0;
  virtual std::string load(const std::string& target, const std::string& location) = 0;
  virtual std::string store(const std::string& location, const std::string& value) = 0;
  virtual std::string plainLoad(const std::string& target, const std::string& location) const = 0;
  virtual std::string plainStore(const std::string& location, const std::string& value) const = 0;
  /// @param target empty where nobody looks at what it returns
  virtual std::string update(const std::string& target, const std::string& location) = 0;
  /// Those of a counter, which mostly order nothing.
  virtual std::string counterLoad(const std::string& target, const std::string& location) = 0;
  virtual std::string counterStore(const std::string& location) = 0;
  virtual std::string fence() = 0;
  virtual std::string barrier() = 0;
  /// What follows is executed only if the register is 1: up to the line that `end` gives.
  virtual std::string begin(const std::string& reg, unsigned number) const = 0;
  virtual std::string end(unsigned number) const = 0;

 protected:
  template <std::size_t N>
  std::string pick(const std::array<std::string_view, N>& from) {
    return std::string(from[random_.below(N)]);
  }
  Random& random_;
};

class HsaWords final : public Words {
 public:
  using Words::Words;

  std::string header(const std::string& name, const std::vector<std::string>& settled) const override {
    return fmt::format("HSA {}\n{{ x=0; y=0; z=0; {}}}\n", name, list(settled));
  }
  std::string place(unsigned group) const override { return fmt::format("wg {},cmp 0", group); }
  std::string load(const std::string& target, const std::string& location) override {
    constexpr std::array<std::string_view, 5> kOrders{"rlx", "rlx", "acq", "acq", "sc"};
    return random_.chance(25) ? plainLoad(target, location)
                              : fmt::format("ld.{}{}.{} {}, {}", remote() ? "rm_" : "", pick(kOrders),
                                            scope(), target, location);
  }
  std::string store(const std::string& location, const std::string& value) override {
    constexpr std::array<std::string_view, 5> kOrders{"rlx", "rlx", "rel", "rel", "sc"};
    return random_.chance(25) ? plainStore(location, value)
                              : fmt::format("st.{}.{} {}, {}", pick(kOrders), scope(), location, value);
  }
  std::string plainLoad(const std::string& target, const std::string& location) const override {
    return fmt::format("ld {}, {}", target, location);
  }
  std::string plainStore(const std::string& location, const std::string& value) const override {
    return fmt::format("st {}, {}", location, value);
  }
  std::string update(const std::string& target, const std::string& location) override {
    constexpr std::array<std::string_view, 6> kOrders{"rlx", "rlx", "rlx", "rlx", "ar", "rel"};
    return fmt::format("faa.{}.{} {}, {}, 1", pick(kOrders), random_.chance(70) ? "wg" : scope(),
                       target.empty() ? "_" : target, location);
  }
  std::string counterLoad(const std::string& target, const std::string& location) override {
    return fmt::format("ld.{}.{} {}, {}", random_.chance(85) ? "rlx" : "acq",
                       random_.chance(70) ? "wg" : scope(), target, location);
  }
  std::string counterStore(const std::string& location) override {
    return fmt::format("st.{}.{} {}, 0", random_.chance(85) ? "rlx" : "rel",
                       random_.chance(70) ? "wg" : scope(), location);
  }
  std::string fence() override {
    constexpr std::array<std::string_view, 4> kOrders{"acq", "rel", "ar", "sc"};
    return fmt::format("fence.{}.{}", pick(kOrders), scope());
  }
  std::string barrier() override {
    constexpr std::array<std::string_view, 8> kScopes{"wg", "wg", "wg", "wg", "wg", "wg", "wv", "wi"};
    return "barrier." + pick(kScopes);
  }
  std::string begin(const std::string& reg, unsigned number) const override {
    return fmt::format("bne {}, 1, L{}", reg, number);
  }
  std::string end(unsigned number) const override { return fmt::format("L{}:", number); }

 private:
  static std::string list(const std::vector<std::string>& settled) {
    std::string text;
    for (const std::string& location : settled) {
      text += fmt::format("{}=0; ", location);
    }
    return text;
  }
  std::string scope() {
    constexpr std::array<std::string_view, 4> kScopes{"wg", "cmp", "cmp", "sys"};
    return pick(kScopes);
  }
  bool remote() { return false; }
};

class PtxWords final : public Words {
 public:
  using Words::Words;

  std::string header(const std::string& name, const std::vector<std::string>& settled) const override {
    std::string text = fmt::format("PTX {}\n{{ x=0; y=0; z=0; ", name);
    for (const std::string& location : settled) {
      text += fmt::format("{}=0; ", location);
    }
    return text + "}\n";
  }
  std::string place(unsigned group) const override { return fmt::format("cta {}, gpu 0", group); }
  std::string load(const std::string& target, const std::string& location) override {
    constexpr std::array<std::string_view, 2> kOrders{"relaxed", "acquire"};
    return random_.chance(25) ? plainLoad(target, location)
                              : fmt::format("ld.{}.{} {}, {}", pick(kOrders), scope(), target, location);
  }
  std::string store(const std::string& location, const std::string& value) override {
    constexpr std::array<std::string_view, 2> kOrders{"relaxed", "release"};
    return random_.chance(25) ? plainStore(location, value)
                              : fmt::format("st.{}.{} {}, {}", pick(kOrders), scope(), location, value);
  }
  std::string plainLoad(const std::string& target, const std::string& location) const override {
    return fmt::format("ld.weak {}, {}", target, location);
  }
  std::string plainStore(const std::string& location, const std::string& value) const override {
    return fmt::format("st.weak {}, {}", location, value);
  }
  std::string update(const std::string& target, const std::string& location) override {
    const std::string how = fmt::format("{}.{}", random_.chance(75) ? "relaxed" : "acq_rel",
                                        random_.chance(70) ? "cta" : scope());
    return target.empty() ? fmt::format("red.{}.add {}, 1", how, location)
                          : fmt::format("atom.{}.add {}, {}, 1", how, target, location);
  }
  std::string counterLoad(const std::string& target, const std::string& location) override {
    return fmt::format("ld.{}.{} {}, {}", random_.chance(85) ? "relaxed" : "acquire",
                       random_.chance(70) ? "cta" : scope(), target, location);
  }
  std::string counterStore(const std::string& location) override {
    return fmt::format("st.{}.{} {}, 0", random_.chance(85) ? "relaxed" : "release",
                       random_.chance(70) ? "cta" : scope(), location);
  }
  std::string fence() override {
    return fmt::format("fence.{}.{}", random_.chance(50) ? "sc" : "acq_rel", scope());
  }
  std::string barrier() override { return "bar.cta.sync 0"; }
  std::string begin(const std::string& reg, unsigned number) const override {
    return fmt::format("bne {}, 1, L{}", reg, number);
  }
  std::string end(unsigned number) const override { return fmt::format("L{}:", number); }

 private:
  std::string scope() {
    constexpr std::array<std::string_view, 4> kScopes{"cta", "gpu", "gpu", "sys"};
    return pick(kScopes);
  }
};

class OpenClWords final : public Words {
 public:
  explicit OpenClWords(Random& random) : Words(random), local_(random.chance(50)) {}

  std::string header(const std::string& name, const std::vector<std::string>& settled) const override {
    std::string text = fmt::format("OPENCL {}\n{{ ", name);
    for (const char* location : {"x", "y", "z"}) {
      text += fmt::format("[{}]=0; ", location);
    }
    for (const std::string& location : settled) {
      text += fmt::format("[{}]=0; ", location);
    }
    return text + "}\n";
  }
  std::string place(unsigned group) const override { return fmt::format("wg {}, dev 0", group); }
  std::string parameters(const std::vector<std::string>& settled) const {
    std::string text = "global atomic_int* x, global atomic_int* y, global atomic_int* z";
    for (const std::string& location : settled) {
      text += fmt::format(", {} {}* {}", local_ ? "local" : "global",
                          location[0] == 'c' ? "atomic_int" : "int", location);
    }
    return text;
  }
  std::string load(const std::string& target, const std::string& location) override {
    constexpr std::array<std::string_view, 4> kOrders{"relaxed", "relaxed", "acquire", "seq_cst"};
    return random_.chance(20)
               ? fmt::format("int {} = *{};", target, location)
               : fmt::format("int {} = atomic_load_explicit({}, memory_order_{}, memory_scope_{});", target,
                             location, pick(kOrders), scope());
  }
  std::string store(const std::string& location, const std::string& value) override {
    constexpr std::array<std::string_view, 4> kOrders{"relaxed", "relaxed", "release", "seq_cst"};
    return random_.chance(20)
               ? fmt::format("*{} = {};", location, value)
               : fmt::format("atomic_store_explicit({}, {}, memory_order_{}, memory_scope_{});", location,
                             value, pick(kOrders), scope());
  }
  std::string plainLoad(const std::string& target, const std::string& location) const override {
    return fmt::format("int {} = *{};", target, location);
  }
  std::string plainStore(const std::string& location, const std::string& value) const override {
    return fmt::format("*{} = {};", location, value);
  }
  std::string update(const std::string& target, const std::string& location) override {
    constexpr std::array<std::string_view, 5> kOrders{"relaxed", "relaxed", "relaxed", "acq_rel", "seq_cst"};
    return fmt::format("{}atomic_fetch_add_explicit({}, 1, memory_order_{}, memory_scope_{});",
                       target.empty() ? "" : fmt::format("int {} = ", target), location, pick(kOrders),
                       random_.chance(70) ? "work_group" : scope());
  }
  std::string counterLoad(const std::string& target, const std::string& location) override {
    return fmt::format("int {} = atomic_load_explicit({}, memory_order_{}, memory_scope_{});", target,
                       location, random_.chance(85) ? "relaxed" : "acquire",
                       random_.chance(70) ? "work_group" : scope());
  }
  std::string counterStore(const std::string& location) override {
    return fmt::format("atomic_store_explicit({}, 0, memory_order_{}, memory_scope_{});", location,
                       random_.chance(85) ? "relaxed" : "release",
                       random_.chance(70) ? "work_group" : scope());
  }
  std::string fence() override {
    constexpr std::array<std::string_view, 4> kOrders{"acquire", "release", "acq_rel", "seq_cst"};
    return fmt::format("atomic_work_item_fence({}, memory_order_{}, memory_scope_{});", flags(),
                       pick(kOrders), scope());
  }
  std::string barrier() override {
    return random_.chance(70) ? fmt::format("work_group_barrier({});", flags())
                              : fmt::format("work_group_barrier({}, memory_scope_{});", flags(),
                                            random_.chance(70) ? scope() : "work_item");
  }
  std::string begin(const std::string& reg, unsigned /*number*/) const override {
    return fmt::format("if ({} == 1) {{", reg);
  }
  std::string end(unsigned /*number*/) const override { return "}"; }

 private:
  std::string flags() {
    constexpr std::array<std::string_view, 4> kFlags{"CLK_GLOBAL_MEM_FENCE", "CLK_LOCAL_MEM_FENCE",
                                                     "CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE",
                                                     "CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE"};
    return pick(kFlags);
  }
  std::string scope() {
    constexpr std::array<std::string_view, 4> kScopes{"work_group", "device", "device", "all_svm_devices"};
    return pick(kScopes);
  }

  bool local_;
};

struct RandomThread {
  unsigned group = 0;
  std::vector<std::string_view> accesses;
  std::vector<std::string> lines;
  unsigned registers = 0;
  bool began = false;  ///< to communicate
  bool counted = false;
  std::string last = {};     ///< the last register that was read, if any
  std::string settled = {};  ///< the last one that holds what was read from a settled location
};

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed), seed_(seed) {}

  std::string run() {
    const std::uint64_t dialect = random_.below(3);
    OpenClWords* openCl = nullptr;
    if (dialect == 0) {
      words_ = std::make_unique<HsaWords>(random_);
    } else if (dialect == 1) {
      words_ = std::make_unique<PtxWords>(random_);
    } else {
      auto words = std::make_unique<OpenClWords>(random_);
      openCl = words.get();
      words_ = std::move(words);
    }
    const auto& all = skeletons();
    for (const auto& accesses : all[random_.below(all.size())]) {
      threads_.push_back({static_cast<unsigned>(random_.below(2)), accesses, {}});
    }
    through_ = random_.chance(30);
    counts_ = !through_ && random_.chance(25);
    if (through_) {
      threads_[1].group = threads_[0].group;
    } else if (random_.chance(70)) {
      threads_[random_.below(threads_.size())].group = threads_[random_.below(threads_.size())].group;
    }
    // Every thread has three stretches, before, between and behind its accesses; a barrier of the group is in
    // the stretch that each thread chooses, one after the other.
    const unsigned barriers = through_                        ? 1
                              : counts_ && random_.chance(70) ? 0
                                                              : static_cast<unsigned>(random_.below(3));
    std::vector<std::vector<unsigned>> stretches;
    for (std::size_t t = 0; t < threads_.size(); ++t) {
      std::vector<unsigned> chosen;
      for (unsigned b = 0; b < barriers; ++b) {
        chosen.push_back(through_             ? (t == 0 ? 2 : 0)
                         : random_.chance(60) ? 1
                                              : static_cast<unsigned>(random_.below(3)));
      }
      std::ranges::sort(chosen);
      stretches.push_back(chosen);
    }
    std::vector<std::string> barrierTexts;
    for (unsigned b = 0; b < barriers; ++b) {
      barrierTexts.push_back(words_->barrier());
    }
    for (std::size_t t = 0; t < threads_.size(); ++t) {
      write(threads_[t], static_cast<unsigned>(t), stretches[t], barrierTexts);
    }
    const std::string name = fmt::format("Settled-{}", seed_);
    const std::vector<std::string> settled{"s0", "s1", "c0", "c1", "p0", "p1", "p2", "p3"};
    std::string text = words_->header(name, settled);
    return openCl != nullptr ? text + functions(*openCl, settled) : text + columns();
  }

 private:
  std::string fresh(RandomThread& thread) { return fmt::format("r{}", thread.registers++); }

  std::string value(RandomThread& thread) {
    return !thread.settled.empty() && random_.chance(through_ ? 80 : 40) ? thread.settled
           : !thread.last.empty() && random_.chance(20)                  ? thread.last
                                                        : std::to_string(1 + random_.below(2));
  }

  /// Accesses that may be settled, or nearly.
  void middle(RandomThread& thread, unsigned number, unsigned phase) {
    if (counts_) {
      if (!thread.counted && thread.began && random_.chance(85)) {
        thread.counted = true;
        thread.lines.push_back(words_->update("", "c0"));
      }
      return;
    }
    if (through_ && number < 2) {
      const std::string cell = fmt::format("s{}", thread.group);
      if (number == 0 && phase == 0 && !thread.last.empty()) {
        thread.lines.push_back(words_->plainStore(cell, random_.chance(80) ? "1" : thread.last));
      } else if (number == 1 && phase == 1 && thread.settled.empty()) {
        thread.settled = fresh(thread);
        thread.lines.push_back(words_->plainLoad(thread.settled, cell));
      }
      return;
    }
    const unsigned pieces = static_cast<unsigned>(random_.below(3));
    for (unsigned i = 0; i < pieces; ++i) {
      // Before a barrier one thread writes, behind it others read, mostly.
      const unsigned writer = phase % 2 == 0 ? (seed_ + phase) % threads_.size() : 0;
      const std::string cell = fmt::format("s{}", random_.chance(90) ? thread.group : 1 - thread.group);
      const std::string own = fmt::format("p{}", number);
      const std::string counted = fmt::format("c{}", random_.chance(75) ? thread.group : 1 - thread.group);
      switch (random_.below(6)) {
        case 0:
          thread.lines.push_back(words_->plainStore(own, value(thread)));
          break;
        case 1:
          thread.settled = fresh(thread);
          thread.lines.push_back(words_->plainLoad(thread.settled, own));
          break;
        case 2:
        case 3:
          if (phase == 0 ? number == writer : random_.chance(10)) {
            thread.lines.push_back(words_->plainStore(cell, value(thread)));
          } else if (phase > 0 || random_.chance(10)) {
            thread.settled = fresh(thread);
            thread.lines.push_back(words_->plainLoad(thread.settled, cell));
          }
          break;
        case 4:
          if (phase == 0 || random_.chance(15)) {
            const bool used = random_.chance(10);
            const std::string target = used ? fresh(thread) : "";
            thread.lines.push_back(!used && random_.chance(15) ? words_->counterStore(counted)
                                                               : words_->update(target, counted));
            thread.last = used ? target : thread.last;
          } else {
            thread.settled = fresh(thread);
            thread.lines.push_back(random_.chance(50) ? words_->plainLoad(thread.settled, counted)
                                                      : words_->counterLoad(thread.settled, counted));
          }
          break;
        default:
          if (random_.chance(35)) {
            thread.lines.push_back(words_->fence());
          }
      }
    }
  }

  /// A branch behind which both ways are one again.
  void decideNothing(RandomThread& thread) {
    thread.lines.push_back(words_->begin(thread.last, labels_));
    thread.lines.push_back(words_->end(labels_));
    ++labels_;
  }

  void write(RandomThread& thread, unsigned number, const std::vector<unsigned>& stretches,
             const std::vector<std::string>& barrierTexts) {
    unsigned phase = 0;
    unsigned open = 0;
    for (unsigned stretch = 0; stretch < 3; ++stretch) {
      middle(thread, number, phase);
      while (phase < stretches.size() && stretches[phase] == stretch) {
        thread.lines.push_back(barrierTexts[phase]);
        ++phase;
        middle(thread, number, phase);
      }
      if (stretch < thread.accesses.size()) {
        thread.began = true;
        const std::string location(1, thread.accesses[stretch][1]);
        const bool plain = counts_ && location == "x" && random_.chance(70);
        if (thread.accesses[stretch][0] == 'W') {
          thread.lines.push_back(plain ? words_->plainStore(location, value(thread))
                                       : words_->store(location, value(thread)));
        } else {
          thread.last = fresh(thread);
          thread.lines.push_back(plain ? words_->plainLoad(thread.last, location)
                                       : words_->load(thread.last, location));
          const bool last = phase >= stretches.size() || random_.chance(10);
          if (random_.chance(through_ ? 70 : 15)) {
            decideNothing(thread);
          }
          if (last && random_.chance(through_ ? 60 : 25)) {
            thread.lines.push_back(words_->begin(thread.last, labels_));
            ends_.push_back(words_->end(labels_));
            ++labels_;
            ++open;
          }
        }
      }
    }
    for (; open > 0; --open) {
      thread.lines.push_back(ends_.back());
      ends_.pop_back();
    }
  }

  std::string observed() const {
    std::string text;
    for (std::size_t t = 0; t < threads_.size(); ++t) {
      for (unsigned r = 0; r < threads_[t].registers; ++r) {
        text += fmt::format("{}:r{}; ", t, r);
      }
    }
    return fmt::format("locations [{}x; y; z; s0; s1; c0; c1;]\n", text);
  }

  std::string columns() const {
    std::string text;
    std::size_t rows = 0;
    for (std::size_t t = 0; t < threads_.size(); ++t) {
      text += fmt::format("{} P{}@{}", t == 0 ? "" : " |", t, words_->place(threads_[t].group));
      rows = std::max(rows, threads_[t].lines.size());
    }
    text += " ;\n";
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t t = 0; t < threads_.size(); ++t) {
        text += fmt::format("{} {}", t == 0 ? "" : " |",
                            row < threads_[t].lines.size() ? threads_[t].lines[row] : "");
      }
      text += " ;\n";
    }
    return text + observed() + "exists (true)\n";
  }

  std::string functions(const OpenClWords& words, const std::vector<std::string>& settled) const {
    std::string text;
    for (std::size_t t = 0; t < threads_.size(); ++t) {
      text += fmt::format("P{}@{} ({}) {{\n", t, words.place(threads_[t].group), words.parameters(settled));
      for (const std::string& line : threads_[t].lines) {
        text += fmt::format("  {}\n", line);
      }
      text += "}\n";
    }
    return text + "locations [x; y; z; s0; s1; c0; c1;]\nexists (true)\n";
  }

  Random random_;
  std::uint64_t seed_;
  std::unique_ptr<Words> words_;
  std::vector<RandomThread> threads_;
  std::vector<std::string> ends_;
  unsigned labels_ = 0;
  bool counts_ = false;   ///< most of what threads do between is to count together
  bool through_ = false;  ///< two threads of one block hand on by a settled location what they have seen
};

}  // namespace

std::string randomSettled(std::uint64_t seed) {
  return Generator(seed).run();
}

}  // namespace hrfcheck
