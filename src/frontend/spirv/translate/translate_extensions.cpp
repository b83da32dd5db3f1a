// OpExtInst: which set and which function, and those that are not of each component by itself.

#include <algorithm>

#include "frontend/spirv/translate/entry_translator.h"
#include "frontend/spirv/translate/function_names.h"

namespace hrfcheck::frontend::spirv {

using lowlevel::number;
using lowlevel::numberFrom;

/// What is said to debuggers does nothing.
bool EntryTranslator::extension() {
  if (here_->op != spv::Op::OpExtInst) {
    return false;
  }
  const auto set = module().imports.find(operand(0));
  const std::string name = set == module().imports.end() ? "" : set->second;
  if (name.starts_with("NonSemantic.") || name.find("DebugInfo") != std::string::npos) {
    return true;
  }
  const bool glsl = name == "GLSL.std.450";
  if (!glsl && name != "OpenCL.std") {
    refuse("instructions of '" + name + "' are not supported");
  }
  const auto function = glsl ? functionOfGlsl(operand(1)) : functionOfOpenCl(operand(1));
  if (!function) {
    defineOpen(2);
    return true;
  }
  if (*function <= StdFunction::Upsample) {
    wordFunction(*function);
  } else if (*function <= StdFunction::Refract) {
    geometric(*function);
  } else if (*function <= StdFunction::UnpackSnorm2) {
    packing(*function);
  } else if (*function <= StdFunction::Sincos) {
    twoResults(*function);
  } else {
    vectorAccess(*function);
  }
  return true;
}

/// Each component by itself; an operand of one number is one for all.
void EntryTranslator::wordFunction(StdFunction function) {
  std::vector<Numbers> operands;
  for (std::size_t i = 2; i < operandCount(); ++i) {
    operands.push_back(value(operand(i)));
  }
  const std::uint64_t count = resultType().words;
  const unsigned bits = wordBits(here_->type);
  const bool ofFloats = function <= StdFunction::Hypot;
  Numbers results;
  for (std::uint64_t i = 0; i < count; ++i) {
    Numbers parts;
    for (const Numbers& numbers : operands) {
      if (numbers.size() != 1 && numbers.size() != count) {
        refuse("its operands are not of its type");
      }
      parts.push_back(kept(numbers[numbers.size() == 1 ? 0 : i]));
    }
    if (parts.empty()) {
      refuse("an operand is missing");
    }
    parts.resize(std::max<std::size_t>(parts.size(), 3), parts.back());
    if (ofFloats && std::ranges::any_of(parts, [&](const NumberPtr& p) { return p->bits != bits; })) {
      results.push_back(notComputed(bits, parts));
      continue;
    }
    const NumberPtr result =
        ofFloats ? floatFunction(function, parts, bits) : integerFunction(function, parts, bits);
    results.push_back(result == nullptr ? notComputed(bits, parts) : result);
  }
  define(std::move(results));
}

void EntryTranslator::geometric(StdFunction function) {
  const Numbers a = value(operand(2));
  const Numbers b = operandCount() > 3 ? value(operand(3)) : Numbers{};
  const std::size_t n = a.size();
  const bool ofTwo = function != StdFunction::Length && function != StdFunction::Normalize;
  if (n == 0 || (ofTwo && b.size() != n) || (function == StdFunction::Cross && n < 3)) {
    refuse("its operands are not of its type");
  }
  const unsigned bits = a.front()->bits;
  const auto add = [&](const NumberPtr& x, const NumberPtr& y) {
    return floating(NumberOp::FloatAdd, bits, {x, y}, true);
  };
  const auto multiply = [&](const NumberPtr& x, const NumberPtr& y) {
    return floating(NumberOp::FloatMul, bits, {x, y}, true);
  };
  const auto length = [&](const Numbers& v) {
    return kept(floating(NumberOp::FloatSqrt, bits, {dotOf(v, v, 0, 0, v.size())}, true));
  };
  Numbers result;
  switch (function) {
    case StdFunction::Length:
      result = {length(a)};
      break;
    case StdFunction::Distance: {
      Numbers apart;
      for (std::size_t i = 0; i < n; ++i) {
        apart.push_back(kept(add(a[i], negated(b[i]))));
      }
      result = {length(apart)};
      break;
    }
    case StdFunction::Normalize: {
      const NumberPtr size = length(a);
      for (const NumberPtr& one : a) {
        result.push_back(floating(NumberOp::FloatDiv, bits, {one, size}, true));
      }
      break;
    }
    case StdFunction::Cross:
      for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3;
        const std::size_t k = (i + 2) % 3;
        result.push_back(add(multiply(a[j], b[k]), negated(multiply(a[k], b[j]))));
      }
      if (n == 4) {
        result.push_back(literal(0, bits));
      }
      break;
    case StdFunction::FaceForward: {  // N, I, Nref
      const Numbers reference = value(operand(4));
      const NumberPtr faces =
          floatCompared(NumberOp::FloatLt, dotOf(reference, b, 0, 0, n), literal(0, bits));
      for (const NumberPtr& one : a) {
        result.push_back(lowlevel::selected(faces, one, negated(one)));
      }
      break;
    }
    case StdFunction::Reflect: {  // I - 2 * dot(N, I) * N
      const NumberPtr twice = kept(multiply(floatLiteral(2, bits), dotOf(b, a, 0, 0, n)));
      for (std::size_t i = 0; i < n; ++i) {
        result.push_back(add(a[i], negated(multiply(twice, b[i]))));
      }
      break;
    }
    default: {  // Refract: I, N, eta
      const NumberPtr eta = word(operand(4));
      const NumberPtr dot = dotOf(b, a, 0, 0, n);
      const NumberPtr one = floatLiteral(1, bits);
      const NumberPtr rest = multiply(multiply(eta, eta), add(one, negated(multiply(dot, dot))));
      const NumberPtr k = kept(add(one, negated(rest)));
      const NumberPtr factor = kept(add(multiply(eta, dot), floating(NumberOp::FloatSqrt, bits, {k}, true)));
      const NumberPtr none = floatCompared(NumberOp::FloatLt, k, literal(0, bits));
      for (std::size_t i = 0; i < n; ++i) {
        const NumberPtr bent = add(multiply(eta, a[i]), negated(multiply(factor, b[i])));
        result.push_back(lowlevel::selected(none, literal(0, bits), bent));
      }
      break;
    }
  }
  define(std::move(result));
}

