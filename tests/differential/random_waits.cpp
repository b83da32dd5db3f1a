#include "differential/random_waits.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "support/litmus_columns.h"
#include "util/random.h"

namespace hrfcheck {
namespace {

using WaitWords = std::vector<std::string_view>;

class Chooser {
 public:
  explicit Chooser(std::uint64_t seed) : random_(seed * 2654435761U + 4242) {}

 protected:
  bool chance(unsigned percent) { return random_.chance(percent); }
  std::uint64_t below(std::uint64_t n) { return random_.below(n); }
  std::string pick(const WaitWords& words) { return std::string(words[random_.below(words.size())]); }
  /// A value that is waited for.
  std::uint64_t wanted() { return chance(75) ? 1 : 2; }

 private:
  Random random_;
};

/// OpenCL C with scopes, or C.
class WaitsInC : public Chooser {
 public:
  WaitsInC(std::uint64_t seed, bool scoped)
      : Chooser(seed), scoped_(scoped), narrow_(chance(15)), remote_(scoped && chance(8)) {}

  std::string text(std::uint64_t seed) {
    const bool locks = chance(45);
    threads_ = locks && chance(60) ? 2 : chance(70) ? 2 : 3;
    std::string body;
    for (unsigned t = 0; t < threads_; ++t) {
      body += thread(t, locks ? (t < 2 ? lock() : other())
                              : (t == 0   ? signals()
                                 : t == 1 ? wait()
                                          : other()));
    }
    std::string observed = "f; l; ";
    observed += chance(40) ? "x; " : "";
    for (unsigned t = 0; t < threads_; ++t) {
      observed += fmt::format("{}:r; ", t);
      observed += chance(6) && t == 1 ? "1:n; " : "";
    }
    return fmt::format("{} Waits-{}\n{{ f = 0; l = {}; x = 0; }}\n{}locations [{}]\n",
                       scoped_ ? "OPENCL" : "C", seed, chance(7) ? 1 : 0, body, observed);
  }

 private:
  std::string how(const WaitWords& orders) {
    const std::string scope = narrow_ && chance(30) ? "work_group" : "device";
    return "memory_order_" + pick(orders) + (scoped_ ? ", memory_scope_" + scope : "");
  }
  std::string loads() { return how({"acquire", "acquire", "relaxed", "seq_cst"}); }
  std::string stores() { return how({"release", "release", "relaxed", "seq_cst"}); }
  std::string updates() { return how({"acquire", "relaxed", "acq_rel", "acq_rel", "seq_cst", "release"}); }

  std::string thread(unsigned t, const std::string& code) {
    const std::string space = scoped_ ? "global " : "";
    const std::string place = scoped_ ? fmt::format("@wg {}, dev 0", narrow_ ? below(2) : t) : "";
    return fmt::format(
        "P{1}{2} ({0}atomic_int* f, {0}atomic_int* l, {0}int* x) {{\n"
        "  int r = 0; unsigned n = 0; unsigned d = 1; unsigned i = 0; int v = 0;\n  {3}{4}{5}\n}}\n",
        space, t, place, access(), code, access());
  }

  std::string access() {
    switch (below(7)) {
      case 0:
        return "*x = 1; ";
      case 1:
        return "*x = 2; ";
      case 2:
        return "r = *x; ";
      case 3:
        return chance(30) ? fence({"acquire", "release", "acq_rel", "seq_cst"}) : "";
      default:
        return "";
    }
  }

  std::string fence(const WaitWords& orders) {
    return scoped_ ? fmt::format("atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, {}); ", how(orders))
                   : fmt::format("atomic_thread_fence({}); ", how(orders));
  }

  std::string load(std::string_view from) {
    const bool remote = remote_ && chance(30);
    return fmt::format("atomic_load_explicit{}({}, {})", remote ? "_remote" : "", from,
                       remote ? "memory_order_acquire, memory_scope_device" : loads());
  }

