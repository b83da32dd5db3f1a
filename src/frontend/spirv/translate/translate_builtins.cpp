// Built-in numbers (SPIR-V, 3.21): variables of the input that each thread begins with.

#include <algorithm>

#include "frontend/spirv/translate/entry_translator.h"

namespace hrfcheck::frontend::spirv {
namespace {

using lowlevel::number;
using B = lowlevel::BuiltIn;

}  // namespace

NumberPtr EntryTranslator::builtIn(B which, unsigned bits) {
  return std::make_shared<const lowlevel::Number>(
      lowlevel::Number{.op = NumberOp::BuiltIn,
                       .bits = static_cast<std::uint8_t>(bits),
                       .index = static_cast<std::uint32_t>(which)});
}

NumberPtr EntryTranslator::builtInAt(B first, unsigned dimension) {
  return builtIn(static_cast<B>(static_cast<unsigned>(first) + dimension));
}

NumberPtr EntryTranslator::globalId(unsigned dimension) {
  return number(
      NumberOp::Add, 32,
      {number(NumberOp::Mul, 32, {builtInAt(B::GroupX, dimension), builtInAt(B::ItemsX, dimension)}),
       builtInAt(B::ItemX, dimension)});
}

namespace {

/// x + sizeX * (y + sizeY * z)
NumberPtr linearNumber(const NumberPtr& x, const NumberPtr& y, const NumberPtr& z, const NumberPtr& sizeX,
                       const NumberPtr& sizeY) {
  const NumberPtr yz = number(NumberOp::Add, 32, {y, number(NumberOp::Mul, 32, {sizeY, z})});
  return number(NumberOp::Add, 32, {x, number(NumberOp::Mul, 32, {sizeX, yz})});
}

}  // namespace

NumberPtr EntryTranslator::localIndex() {
  return linearNumber(builtIn(B::ItemX), builtIn(B::ItemY), builtIn(B::ItemZ), builtIn(B::ItemsX),
                      builtIn(B::ItemsY));
}

NumberPtr EntryTranslator::globalSize(unsigned dimension) {
  return number(NumberOp::Mul, 32, {builtInAt(B::GroupsX, dimension), builtInAt(B::ItemsX, dimension)});
}

/// A word of 32 lanes of one of the masks; higher words belong to lanes that no sub-group here has.
NumberPtr EntryTranslator::lanesMask(spv::BuiltIn which, unsigned word) {
  if (word > 0) {
    return literal(0, 32);
  }
  const NumberPtr below = builtIn(B::LanesBelow, 64);
  const NumberPtr upTo = builtIn(B::LanesUpTo, 64);
  const NumberPtr all =
      number(NumberOp::Sub, 64,
             {number(NumberOp::Shl, 64, {literal(1, 64), lowlevel::resized(builtIn(B::LanesOfWarp), 64)}),
              literal(1, 64)});
  const auto without = [&](const NumberPtr& some) {
    return number(NumberOp::And, 64, {all, number(NumberOp::Not, 64, {some})});
  };
  const NumberPtr mask = which == spv::BuiltIn::SubgroupEqMask   ? builtIn(B::LanesEqual, 64)
                         : which == spv::BuiltIn::SubgroupGeMask ? without(below)
                         : which == spv::BuiltIn::SubgroupGtMask ? without(upTo)
                         : which == spv::BuiltIn::SubgroupLeMask ? upTo
                                                                 : below;
  return lowlevel::resized(mask, 32);
}

/// Nothing for those that a launch does not say. An invocation of a stage of a graphics pipeline is a thread
/// of a launch: a vertex with its number, a fragment of the pixel where the thread stands.
std::optional<Numbers> EntryTranslator::builtInNumbers(spv::BuiltIn which, const ValueType& type) {
  const auto three = [&](auto&& of) {
    Numbers numbers;
    for (unsigned d = 0; d < type.words; ++d) {
      numbers.push_back(d < 3 ? of(d) : literal(0, 32));
    }
    return std::optional(std::move(numbers));
  };
  const auto one = [](NumberPtr value) { return std::optional(Numbers{std::move(value)}); };
  switch (which) {
    case spv::BuiltIn::GlobalInvocationId:
      return three([](unsigned d) { return globalId(d); });
    case spv::BuiltIn::LocalInvocationId:
      return three([](unsigned d) { return builtInAt(B::ItemX, d); });
    case spv::BuiltIn::WorkgroupId:
      return three([](unsigned d) { return builtInAt(B::GroupX, d); });
    case spv::BuiltIn::WorkgroupSize:
    case spv::BuiltIn::EnqueuedWorkgroupSize:
      return three([](unsigned d) { return builtInAt(B::ItemsX, d); });
    case spv::BuiltIn::NumWorkgroups:
      return three([](unsigned d) { return builtInAt(B::GroupsX, d); });
    case spv::BuiltIn::GlobalSize:
      return three([](unsigned d) { return globalSize(d); });
    case spv::BuiltIn::GlobalOffset:
      return three([](unsigned) { return literal(0, 32); });
    case spv::BuiltIn::LocalInvocationIndex:
      return one(localIndex());
    case spv::BuiltIn::GlobalLinearId:
      return one(linearNumber(globalId(0), globalId(1), globalId(2), globalSize(0), globalSize(1)));
    case spv::BuiltIn::SubgroupId:
      return one(builtIn(B::Warp));
    case spv::BuiltIn::SubgroupLocalInvocationId:
      return one(builtIn(B::Lane));
    case spv::BuiltIn::SubgroupSize:  // OpenCL: the last one of a work-group may have fewer
      return one(isOpenCl() ? laneCount() : builtIn(B::LanesOfWarp));
    case spv::BuiltIn::SubgroupMaxSize:
      return one(builtIn(B::LanesOfWarp));
    case spv::BuiltIn::NumSubgroups:
    case spv::BuiltIn::NumEnqueuedSubgroups:
      return one(builtIn(B::Warps));
    case spv::BuiltIn::SubgroupEqMask:
    case spv::BuiltIn::SubgroupGeMask:
    case spv::BuiltIn::SubgroupGtMask:
    case spv::BuiltIn::SubgroupLeMask:
    case spv::BuiltIn::SubgroupLtMask:
      return [&] {
        Numbers numbers;
        for (unsigned word = 0; word < type.words; ++word) {
          numbers.push_back(lanesMask(which, word));
        }
        return std::optional(std::move(numbers));
      }();
    case spv::BuiltIn::WorkDim:
      return one(builtIn(B::Dimensions));
    case spv::BuiltIn::DeviceIndex:
    case spv::BuiltIn::ViewIndex:
    case spv::BuiltIn::DrawIndex:
    case spv::BuiltIn::BaseVertex:
    case spv::BuiltIn::BaseInstance:
      return one(literal(0, 32));
    case spv::BuiltIn::VertexIndex:
    case spv::BuiltIn::VertexId:
      return one(globalId(0));
    case spv::BuiltIn::InstanceIndex:
    case spv::BuiltIn::InstanceId:
      return one(globalId(1));
    case spv::BuiltIn::FragCoord: {
      Numbers numbers;
      for (unsigned d = 0; d < type.words; ++d) {
        const NumberPtr pixel = lowlevel::numberFrom(NumberOp::FloatOfUnsigned, 32, 32, {globalId(d)});
        numbers.push_back(d < 2 ? floating(NumberOp::FloatAdd, 32, {pixel, floatLiteral(0.5, 32)})
                                : undefined(32));
      }
      return numbers;
    }
    case spv::BuiltIn::HelperInvocation:
      return one(literal(0, 1));
    default:
      return std::nullopt;
  }
}

/// Numbers that the launch says are written to their variables first; variables of one invocation that have
/// initializers get them.
void EntryTranslator::builtIns() {
  for (const Id variable : in_.inputs) {
    const Decoration* decoration = module().decoration(variable, spv::Decoration::BuiltIn);
    const Id type = in_.types.pointee(typeIdOf(variable));
    if (decoration == nullptr || decoration->operands.empty()) {
      continue;
    }
    auto numbers = builtInNumbers(static_cast<spv::BuiltIn>(decoration->operands[0]), in_.types.of(type));
    if (!numbers || numbers->size() != in_.types.of(type).words) {
      continue;
    }
    const unsigned bits = wordBits(type);
    for (NumberPtr& one : *numbers) {
      one = lowlevel::resized(one, bits);
    }
    storeTo(variable, *numbers);
  }
  for (const Id variable : in_.outputs) {
    const Instruction* declared = module().global(variable);
    if (declared != nullptr && declared->operands.size() > 1) {
      try {
        const Numbers initial = value(declared->operands[1]);
        storeTo(variable, initial);
      } catch (const NotRead& why) {
        emit(lowlevel::Refused{why.message});
      }
    }
  }
}

}  // namespace hrfcheck::frontend::spirv
