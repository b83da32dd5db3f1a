#include "modules/random_code.h"

namespace hrfcheck::modules {
namespace {

struct Pool {
  char kind;
  const char* type;
  unsigned known;  ///< the first so many depend on nothing that is read
  unsigned all;
};
constexpr Pool kPools[] = {{'r', "b32", 3, 7}, {'d', "b64", 2, 4}, {'h', "b16", 2, 4},
                           {'f', "f32", 2, 4}, {'g', "f64", 2, 4}, {'p', "pred", 2, 5}};

const Pool& poolOf(char kind) {
  for (const Pool& pool : kPools) {
    if (pool.kind == kind) {
      return pool;
    }
  }
  return kPools[0];
}

constexpr std::uint32_t kFloats[] = {
    0x0000'0000, 0x8000'0000, 0x3f80'0000, 0xbfc0'0000, 0x4048'f5c3, 0x7f80'0000, 0x4f00'0000, 0xcf80'0000,
    0x3dcc'cccd, 0x0040'0000, 0x7f7f'ffff, 0x42c8'8000, 0xc310'0000, 0x5f00'0000, 0x7fff'ffff, 0x3f00'0000};
constexpr std::uint64_t kDoubles[] = {
    0x0000'0000'0000'0000, 0x8000'0000'0000'0000, 0x3ff0'0000'0000'0000, 0xbff8'0000'0000'0000,
    0x4009'21fb'5444'2d18, 0xfff0'0000'0000'0000, 0x41e0'0000'0000'0000, 0xc1f0'0000'0000'0000,
    0x3fb9'9999'9999'999a, 0x000f'ffff'0000'0000, 0x47ef'ffff'f000'0000, 0x4059'1000'0000'0000,
    0xc3e0'0000'0000'0000, 0x43f0'0000'0000'0000, 0x3fe0'0000'0000'0000, 0x7fff'ffff'ffff'ffff};

}  // namespace

unsigned widthOf(const std::string& type) {
  return static_cast<unsigned>(std::stoul(type.substr(1)));
}

char registersOf(unsigned bits) {
  return bits == 16 ? 'h' : bits == 32 ? 'r' : 'd';
}

void RandomCode::declareRegisters() {
  for (const Pool& pool : kPools) {
    lines_.push_back(Text{".reg .{} %{}<{}>;", pool.type, pool.kind, pool.all + 1});
  }
  lines_.push_back(".reg .b32 %x<4>;");
  lines_.push_back(".reg .b32 %c<4>;");
  lines_.push_back(".reg .pred %q<4>;");
  lines_.push_back(".reg .b64 %y<4>;");
  lines_.push_back(".reg .b64 %a<8>;");
  lines_.push_back(".reg .b16 %t<2>;");
}

void RandomCode::initialize() {
  for (const Pool& pool : kPools) {
    for (unsigned i = 0; i <= pool.all; ++i) {
      if (pool.kind == 'r' && i < 3) {
        continue;  // ids
      }
      const std::string name = Text{"%{}{}", pool.kind, i};
      if (pool.kind == 'p') {
        lines_.push_back(
            Text{"setp.{}.u32 {}, %r0, {};", random_.of({"eq", "lt", "ne"}), name, random_.below(3)});
      } else if (pool.kind == 'f' || pool.kind == 'g') {
        lines_.push_back(Text{"mov.{} {}, {};", pool.type, name, immediate(pool.kind == 'f' ? 132 : 164)});
      } else {
        lines_.push_back(Text{"mov.{} {}, {};", pool.type, name, immediate(widthOf(pool.type))});
      }
    }
  }
}

/// 132 and 164 are floats.
std::string RandomCode::immediate(unsigned bits) {
  if (bits == 132) {
    return Text{"0f{:08X}", kFloats[random_.below(std::size(kFloats))]};
  }
  if (bits == 164) {
    return Text{"0d{:016X}", kDoubles[random_.below(std::size(kDoubles))]};
  }
  if (random_.percent(60)) {
    return std::to_string(random_.below(6));
  }
  if (random_.percent(30)) {
    return Text{"-{}", 1 + random_.below(5)};
  }
  if (bits == 64 && random_.percent(20)) {  // what hrfcheck's own addresses look like
    return Text{"{:#x}", (std::uint64_t{1} << 48) + random_.below(6)};
  }
  std::uint64_t word = random_.word() >> random_.below(64);
  word = bits >= 64 ? word : word & ((std::uint64_t{1} << bits) - 1);
  return random_.percent(30) ? Text{"{:#x}", std::uint64_t{1} << (bits - 1)} : Text{"{:#x}", word};
}

std::string RandomCode::target(char kind, bool known) {
  const Pool& pool = poolOf(kind);
  return Text{"%{}{}", kind,
              known ? random_.below(pool.known) : pool.known + random_.below(pool.all - pool.known)};
}

std::string RandomCode::source(char kind, bool known) {
  return target(kind, known || random_.percent(30));
}

std::string RandomCode::sourceOrNumber(char kind, bool known) {
  if (random_.percent(25)) {
    return immediate(kind == 'f' ? 132 : kind == 'g' ? 164 : widthOf(poolOf(kind).type));
  }
  return source(kind, known);
}

/// With a guard, now and then.
void RandomCode::line(const std::string& text, bool known) {
  if (random_.percent(10)) {
    lines_.push_back(Text{"@{}{} {}", random_.percent(30) ? "!" : "", source('p', known), text});
  } else {
    lines_.push_back(text);
  }
}

void RandomCode::computation(bool known) {
  switch (random_.below(14)) {
    case 0:
    case 1:
    case 2:
      return integers(known);
    case 3:
      return division(known);
    case 4:
      return carries(known);
    case 5:
    case 6:
      return bits(known);
    case 7:
    case 8:
      return conversion(known);
    case 9:
      return floatConversion(known);
    case 10:
    case 11:
      return floats(known);
    case 12:
      return moves(known);
    default:
      return random_.percent(50) ? setPredicate(known) : predicates(known);
  }
}

void RandomCode::integers(bool known) {
  const std::string type = random_.of({"u16", "s16", "u32", "s32", "u64", "s64", "u32", "s32"});
  const unsigned width = widthOf(type);
  const char k = registersOf(width);
  const auto s = [&] { return sourceOrNumber(k, known); };
  // Of 64 bits that are read the reader makes no high half.
  const char* high = width == 64 && !known ? "lo" : "hi";
  switch (random_.below(7)) {
    case 0:
      return line(Text{"{}.{} {}, {}, {};", random_.of({"add", "sub", "min", "max"}), type, target(k, known),
                       source(k, known), s()},
                  known);
    case 1:
      return line(Text{"mul.{}.{} {}, {}, {};", random_.of({"lo", high}), type, target(k, known),
                       source(k, known), s()},
                  known);
    case 2:
      return line(Text{"{}.{} {}, {}, {}, {};",
                       random_.of({"mad.lo", width == 64 && !known ? "mad.lo" : "mad.hi", "sad"}), type,
                       target(k, known), source(k, known), s(), s()},
                  known);
    case 3:
      if (width < 64) {
        const char wide = registersOf(width * 2);
        if (random_.percent(50)) {
          return line(Text{"mul.wide.{} {}, {}, {};", type, target(wide, known), source(k, known), s()},
                      known);
        }
        return line(Text{"mad.wide.{} {}, {}, {}, {};", type, target(wide, known), source(k, known), s(),
                         source(wide, known)},
                    known);
      }
      [[fallthrough]];
    case 4:
      return line(
          Text{"{}.s{} {}, {};", random_.of({"abs", "neg"}), width, target(k, known), source(k, known)},
          known);
    case 5:
      return line(Text{"{}.sat.s32 {}, {}, {};", random_.of({"add", "sub"}), target('r', known),
                       source('r', known), sourceOrNumber('r', known)},
                  known);
    default: {
      const std::string shift = random_.of({"shl.b", "shr.u", "shr.s", "shr.b"});
      return line(Text{"{}{} {}, {}, {};", shift, width, target(k, known), source(k, known),
                       random_.percent(60) ? std::to_string(random_.below(70)) : source('r', known)},
                  known);
    }
  }
}

/// By what is not 0, and not -1.
void RandomCode::division(bool known) {
  const std::string type = random_.of({"u16", "s16", "u32", "s32", "u64", "s64"});
  const unsigned width = widthOf(type);
  const char k = registersOf(width);
  const std::string by = width == 16 ? "%t0" : width == 32 ? "%x0" : "%y0";
  const std::string most = width == 16 ? "0x7fff" : width == 32 ? "0x7fffffff" : "0x7fffffffffffffff";
  lines_.push_back(Text{"or.b{0} {1}, {2}, 1; and.b{0} {1}, {1}, {3}; {4}.{5} {6}, {7}, {1};", width, by,
                        source(k, known), most, random_.of({"div", "rem"}), type, target(k, known),
                        source(k, known)});
}

void RandomCode::carries(bool known) {
  const unsigned width = random_.percent(60) ? 32 : 64;
  const char k = registersOf(width);
  const auto s = [&] { return source(k, known); };
  const std::string type = random_.of({"u", "s"}) + std::to_string(width);
  if ((width == 32 || known) && random_.percent(30)) {
    lines_.push_back(Text{
        "mad.lo.cc.{0} {1}, {2}, {3}, {4}; madc.hi{5}.{0} {6}, {7}, {8}, {9}; addc.{0} {10}, {11}, 0;", type,
        target(k, known), s(), s(), s(), ".cc", target(k, known), s(), s(), s(), target(k, known), s()});
    return;
  }
  const std::string op = random_.of({"add", "sub"});
  lines_.push_back(Text{"{0}.cc.{1} {2}, {3}, {4}; {0}c.cc.{1} {5}, {6}, {7}; {0}c.{1} {8}, {9}, 0;", op,
                        type, target(k, known), s(), s(), target(k, known), s(), s(), target(k, known), s()});
}

void RandomCode::bits(bool known) {
  const unsigned width = random_.percent(60) ? 32 : 64;
  const char k = registersOf(width);
  const auto s = [&] { return source(k, known); };
  const auto word = [&] { return sourceOrNumber('r', known); };
  const auto count = [&] {
    return random_.percent(60) ? std::to_string(random_.below(random_.percent(80) ? 70 : 300))
                               : source('r', known);
  };
  switch (random_.below(10)) {
    case 0: {
      const unsigned any = random_.of(std::vector<unsigned>{16, 32, 64});
      const char a = registersOf(any);
      return line(Text{"{}.b{} {}, {}, {};", random_.of({"and", "or", "xor"}), any, target(a, known),
                       source(a, known), sourceOrNumber(a, known)},
                  known);
    }
    case 1:
      return line(Text{"{}.b{} {}, {};", random_.of({"not", "cnot", "brev"}), width, target(k, known), s()},
                  known);
    case 2:
      return line(Text{"{}.b{} {}, {};", random_.of({"popc", "clz"}), width, target('r', known), s()}, known);
    case 3:
      return line(Text{"bfind{}.{}{} {}, {};", random_.of({"", ".shiftamt"}), random_.of({"u", "s"}), width,
                       target('r', known), s()},
                  known);
    case 4:
      return line(Text{"bfe.{}{} {}, {}, {}, {};", random_.of({"u", "s"}), width, target(k, known), s(),
                       count(), count()},
                  known);
    case 5:
      return line(Text{"bfi.b{} {}, {}, {}, {}, {};", width, target(k, known), s(), s(), count(), count()},
                  known);
    case 6:
      return line(Text{"bmsk.{}.b32 {}, {}, {};", random_.of({"clamp", "wrap"}), target('r', known), count(),
                       count()},
                  known);
    case 7:
      return line(Text{"lop3.b32 {}, {}, {}, {}, {:#x};", target('r', known), word(), word(), word(),
                       random_.below(256)},
                  known);
    case 8:
      return line(Text{"prmt.b32 {}, {}, {}, {};", target('r', known), word(), word(),
                       random_.percent(70) ? Text{"{:#x}", random_.below(0x10000)} : source('r', known)},
                  known);
    default:
      return line(Text{"shf.{}.{}.b32 {}, {}, {}, {};", random_.of({"l", "r"}), random_.of({"clamp", "wrap"}),
                       target('r', known), word(), word(), count()},
                  known);
  }
}

/// Registers may be wider than what they are converted from and to (ISA, 9.4.1).
std::string RandomCode::registerAtLeast(unsigned bits, bool known, bool isTarget) {
  std::vector<unsigned> widths = {16, 32, 64};
  std::erase_if(widths, [&](unsigned width) { return width < bits; });
  const char kind = registersOf(random_.of(widths));
  return isTarget ? target(kind, known) : source(kind, known);
}

}  // namespace hrfcheck::modules