  /// What asks for the value of the flag.
  std::string ask(std::string_view from) {
    switch (below(12)) {
      case 0:
      case 1:
        return fmt::format("atomic_fetch_add_explicit({}, 0, {})", from, updates());
      case 2:
        return fmt::format("atomic_fetch_or_explicit({}, 0, {})", from, updates());
      case 3:
        return fmt::format("atomic_fetch_max_explicit({}, 0, {})", from, updates());
      case 4:
        return fmt::format("atomic_fetch_sub_explicit({}, 0, {})", from, updates());
      case 5:
        return fmt::format("atomic_fetch_and_explicit({}, -1, {})", from, updates());
      case 6:
        return fmt::format("atomic_fetch_xor_explicit({}, 0, {})", from, updates());
      default:
        return load(from);
    }
  }

  /// What a round does besides.
  std::string besides() {
    switch (below(12)) {
      case 0:
        return "n++; ";
      case 1:
        return "if (n < 2) n++; ";
      case 2:
        return "if (d < 4) d *= 2; ";
      case 3:
        return "for (i = 0; i < d; i++) { } if (d < 3) d += 1; ";
      case 4:
        return "n = n + 1; if (n > 1) n = 0; ";
      case 5:
        return "r = 7; ";
      case 6:
        return chance(40) ? "v = *x; " : "";
      case 7:
        return chance(30) ? fence({"acquire", "acq_rel", "release"}) : "";
      case 8:
        return chance(30) ? "*x = 3; " : "";
      default:
        return "";
    }
  }

  std::string wait() {
    switch (below(8)) {
      case 0:
        return fmt::format("while (v < {0}) {{ int w = {1}; if (w > v) {{ {2}v = w; }} {3}}} ", 1 + below(2),
                           ask("f"), access(), besides());
      case 1:
        return fmt::format("while (1) {{ v = {}; if (v == {}) {{ {}break; }} {}}} ", ask("f"), wanted(),
                           access(), besides());
      case 2:
        return fmt::format("for (i = 0; i < {}; i++) {{ v = {}; if (v == {}) {{ r = 5; break; }} }} ",
                           1 + below(3), ask("f"), wanted());
      case 3: {
        const std::string asked = ask("f");
        return fmt::format("v = {0}; while (v != {1}) {{ {2}v = {0}; }} ", asked, wanted(), besides());
      }
      case 4:
        return fmt::format("do {{ v = {}; {}}} while (v {} {}); ", ask("f"), besides(),
                           pick({"!=", "!=", "<", "=="}), wanted());
      default:
        return fmt::format("while ({} {} {}) {{ {}}} ", ask("f"), pick({"!=", "!=", "<"}), wanted(),
                           besides());
    }
  }

  std::string signal(std::uint64_t value) {
    switch (below(6)) {
      case 0:
        return fmt::format("atomic_fetch_add_explicit(f, 1, {}); ", updates());
      case 1:
        return fmt::format("v = atomic_exchange_explicit(f, {}, {}); ", value, updates());
      case 2:
        return fmt::format("atomic_exchange_explicit(f, {}, {}); ", value, updates());
      default:
        return fmt::format("atomic_store_explicit(f, {}, {}); ", value, stores());
    }
  }

  std::string signals() {
    const std::string first = signal(1);
    return chance(35) ? first + access() + signal(2) : first;
  }

  std::string other() {
    return chance(30) ? wait() : chance(50) ? signal(1 + below(2)) : fmt::format("v = {}; ", ask("f"));
  }

  std::string take() {
    switch (below(5)) {
      case 0:
        return fmt::format("atomic_fetch_or_explicit(l, 1, {}) == 0", updates());
      case 1:
        return fmt::format("atomic_compare_exchange_strong_explicit(l, 0, 1, {}, memory_order_relaxed{})",
                           "memory_order_" + pick({"acquire", "acq_rel", "relaxed"}),
                           scoped_ ? ", memory_scope_device" : "");
      default:
        return fmt::format("atomic_exchange_explicit(l, 1, {}) == 0", updates());
    }
  }

  std::string give() {
    return chance(60)   ? fmt::format("atomic_store_explicit(l, 0, {}); ", stores())
           : chance(70) ? fmt::format("atomic_exchange_explicit(l, 0, {}); ", updates())
           : chance(50) ? fmt::format("v = atomic_exchange_explicit(l, 0, {}); ", updates())
                        : "";
  }

