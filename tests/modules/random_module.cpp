#include "modules/random_module.h"

#include <fmt/format.h>

#include <algorithm>

#include "modules/random_code.h"

namespace hrfcheck::modules {
namespace {

/// Bytes that any thread accesses at any time, always whole unless accesses are in several sizes.
struct Cell {
  std::string address;  ///< "%a0+4", "gv+8"
  const char* space;    ///< ".global", ".shared", or none
  unsigned bytes;
};

class Writer {
 public:
  explicit Writer(std::uint64_t seed) : random_(seed), code_(random_, module_.lines) {}

  RandomModule run() {
    module_.launch.blocks = random_.percent(60) ? 1 : 2;
    module_.launch.items =
        module_.launch.blocks == 2 ? 1 + random_.below(2) : 2 + random_.below(random_.percent(25) ? 3 : 2);
    signedUpdates_ = random_.percent(50);
    mixed_ = random_.percent(30);
    accesses_ = module_.launch.threads() > 3 ? 2 : module_.launch.threads() > 2 ? 3 : 4;
    for (const char* head : {".version 8.3", ".target sm_90", ".address_size 64"}) {
      add(head);
    }
    variables();
    const bool calls = random_.percent(30);
    if (calls) {
      function();
    }
    add(".visible .entry k(.param .u64 out, .param .u64 mix, .param .u64 tab, .param .u64 in, .param .u64 res, .param .u32 n)");
    add("{");
    code_.declareRegisters();
    add(".local .align 8 .b8 depot[16];");
    head();
    const unsigned phases = random_.percent(40) ? 2 : 1;
    for (unsigned phase = 0; phase < phases; ++phase) {
      if (phase > 0) {
        barrier();
      }
      const unsigned items = 3 + random_.below(6);
      if (random_.percent(40)) {
        shared();
      }
      for (unsigned i = 0; i < items; ++i) {
        item(0, false, calls);
      }
      if (!exited_ && random_.percent(25)) {
        rounds(calls);
      }
    }
    tail();
    add("}");
    return std::move(module_);
  }

 private:
  void add(const std::string& text) { module_.lines.push_back(text); }
  std::string label() { return Text{"L{}", labels_++}; }

  std::vector<std::uint8_t> bytes(unsigned size, bool zero) {
    std::vector<std::uint8_t> result;
    for (unsigned i = 0; i < size; ++i) {
      result.push_back(zero || random_.percent(70)
                           ? 0
                           : static_cast<std::uint8_t>(random_.below(random_.percent(50) ? 3 : 256)));
    }
    return result;
  }

  void variables() {
    auto& objects = module_.launch.objects;
    const bool zero = random_.percent(30);
    objects["out"] = bytes(16, zero);
    objects["mix"] = bytes(8 * module_.launch.threads(), zero);
    tabWidth_ = random_.of(std::vector<unsigned>{1, 2, 4, 8});
    objects["tab"] = bytes(tabWidth_ * (random_.percent(70) ? 4 : 3), false);
    objects["in"] = bytes(16, false);
    objects["res"] = bytes(16 * module_.launch.threads(), true);
    module_.launch.numbers["n"] = random_.below(4);
    add(".global .align 8 .b8 gv[16] = {1, 0, 0, 0, 2};");
    add(".const .align 8 .b8 cv[8] = {1, 2, 3, 255, 128, 0, 7, 9};");
    add(".shared .align 8 .b8 sh[16];");
    add(Text{".global .align 4 .b8 gr[{}];", 4 * module_.launch.threads()});
    add(Text{".shared .align 8 .b8 smix[{}];", 8 * module_.launch.items});
    cellsOf("%a0", ".global", "%a0");
    cellsOf("gv", ".global", "gv");
    cellsOf("sh", ".shared", "%a6");
    while (cells_.size() > 2) {
      cells_.erase(cells_.begin() + random_.below(cells_.size()));
    }
  }

  /// Cells of one object lie side by side.
  /// @param generic its generic address
  void cellsOf(const std::string& object, const char* space, const std::string& generic) {
    unsigned at = 0;
    for (unsigned i = 0; i < 2; ++i) {
      const unsigned size = random_.of(std::vector<unsigned>{1, 2, 4, 4, 4, 8, 8});
      at = (at + size - 1) / size * size;
      const bool asGeneric = random_.percent(25);
      cells_.push_back({Text{"{}+{}", asGeneric ? generic : object, at}, asGeneric ? "" : space, size});
      at += size;
    }
  }