void EntryTranslator::packing(StdFunction function) {
  const Numbers from = value(operand(2));
  struct Row {
    StdFunction function;
    unsigned lanes;
    bool isSigned;
    bool unpacks;
  };
  constexpr auto kRows = std::to_array<Row>({{StdFunction::PackUnorm4, 4, false, false},
                                             {StdFunction::PackSnorm4, 4, true, false},
                                             {StdFunction::PackUnorm2, 2, false, false},
                                             {StdFunction::PackSnorm2, 2, true, false},
                                             {StdFunction::UnpackUnorm4, 4, false, true},
                                             {StdFunction::UnpackSnorm4, 4, true, true},
                                             {StdFunction::UnpackUnorm2, 2, false, true},
                                             {StdFunction::UnpackSnorm2, 2, true, true}});
  Numbers result;
  const auto joined = [](const Numbers& lanes, unsigned width, unsigned bits) {
    NumberPtr made = literal(0, bits);
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      made = number(
          NumberOp::Or, bits,
          {made, number(NumberOp::Shl, bits, {lowlevel::resized(lanes[i], bits), literal(i * width, bits)})});
    }
    return made;
  };
  const auto lane = [&](const NumberPtr& all, unsigned i, unsigned width) {
    return lowlevel::resized(number(NumberOp::ShrUnsigned, all->bits, {all, literal(i * width, all->bits)}),
                             width);
  };
  const auto* const row = std::ranges::find(kRows, function, &Row::function);
  if (row == kRows.end()) {
    switch (function) {
      case StdFunction::PackHalf:
        for (const NumberPtr& one : from) {
          result.push_back(numberFrom(NumberOp::FloatOfFloat, 32, 16, {one}));
        }
        define({joined(result, 16, 32)});
        return;
      case StdFunction::UnpackHalf:
        define({numberFrom(NumberOp::FloatOfFloat, 16, 32, {lane(from.at(0), 0, 16)}),
                numberFrom(NumberOp::FloatOfFloat, 16, 32, {lane(from.at(0), 1, 16)})});
        return;
      case StdFunction::PackDouble:
        define({joined(from, 32, 64)});
        return;
      default:
        define({lane(from.at(0), 0, 32), lane(from.at(0), 1, 32)});
        return;
    }
  }
  const unsigned width = 32 / row->lanes;
  const double scale = static_cast<double>(lowlevel::lowBits(row->isSigned ? width - 1 : width));
  const NumberPtr least = floatLiteral(row->isSigned ? -1 : 0, 32);
  const NumberPtr one = floatLiteral(1, 32);
  if (!row->unpacks) {
    for (const NumberPtr& component : from) {
      const NumberPtr clamped =
          floating(NumberOp::FloatMin, 32, {floating(NumberOp::FloatMax, 32, {component, least}), one});
      const NumberPtr scaled = floating(NumberOp::FloatMul, 32, {clamped, floatLiteral(scale, 32)});
      const NumberPtr whole = floating(NumberOp::FloatRoundEven, 32, {scaled}, true);
      result.push_back(lowlevel::resized(numberFrom(NumberOp::FloatToSigned, 32, 32, {whole}), width));
    }
    define({joined(result, width, 32)});
    return;
  }
  for (unsigned i = 0; i < row->lanes; ++i) {
    const NumberPtr integer = lane(from.at(0), i, width);
    const NumberPtr wide =
        row->isSigned ? lowlevel::signExtended(integer, width, 32) : lowlevel::resized(integer, 32);
    const NumberPtr converted = numberFrom(NumberOp::FloatOfSigned, 32, 32, {wide});
    const NumberPtr scaled = floating(NumberOp::FloatDiv, 32, {converted, floatLiteral(scale, 32)}, true);
    result.push_back(row->isSigned ? floating(NumberOp::FloatMax, 32, {scaled, least}) : scaled);
  }
  define(std::move(result));
}