  std::string lock() {
    const std::string taken = take();
    const std::string inside = access() + (chance(50) ? access() : "") + give();
    switch (below(6)) {
      case 0:
      case 1:
        return fmt::format("while (!v) {{ if ({}) {{ {}v = 1; }} {}}} ", taken, inside, besides());
      case 2:
        return fmt::format("v = {0}; while (!v) {{ {1}v = {0}; }} {2}", taken, besides(), inside);
      case 3:
        return fmt::format("for (n = 0; n < {}; n++) {{ while (!({})) {{ }} {}}} ", 1 + below(2), taken,
                           inside);
      case 4:
        return fmt::format("while (1) {{ if ({}) {{ {}break; }} {}}} ", taken, inside, besides());
      default:
        return fmt::format("while (!({})) {{ {}}} {}", taken, besides(), inside);
    }
  }

  bool scoped_;
  bool narrow_;  ///< scopes differ, and so may work-groups
  bool remote_;
  unsigned threads_ = 2;
};

/// PTX, as compilers write waiting; or Vulkan.
class WaitsInColumns : public Chooser {
 public:
  WaitsInColumns(std::uint64_t seed, bool vulkan) : Chooser(seed), vulkan_(vulkan), narrow_(chance(20)) {}

  std::string text(std::uint64_t seed) {
    const bool locks = chance(45);
    const unsigned threads = chance(75) ? 2 : 3;
    std::vector<std::vector<std::string>> columns;
    std::string observed = "f; l; ";
    for (unsigned t = 0; t < threads; ++t) {
      const auto group = narrow_ ? below(2) : t;
      column_ = {vulkan_ ? fmt::format("P{}@sg 0, wg {}, qf 0", t, group)
                         : fmt::format("P{}@cta {}, gpu 0", t, group)};
      access();
      if (locks && t < 2) {
        lock();
      } else if (t == 0) {
        signals();
      } else if (t == 1 || chance(30)) {
        wait();
      } else {
        line("{} r, f, {}", update("add"), below(2));
      }
      access();
      columns.push_back(column_);
      observed += fmt::format("{}:r; ", t);
    }
    std::string registers;
    for (unsigned t = 0; t < threads; ++t) {
      registers += fmt::format("{0}:r=0; {0}:n=0; {0}:v=0; {0}:d=1; {0}:i=0; ", t);
    }
    return fmt::format("{} Waits-{}\n{{ f=0; l=0; x=0; {}}}\n", vulkan_ ? "VULKAN" : "PTX", seed, registers) +
           test::litmusRows(columns) + fmt::format("locations [{}]\n", observed);
  }

 private:
  template <typename... Args>
  void line(std::string_view format, Args&&... args) {
    column_.push_back(fmt::format(fmt::runtime(format), std::forward<Args>(args)...));
  }
  std::string scope() {
    const bool less = narrow_ && chance(40);
    return vulkan_ ? (less ? "wg" : "dv") : less ? "cta" : "gpu";
  }
  /// Of Vulkan: what an operation makes available and visible, mostly.
  std::string semantics(std::string_view words) { return chance(85) ? fmt::format(".semsc0{}", words) : ""; }

  std::string update(std::string_view operation) {
    if (!vulkan_) {
      return fmt::format("atom.{}.{}.{}", pick({"relaxed", "relaxed", "acquire", "release", "acq_rel"}),
                         scope(), operation);
    }
    const std::string order = pick({"", "", "acq.", "rel.", "acq_rel."});
    return fmt::format("rmw.atom.{}{}.sc0{}.{}", order, scope(), order.empty() ? "" : semantics(""),
                       operation);
  }
  std::string atomicLoad() {
    if (!vulkan_) {
      return fmt::format("ld.{}.{}", pick({"acquire", "relaxed"}), scope());
    }
    return chance(50) ? fmt::format("ld.atom.acq.{}.sc0{}", scope(), semantics(".semvis"))
                      : fmt::format("ld.atom.{}.sc0", scope());
  }
  std::string atomicStore() {
    if (!vulkan_) {
      return fmt::format("st.{}.{}", pick({"release", "relaxed"}), scope());
    }
    return chance(60) ? fmt::format("st.atom.rel.{}.sc0{}", scope(), semantics(".semav"))
                      : fmt::format("st.atom.{}.sc0", scope());
  }
  std::string fence(std::string_view order) {
    return vulkan_ ? fmt::format("membar.acq_rel.{}{}", scope(), semantics(".semav.semvis"))
                   : fmt::format("fence.{}.{}", order, scope());
  }