  void function() {
    add(".func (.param .b32 back, .param .b64 more) f(.param .b32 pa, .param .b64 pb)");
    add("{");
    code_.declareRegisters();
    add("mov.u32 %r0, 1;");
    add("mov.u32 %r1, 2;");
    add("mov.u32 %r2, 3;");
    code_.initialize();
    add("ld.param.u32 %r3, [pa];");
    add("ld.param.u64 %d2, [pb];");
    add("st.param.b32 [back], %r3;");
    add("st.param.b64 [more], %d2;");
    const unsigned items = 1 + random_.below(4);
    for (unsigned i = 0; i < items; ++i) {
      code_.computation(false);
      if (random_.percent(20)) {
        add(Text{"@{} ret;", code_.source('p', false)});
      }
    }
    add(Text{"st.param.b32 [back], {};", code_.target('r', false)});
    add(Text{"st.param.b64 [more], {};", code_.target('d', false)});
    add("ret;");
    add("}");
  }

  void call() {
    const unsigned number = labels_++;
    add(Text{".param .b32 qa{};", number});
    add(Text{".param .b64 qb{};", number});
    add(Text{".param .b32 va{};", number});
    add(Text{".param .b64 vb{};", number});
    add(Text{"st.param.b32 [qa{}], {};", number, code_.source('r', false)});
    add(Text{"st.param.b64 [qb{}], {};", number, code_.source('d', false)});
    add(Text{"call.uni (va{0}, vb{0}), f, (qa{0}, qb{0});", number});
    add(Text{"ld.param.b32 {}, [va{}];", code_.target('r', false), number});
    add(Text{"ld.param.b64 {}, [vb{}];", code_.target('d', false), number});
  }

  void head() {
    add("ld.param.u64 %a0, [out];");
    add("ld.param.u64 %a1, [mix];");
    add("ld.param.u64 %a2, [tab];");
    add("ld.param.u64 %a3, [in];");
    add("ld.param.u64 %a4, [res];");
    add("mov.u32 %r0, %tid.x;");
    add("mov.u32 %r1, %ctaid.x;");
    add("mov.u32 %x0, %ntid.x; mad.lo.u32 %r2, %r1, %x0, %r0;");
    code_.initialize();
    add("mul.wide.u32 %y0, %r2, 16; add.s64 %a4, %a4, %y0;");
    add("mul.wide.u32 %y0, %r2, 8; add.s64 %a1, %a1, %y0;");
    add("mul.wide.u32 %y0, %r0, 8; mov.u64 %a5, smix; add.s64 %a5, %a5, %y0;");
    add("mov.u64 %a6, sh; cvta.shared.u64 %a6, %a6;");
    add("mov.u64 %a7, depot; st.local.v2.u64 [%a7], {0, 0};");
    add("cvta.local.u64 %a7, %a7;");
    add("ld.param.u32 %x3, [n];");
    add("mov.u32 %x2, %r0;");  // whose part of mix a thread has, after barriers
  }

  void tail() {
    const std::string end = label();
    code_.fold();
    add("st.global.u32 [%a4], %r7;");
    add("st.global.u64 [%a4+8], %d4;");
    add(end + ":");
    add("ret;");
  }

  /// Everybody's part is the next one's; or nobody writes it any more.
  void barrier() {
    accessed_ = false;
    add(random_.of({"bar.sync 0;", "barrier.sync 0;", "barrier.cta.sync 1;", "bar.sync %x3;"}));
    if (random_.percent(30)) {
      add(Text{"bar.red.{}.pred {}, 0, {};", random_.of({"and", "or"}), code_.target('p', false),
               code_.source('p', false)});
    } else if (random_.percent(20)) {
      add(Text{"bar.red.popc.u32 {}, 0, {};", code_.target('r', false), code_.source('p', false)});
    }
    const unsigned items = module_.launch.items;
    // (%r0 and %r1 may hold something else by now.)
    add(Text{"mov.u32 %x2, %tid.x; add.u32 %x2, %x2, 1; rem.u32 %x2, %x2, {};", items});
    add("mul.wide.u32 %y0, %x2, 8; mov.u64 %a5, smix; add.s64 %a5, %a5, %y0;");
    add(Text{
        "mov.u32 %x1, %ctaid.x; mad.lo.u32 %x1, %x1, {}, %x2; mul.wide.u32 %y0, %x1, 8; ld.param.u64 %a1, [mix]; add.s64 %a1, %a1, %y0;",
        items});
  }