/// A struct of two values, or a value and one behind a pointer.
void EntryTranslator::twoResults(StdFunction function) {
  Numbers first;
  Numbers second;
  for (const NumberPtr& x : value(operand(2))) {
    const unsigned bits = x->bits;
    const NumberPtr whole = floating(
        function == StdFunction::FractTo ? NumberOp::FloatRoundDown : NumberOp::FloatRoundZero, bits, {x});
    if (function == StdFunction::Sincos) {
      first.push_back(floating(NumberOp::FloatSin, bits, {x}, true));
      second.push_back(floating(NumberOp::FloatCos, bits, {x}, true));
      continue;
    }
    const NumberPtr rest = floating(NumberOp::FloatAdd, bits, {x, negated(whole)});
    first.push_back(
        function == StdFunction::FractTo ? rest : lowlevel::selected(isInfinite(x), literal(0, bits), rest));
    second.push_back(whole);
  }
  if (function == StdFunction::ModfStruct) {
    first.insert(first.end(), second.begin(), second.end());
    define(std::move(first));
    return;
  }
  for (NumberPtr& one : second) {
    one = kept(one);
  }
  storeTo(operand(3), second);
  define(std::move(first));
}

/// vloadn, vstoren and their kin: so many elements that need be no vector.
void EntryTranslator::vectorAccess(StdFunction function) {
  if (function == StdFunction::Nothing) {
    if (here_->result != kNoId && resultType().isWord()) {
      defineOne(literal(0, wordBits(here_->type)));
    }
    return;
  }
  const bool stores = function == StdFunction::StoreVector || function == StdFunction::StoreHalf;
  const bool half = function == StdFunction::LoadHalf || function == StdFunction::StoreHalf;
  const Numbers data = stores ? value(operand(2)) : Numbers{};
  const Id pointer = operand(stores ? 4 : 3);
  const std::uint64_t count = stores ? data.size() : resultType().words;
  const unsigned bits = wordBits(stores ? typeIdOf(operand(2)) : here_->type);
  const unsigned bytes = half ? 2 : bits / 8;
  const NumberPtr offset = wordAs(operand(stores ? 3 : 2), 64);
  const NumberPtr base = kept(number(
      NumberOp::Add, 64, {word(pointer), number(NumberOp::Mul, 64, {offset, literal(count * bytes, 64)})}));
  Numbers loaded;
  for (std::uint64_t i = 0; i < count; ++i) {
    lowlevel::Access access;
    access.space = spaceOf(pointer);
    access.address = offsetBy(base, i * bytes);
    access.bytes = bytes;
    access.isFloat = half || typeOf(pointer).shape == Shape::Float;
    if (stores) {
      access.writes = true;
      access.values = {half ? numberFrom(NumberOp::FloatOfFloat, bits, 16, {data[i]}) : data[i]};
    } else {
      access.reads = true;
      const std::uint32_t reg = newRegister(bytes * 8);
      access.targets = {reg};
      const NumberPtr read = lowlevel::registerNumber(reg, bytes * 8);
      loaded.push_back(half ? numberFrom(NumberOp::FloatOfFloat, 16, bits, {read}) : read);
    }
    emit(std::move(access));
  }
  if (!stores) {
    define(std::move(loaded));
  }
}

}  // namespace hrfcheck::frontend::spirv