  void access() {
    switch (below(8)) {
      case 0:
      case 1:
        line("{} x, {}", !vulkan_ ? "st.weak" : chance(70) ? "st.av.dv.sc0" : "st.sc0", 1 + below(2));
        return;
      case 2:
        line("{} r, x", !vulkan_ ? "ld.weak" : chance(70) ? "ld.vis.dv.sc0" : "ld.sc0");
        return;
      case 3:
      case 4:
        line("{}", fence(pick({"sc", "acq_rel", "acq_rel"})));
        return;
      default:
        return;
    }
  }

  void ask() {
    switch (below(8)) {
      case 0:
      case 1:
        line("{} v, f, 0", update("add"));
        return;
      case 2:
        line("{} v, f, 0", update("xor"));
        return;
      case 3: {
        const auto value = below(2);
        vulkan_ ? line("{} v, f, 0", update("or")) : line("{} v, f, {}, {}", update("cas"), value, value);
        return;
      }
      default:
        line("{} v, f", atomicLoad());
        return;
    }
  }

  void besides() {
    switch (below(10)) {
      case 0:
        line("add n, n, 1");
        return;
      case 1:
        line("bge d, 4, K");
        line("mul d, d, 2");
        line("K:");
        return;
      case 2:
        line("mov i, 0");
        line("D: bge i, d, K");
        line("add i, i, 1");
        line("goto D");
        line("K:");
        return;
      case 3:
        if (chance(30)) {
          line("{}", fence("acq_rel"));
        }
        return;
      default:
        return;
    }
  }

  void wait() {
    if (chance(15)) {
      ask();
      line("beq v, 1, E");
    }
    line("L:");
    ask();
    const auto kind = below(4);
    if (kind == 0) {
      line("bge n, v, J");
      access();
      line("mov n, v");
      line("J: bne n, {}, L", wanted());
    } else if (kind == 1) {
      line("beq v, {}, E", wanted());
      line("add i, i, 1");
      line("blt i, {}, L", 1 + below(3));
      line("mov r, 9");
    } else {
      line("beq v, {}, E", wanted());
      besides();
      line("goto L");
    }
    line("E:");
  }

  void signals() {
    const auto signal = [&](std::uint64_t value) {
      if (chance(30)) {
        line("{} v, f, {}", update("exch"), value);
      } else if (chance(20)) {
        line("{} v, f, 1", update("add"));
      } else {
        line("{} f, {}", atomicStore(), value);
      }
    };
    signal(1);
    if (chance(35)) {
      access();
      signal(2);
    }
  }

  void give() {
    if (chance(50)) {
      line("{} v, l, 0", update("exch"));
    } else if (chance(90)) {
      line("{} l, 0", atomicStore());
    }
  }

  void lock() {
    const std::string take =
        vulkan_ || chance(75) ? update("exch") + " v, l, 1" : update("cas") + " v, l, 0, 1";
    if (chance(30)) {
      column_.push_back(take);
      line("beq v, 0, E");
    }
    const bool tries = chance(40);
    line("L:");
    column_.push_back(take);
    line(tries ? "bne v, 0, J" : "beq v, 0, E");
    if (tries) {
      access();
      give();
      line("mov n, 1");
      line("J: beq n, 0, L");
      line("E:");
      return;
    }
    besides();
    line("goto L");
    line("E:");
    access();
    give();
  }

  bool vulkan_;
  bool narrow_;  ///< scopes differ, and groups are shared
  std::vector<std::string> column_;
};

}  // namespace

std::string randomWait(std::uint64_t seed) {
  switch (seed % 6) {
    case 0:
    case 1:
      return WaitsInColumns(seed, seed % 6 == 1).text(seed);
    case 2:
      return WaitsInC(seed, false).text(seed);
    default:
      return WaitsInC(seed, true).text(seed);
  }
}

}  // namespace hrfcheck