  /// @param unknown whether a thread comes here depends on what is read
  void item(unsigned depth, bool unknown, bool calls) {
    const unsigned roll = random_.below(100);
    if (roll < 30) {
      code_.computation(!unknown && random_.percent(40));
    } else if (roll < 62) {
      shared();
    } else if (roll < 72) {
      own();
    } else if (roll < 76) {
      code_.setPredicate(false);
    } else if (roll < 84 && depth < 2) {
      block(depth, unknown, calls);
    } else if (roll < 88 && depth < 2) {
      loop(depth, unknown, calls);
    } else if (roll < 91 && depth == 0 && !exited_) {
      if (accessed_ || random_.percent(30)) {
        lanesThatRead();
      } else {
        lanes();
      }
    } else if (roll < 93) {
      add(random_.of({"fence.acq_rel.gpu;", "membar.cta;", "fence.sc.sys;", "membar.gl;"}));
    } else if (roll < 95 && calls) {
      call();
    } else if (roll < 97) {
      readOnly();
    } else if (depth == 0 && random_.percent(50)) {
      exited_ = true;
      add(Text{"@{}{} exit;", random_.percent(30) ? "!" : "", code_.source('p', false)});
    } else {
      code_.computation(false);
    }
  }

  void block(unsigned depth, bool unknown, bool calls) {
    const bool known = random_.percent(40);
    const std::string end = label();
    const std::string other = label();
    const bool twoWays = random_.percent(40);
    add(Text{"@{}{} bra{} {};", random_.percent(50) ? "!" : "", code_.target('p', known),
             random_.of({"", ".uni"}), twoWays ? other : end});
    const auto some = [&] {
      const unsigned items = 1 + random_.below(3);
      for (unsigned i = 0; i < items; ++i) {
        item(depth + 1, unknown || !known, calls);
      }
    };
    some();
    if (twoWays) {
      add(Text{"bra {};", end});
      add(other + ":");
      some();
    }
    add(end + ":");
  }

  void loop(unsigned depth, bool unknown, bool calls) {
    if (accesses_ == 0 || random_.percent(50)) {
      const unsigned saved = accesses_;
      accesses_ = 0;
      const std::string begin = label();
      add(Text{"mov.u32 %c{}, 0;", depth});
      add(begin + ":");
      const unsigned items = 1 + random_.below(3);
      for (unsigned i = 0; i < items; ++i) {
        item(depth + 1, unknown, calls);
      }
      if (depth == 0 && !exited_ && random_.percent(25)) {
        lanesThatRead();
      }
      add(Text{"add.u32 %c{0}, %c{0}, 1; setp.lt.u32 %q{0}, %c{0}, {1};", depth,
               random_.percent(40) ? "%x3" : std::to_string(1 + random_.below(3))});
      add(Text{"@%q{} bra {};", depth, begin});
      accesses_ = saved;
    } else {
      shared();
    }
  }

  /// An access that others may notice.
  void shared() {
    if (accesses_ == 0) {
      code_.computation(false);
      return;
    }
    --accesses_;
    accessed_ = true;
    if (random_.percent(18)) {
      table();
      return;
    }
    const Cell& cell = random_.of(cells_);
    if (mixed_ && cell.bytes >= 4 && random_.percent(40)) {
      part(cell);
    } else {
      access(cell.space, cell.address, cell.bytes, true);
    }
  }

  /// A half of what others access whole.
  void part(const Cell& cell) {
    const std::size_t plus = cell.address.find('+');
    const unsigned offset =
        plus == std::string::npos ? 0 : static_cast<unsigned>(std::stoul(cell.address.substr(plus + 1)));
    const unsigned half = cell.bytes / 2;
    access(cell.space, Text{"{}+{}", cell.address.substr(0, plus), offset + (random_.percent(50) ? half : 0)},
           half, true);
  }

