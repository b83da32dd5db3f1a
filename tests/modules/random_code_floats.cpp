#include "modules/random_code.h"

namespace hrfcheck::modules {
namespace {

/// ISA, `cvt`: `.sat` stands where the result could be too large for its type, and only there.
bool maySaturate(const std::string& to, const std::string& from) {
  const bool holds =
      to[0] == from[0] ? widthOf(to) >= widthOf(from) : to[0] == 's' && widthOf(to) > widthOf(from);
  return !holds;
}

}  // namespace

void RandomCode::conversion(bool known) {
  const std::string to = random_.of({"u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64"});
  const std::string from = random_.of({"u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64"});
  const bool saturates = maySaturate(to, from) && random_.percent(40);
  line(Text{"cvt{}.{}.{} {}, {};", saturates ? ".sat" : "", to, from,
            registerAtLeast(widthOf(to), known, true), registerAtLeast(widthOf(from), known, false)},
       known);
}

void RandomCode::floatConversion(bool known) {
  const bool single = random_.percent(60);
  const char k = single ? 'f' : 'g';
  const char* type = single ? "f32" : "f64";
  switch (random_.below(4)) {
    case 0: {
      const std::string from = random_.of({"u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64"});
      return line(Text{"cvt.rn.{}.{} {}, {};", type, from, target(k, known),
                       registerAtLeast(widthOf(from), known, false)},
                  known);
    }
    case 1: {
      const std::string to = random_.of({"u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64"});
      return line(Text{"cvt.{}{}.{}.{} {}, {};", random_.of({"rni", "rzi", "rmi", "rpi"}),
                       random_.of({"", "", ".sat"}), to, type, registerAtLeast(widthOf(to), known, true),
                       source(k, known)},
                  known);
    }
    case 2:
      return line(random_.percent(50) ? Text{"cvt.rn{}.f32.f64 {}, {};", random_.of({"", ".sat"}),
                                             target('f', known), source('g', known)}
                                      : Text{"cvt.f64.f32 {}, {};", target('g', known), source('f', known)},
                  known);
    default:
      return line(Text{"cvt.{}.{}.{} {}, {};", random_.of({"rni", "rzi", "rmi", "rpi", "rni.sat"}), type,
                       type, target(k, known), source(k, known)},
                  known);
  }
}

void RandomCode::floats(bool known) {
  const bool single = random_.percent(60);
  const char k = single ? 'f' : 'g';
  const std::string type = single ? "f32" : "f64";
  const auto s = [&] { return random_.percent(25) ? immediate(single ? 132 : 164) : source(k, known); };
  const char* saturates = single && random_.percent(15) ? ".sat" : "";
  switch (random_.below(7)) {
    case 0:
    case 1:
      return line(Text{"{}{}{}.{} {}, {}, {};", random_.of({"add", "sub", "mul"}), random_.of({"", ".rn"}),
                       saturates, type, target(k, known), s(), s()},
                  known);
    case 2:
      return line(Text{"{}.{} {}, {}, {};", random_.of({"min", "max"}), type, target(k, known), s(), s()},
                  known);
    case 3:
      return line(Text{"{}.{} {}, {};", random_.of({"neg", "abs"}), type, target(k, known), source(k, known)},
                  known);
    case 4:
      // What is read goes into no fused sum of 64 bits and no root: the reader refuses them.
      if (single || known) {
        return line(Text{"fma.rn{}.{} {}, {}, {}, {};", saturates, type, target(k, known), s(), s(), s()},
                    known);
      }
      [[fallthrough]];
    case 5:
      if (known && random_.percent(40)) {
        return line(Text{"sqrt.rn.{} {}, {};", type, target(k, known), source(k, known)}, known);
      }
      return line(Text{"div.rn.{} {}, {}, {};", type, target(k, known), s(), s()}, known);
    default:
      return line(random_.percent(50) ? Text{"rcp.rn.{} {}, {};", type, target(k, known), source(k, known)}
                                      : Text{"copysign.{} {}, {}, {};", type, target(k, known), s(), s()},
                  known);
  }
}

void RandomCode::setPredicate(bool known) {
  const bool ofFloats = random_.percent(35);
  const std::string type = ofFloats ? random_.of({"f32", "f64"})
                                    : random_.of({"u16", "s16", "u32", "s32", "u64", "s64", "b32", "b64"});
  const std::string op = ofFloats ? random_.of({"eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu",
                                                "leu", "gtu", "geu", "num", "nan"})
                         : type[0] == 'b' ? random_.of({"eq", "ne"})
                         : type[0] == 'u'
                             ? random_.of({"eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs"})
                             : random_.of({"eq", "ne", "lt", "le", "gt", "ge"});
  const char k = type == "f32" ? 'f' : type == "f64" ? 'g' : registersOf(widthOf(type));
  const bool joins = random_.percent(30);
  const bool pair = random_.percent(20);
  std::string p = target('p', known);
  const std::string q = target('p', known);
  if (pair && p != q) {
    p += "|" + q;
  }
  lines_.push_back(Text{"setp.{}{}.{} {}, {}, {}{};", op, joins ? random_.of({".and", ".or", ".xor"}) : "",
                        type, p, source(k, known), sourceOrNumber(k, known),
                        joins ? Text{", {}{}", random_.of({"", "!"}), source('p', known)} : Text{""}});
}

void RandomCode::predicates(bool known) {
  const auto p = [&] { return source('p', known); };
  switch (random_.below(4)) {
    case 0:
      return line(Text{"{}.pred {}, {}, {};", random_.of({"and", "or", "xor"}), target('p', known), p(), p()},
                  known);
    case 1:
      return line(Text{"{}.pred {}, {};", random_.of({"not", "mov"}), target('p', known), p()}, known);
    case 2: {
      const std::string type = random_.of({"b16", "u16", "b32", "s32", "u64", "b64", "f32", "f64"});
      const char k = type == "f32" ? 'f' : type == "f64" ? 'g' : registersOf(widthOf(type));
      return line(Text{"selp.{} {}, {}, {}, {};", type, target(k, known), source(k, known),
                       sourceOrNumber(k, known), p()},
                  known);
    }
    default:
      if (random_.percent(30)) {
        return line(Text{"slct.u64.s32 {}, {}, {}, {};", target('d', known), source('d', known),
                         source('d', known), source('r', known)},
                    known);
      }
      return line(
          Text{"set.{}.{}.{} {}, {}, {};", random_.of({"lt", "eq", "ge"}), random_.of({"u32", "s32"}),
               random_.of({"s32", "u32"}), target('r', known), source('r', known), source('r', known)},
          known);
  }
}

void RandomCode::moves(bool known) {
  const auto t = [&](char k) { return target(k, known); };
  const auto s = [&](char k) { return source(k, known); };
  std::string a = t('r');
  std::string b = t('r');
  switch (random_.below(7)) {
    case 0:
      return line(Text{"mov.b32 {}, {};", t('r'), s('f')}, known);
    case 1:
      return line(Text{"mov.b32 {}, {};", t('f'), s('r')}, known);
    case 2:
      return line(random_.percent(50) ? Text{"mov.b64 {}, {};", t('d'), s('g')}
                                      : Text{"mov.b64 {}, {};", t('g'), s('d')},
                  known);
    case 3:
      if (a == b) {
        return line(Text{"mov.u32 {}, {};", a, immediate(32)}, known);
      }
      return line(Text{"mov.b64 {{{}, {}}}, {};", a, b, s('d')}, known);
    case 4:
      return line(Text{"mov.b64 {}, {{{}, {}}};", t('d'), s('r'), s('r')}, known);
    case 5:
      a = t('h');
      b = t('h');
      return line(a == b ? Text{"mov.u16 {}, {};", a, s('h')} : Text{"mov.b32 {{{}, {}}}, {};", a, b, s('r')},
                  known);
    default:
      return line(random_.percent(50)
                      ? Text{"mov.b32 {}, {{{}, {}}};", t('r'), s('h'), s('h')}
                      : Text{"mov.b64 {}, {{{}, {}, {}, {}}};", t('d'), s('h'), s('h'), s('h'), s('h')},
                  known);
  }
}

void RandomCode::fold() {
  for (unsigned i = 0; i < 7; ++i) {
    lines_.push_back(Text{"mad.lo.u32 %r7, %r7, 3, %r{};", i});
  }
  for (unsigned i = 0; i < 4; ++i) {
    lines_.push_back(Text{"mad.lo.u64 %d4, %d4, 5, %d{};", i});
    lines_.push_back(Text{"cvt.u32.u16 %x0, %h{}; mad.lo.u32 %r7, %r7, 3, %x0;", i});
    lines_.push_back(Text{"mov.b32 %x0, %f{}; mad.lo.u32 %r7, %r7, 3, %x0;", i});
    lines_.push_back(Text{"mov.b64 %y0, %g{}; mad.lo.u64 %d4, %d4, 5, %y0;", i});
  }
  for (unsigned i = 0; i < 5; ++i) {
    lines_.push_back(Text{"selp.u32 %x0, 1, 2, %p{}; mad.lo.u32 %r7, %r7, 3, %x0;", i});
  }
}

}  // namespace hrfcheck::modules