  /// @param atomics with orders, too: where nobody accesses a part of the bytes
  void access(const std::string& space, const std::string& address, unsigned size, bool atomics) {
    const unsigned bits = size * 8;
    const char kind = registersOf(bits == 8 ? 16 : bits);
    const std::string scope = random_.of({"cta", "gpu", "sys"});
    if (atomics && bits >= 32 && random_.percent(40)) {
      update(space, address, bits, kind, scope);
      return;
    }
    const bool loads = random_.percent(45);
    const std::string order = !atomics || random_.percent(50) ? ""
                              : random_.percent(20)           ? ".volatile"
                                                              : (random_.percent(50) ? ".relaxed."
                                                                 : loads             ? ".acquire."
                                                                                     : ".release.") +
                                                          scope;
    const bool floats = bits >= 32 && random_.percent(20);
    const std::string type =
        floats ? (bits == 32 ? "f32" : "f64") : random_.of({"u", "s", "b"}) + std::to_string(bits);
    const char held = floats ? (bits == 32 ? 'f' : 'g') : bits == 8 && random_.percent(50) ? 'r' : kind;
    code_.line(loads ? Text{"ld{}{}.{} {}, [{}];", order, space, type, code_.target(held, false), address}
                     : Text{"st{}{}.{} [{}], {};", order, space, type, address, code_.source(held, false)});
  }

  void update(const std::string& space, const std::string& address, unsigned bits, char kind,
              const std::string& scope) {
    const std::string order =
        random_.percent(30) ? ""
                            : "." + random_.of({"relaxed", "acquire", "release", "acq_rel"}) + "." + scope;
    std::string op = random_.of(
        {"exch.b", "cas.b", "add.u", "and.b", "or.b", "xor.b", "min.", "max.", "inc.u", "dec.u", "add.u"});
    const auto s = [&] {
      return random_.percent(30) ? std::to_string(random_.below(3)) : code_.source(kind, false);
    };
    if (op.back() == '.') {
      op += signedUpdates_ ? "s" : "u";
    }
    if ((op.starts_with("inc") || op.starts_with("dec")) && bits == 64) {
      op = "add.u";
    }
    const std::string operands = op.starts_with("cas") ? Text{"{}, {}", s(), s()} : s();
    if (!op.starts_with("exch") && !op.starts_with("cas") && random_.percent(40)) {
      const std::string weaker = order.starts_with(".acq") ? "" : order;
      code_.line(Text{"red{}{}.{}{} [{}], {};", weaker, space, op, bits, address, operands});
    } else {
      code_.line(Text{"atom{}{}.{}{} {}, [{}], {};", order, space, op, bits, code_.target(kind, false),
                      address, operands});
    }
  }

  /// An element of tab, by a number that may have been read.
  void table() {
    add(Text{"and.b32 %x0, {}, 3; mul.wide.u32 %y0, %x0, {}; add.s64 %y1, %a2, %y0;",
             code_.source('r', false), tabWidth_});
    if (mixed_ && tabWidth_ >= 4 && random_.percent(40)) {
      part({"%y1+0", ".global", tabWidth_});
    } else {
      access(".global", "%y1", tabWidth_, true);
    }
  }

  /// In its own part of global, shared or local memory a thread makes accesses of any size.
  void own() {
    const unsigned which = random_.below(3);
    const std::string base = which == 0 ? "%a1" : which == 1 ? "%a5" : "%a7";
    const std::string space = which == 0 ? ".global" : which == 1 ? ".shared" : "";
    const unsigned count = 1 + random_.below(3);
    for (unsigned i = 0; i < count; ++i) {
      const unsigned size = random_.of(std::vector<unsigned>{1, 2, 4, 8});
      const unsigned elements = size < 8 && random_.percent(25) ? 2 : size < 4 && random_.percent(20) ? 4 : 1;
      const unsigned at = random_.below(8 / (size * elements)) * size * elements +
                          (which == 2 && random_.percent(50) ? 8 : 0);
      if (elements == 1) {
        access(space, Text{"{}+{}", base, at}, size, false);
        continue;
      }
      const char kind = registersOf(size == 1 ? 16 : size * 8);
      std::string parts;
      for (unsigned e = 0; e < elements; ++e) {
        parts += (e > 0 ? ", " : "") + code_.target(kind, false);
      }
      add(random_.percent(50)
              ? Text{"st{}.v{}.u{} [{}+{}], {{{}}};", space, elements, size * 8, base, at, parts}
              : Text{"ld{}.v{}.{}{} {{{}}}, [{}+{}];", space, elements, random_.of({"u", "s"}), size * 8,
                     parts, base, at});
    }
  }

  void readOnly() {
    const unsigned size = random_.of(std::vector<unsigned>{1, 2, 4, 8});
    const char kind = registersOf(size == 1 ? 16 : size * 8);
    const unsigned at = random_.below(8 / size) * size;
    const std::string type = random_.of({"u", "s"}) + std::to_string(size * 8);
    add(random_.percent(50) ? Text{"ld.const.{} {}, [cv+{}];", type, code_.target(kind, false), at}
                            : Text{"ld.global{}.{} {}, [%a3+{}];", random_.of({"", ".nc"}), type,
                                   code_.target(kind, false), at});
  }

  /// They wait for each other, and models see no order in that: it is done before anything is accessed.
  void lanes() {
    const unsigned mask = random_.percent(70) ? (1U << module_.launch.items) - 1 : 0xffff'ffff;
    switch (random_.below(4)) {
      case 0:
        add(Text{"vote.sync.{}.pred {}, {}, {:#x};", random_.of({"all", "any", "uni"}),
                 code_.target('p', true), code_.source('p', true), mask});
        break;
      case 1:
        add(Text{"vote.sync.ballot.b32 {}, {}, {:#x};", code_.target('r', true), code_.source('p', true),
                 mask});
        break;
      case 2:
        add(Text{"bar.warp.sync {:#x};", mask});
        break;
      default: {
        const std::string mode = random_.of({"idx", "bfly", "up", "down"});
        const std::string target =
            Text{"{}{}", code_.target('r', true), random_.percent(50) ? "|" + code_.target('p', true) : ""};
        // Lanes that are not there give nothing: the clamp is the last one that is.
        add(Text{"shfl.sync.{}.b32 {}, {}, {}, {}, {:#x};", mode, target, code_.source('r', true),
                 random_.below(3), mode == "up" ? 0 : module_.launch.items - 1, mask});
      }
    }
  }

  /// What they have read. A barrier of the block, in one line with the exchange, orders what models see no
  /// order in.
  void lanesThatRead() {
    const unsigned mask = random_.percent(70) ? (1U << module_.launch.items) - 1 : 0xffff'ffff;
    const auto source = [&](char kind) { return code_.source(kind, false); };
    const auto target = [&](char kind) { return code_.target(kind, false); };
    std::string exchange;
    switch (random_.below(6)) {
      case 0:
        exchange = Text{"vote.sync.{}.pred {}, {}, {:#x};", random_.of({"all", "any", "uni"}), target('p'),
                        source('p'), mask};
        break;
      case 1:
        exchange = Text{"vote.sync.ballot.b32 {}, {}, {:#x};", target('r'), source('p'), mask};
        break;
      case 2:
        exchange = Text{"redux.sync.{} {}, {}, {:#x};",
                        random_.of({"add.u32", "add.s32", "min.u32", "max.u32", "min.s32", "max.s32",
                                    "and.b32", "or.b32", "xor.b32"}),
                        target('r'), source('r'), mask};
        break;
      case 3:
        exchange =
            random_.percent(50)
                ? Text{"match.any.sync.b32 {}, {}, {:#x};", target('r'), source('r'), mask}
                : Text{"match.all.sync.b64 {}|{}, {}, {:#x};", target('r'), target('p'), source('d'), mask};
        break;
      default: {
        const std::string mode = random_.of({"idx", "bfly", "up", "down"});
        const std::string to = Text{"{}{}", target('r'), random_.percent(50) ? "|" + target('p') : ""};
        const std::string lane = random_.percent(40) ? source('r') : std::to_string(random_.below(3));
        exchange = Text{"shfl.sync.{}.b32 {}, {}, {}, {}, {:#x};",   mode, to, source('r'), lane,
                        mode == "up" ? 0 : module_.launch.items - 1, mask};
      }
    }
    inOneLine(exchange);
  }

  /// A loop that lanes leave together, by what they have read. How many rounds there are, at most two, hangs
  /// on a number that threads store.
  void rounds(bool calls) {
    const std::string mask =
        Text{"{:#x}", random_.percent(70) ? (1U << module_.launch.items) - 1 : 0xffff'ffff};
    const std::string begin = label();
    const std::string end = label();
    const unsigned saved = accesses_;
    accesses_ = random_.percent(30) ? std::min(accesses_, 1U) : 0;
    add(Text{
        "mov.u32 %x0, %ctaid.x; mov.u32 %x1, %tid.x; mad.lo.u32 %x0, %x0, {}, %x1; mul.wide.u32 %y0, %x0, 4;",
        module_.launch.items});
    add("mov.u64 %y1, gr; add.s64 %y1, %y1, %y0;");
    add(Text{"and.b32 %x0, {}, 1; st.global.u32 [%y1], %x0; ld.global.u32 %c2, [%y1];",
             code_.source('r', false)});
    add(begin + ":");
    const unsigned items = 1 + random_.below(3);
    for (unsigned i = 0; i < items; ++i) {
      item(1, true, calls);
    }
    if (random_.percent(40)) {
      lanesThatRead();
    }
    if (random_.percent(40)) {
      const bool leaves = random_.percent(50);
      const std::string over = label();
      inOneLine(Text{"vote.sync.{}.pred %q3, {}, {};", random_.of({"all", "any", "uni"}),
                     code_.source('p', false), mask});
      add(Text{"@{}%q3 bra {};", random_.of({"", "!"}), leaves ? end : over});
      if (!leaves) {
        lanesThatRead();
      }
      add(over + ":");
    }
    add("add.u32 %c2, %c2, 1; setp.lt.u32 %q2, %c2, 2;");
    switch (random_.below(4)) {
      case 0:
        inOneLine(Text{"shfl.sync.idx.b32 %c2, %c2, {}, {}, {};", random_.below(module_.launch.items),
                       module_.launch.items - 1, mask});
        add("setp.lt.u32 %q2, %c2, 2;");
        break;
      case 1:
        inOneLine(Text{"vote.sync.{}.pred %q2, %q2, {};", random_.of({"all", "any"}), mask});
        break;
      case 2:
        inOneLine(Text{"vote.sync.ballot.b32 %x0, %q2, {};", mask});
        add("setp.ne.u32 %q2, %x0, 0;");
        break;
      default:
        inOneLine(Text{"redux.sync.{}.u32 %c2, %c2, {};", random_.of({"min", "max"}), mask});
        add("setp.lt.u32 %q2, %c2, 2;");
    }
    add(Text{"@%q2 bra {};", begin});
    add(end + ":");
    accesses_ = saved;
    accessed_ = true;
  }

  /// An exchange with a barrier of the block, which orders what models see no order in.
  void inOneLine(const std::string& exchange) {
    const bool before = random_.percent(50);
    add(Text{"{}{}{}", before ? "bar.sync 0; " : "", exchange, before ? "" : " bar.sync 0;"});
  }

  RandomModule module_;
  Random random_;
  RandomCode code_;
  std::vector<Cell> cells_;
  unsigned tabWidth_ = 4;
  unsigned accesses_ = 3;
  unsigned labels_ = 0;
  bool signedUpdates_ = false;
  bool mixed_ = false;  ///< bytes that threads share are accessed in several sizes
  bool exited_ = false;
  bool accessed_ = false;  ///< since the last barrier
};

}  // namespace

std::string RandomModule::text() const {
  std::string text;
  for (const std::string& line : lines) {
    text += line + "\n";
  }
  return text;
}

std::string RandomModule::launchSize() const {
  return Text{"{}x{}", launch.blocks, launch.items};
}

std::string RandomModule::init() const {
  std::string text = "rest 0";
  for (const auto& [name, bytes] : launch.objects) {
    text += Text{"; u8 {}[{}] = {{{}}}", name, bytes.size(), fmt::join(bytes, ", ")};
  }
  for (const auto& [name, number] : launch.numbers) {
    text += Text{"; {} = {}", name, number};
  }
  return text;
}

RandomModule randomModule(std::uint64_t seed) {
  return Writer(seed).run();
}

}  // namespace hrfcheck::modules
