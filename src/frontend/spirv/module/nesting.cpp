#include "frontend/spirv/module/nesting.h"

#include <fmt/format.h>

#include <algorithm>
#include <spirv/unified1/spirv.hpp11>

namespace hrfcheck::frontend::spirv {

void Nesting::take(const ParsedInstruction& in) {
  const std::uint32_t number = instructions_++;
  if (in.result == 0 || found_) {
    return;
  }
  const Size size = sizeOf(in);
  if (size.depth > kDeepest) {
    found_ = {number, fmt::format("types and constants nested more than {} deep are not read", kDeepest)};
  } else if (size.parts > kMostParts) {
    found_ = {number,
              fmt::format("types and constants of more than {} parts, nested ones included, are not read",
                          kMostParts)};
  } else if (size.parts > 1) {
    sizes_[in.result] = size;
  }
}

Nesting::Size Nesting::sizeOf(const ParsedInstruction& in) const {
  Size size;
  switch (static_cast<spv::Op>(in.opcode)) {
    case spv::Op::OpTypeVector:
    case spv::Op::OpTypeMatrix:
    case spv::Op::OpTypeArray:
    case spv::Op::OpTypeRuntimeArray:
      if (!in.operands.empty()) {
        add(size, in.operands[0]);
      }
      break;
    case spv::Op::OpTypePointer:
      if (in.operands.size() > 1) {
        add(size, in.operands[1]);
      }
      break;
    case spv::Op::OpTypeStruct:
    case spv::Op::OpTypeFunction:
    case spv::Op::OpConstantComposite:
    case spv::Op::OpSpecConstantComposite:
    case spv::Op::OpSpecConstantOp:  // its literals may be taken for ids of constants: it is then too large
                                     // rather than too small
      std::ranges::for_each(in.operands, [&](std::uint32_t id) { add(size, id); });
      break;
    default:
      break;
  }
  return size;
}

void Nesting::add(Size& size, std::uint32_t id) const {
  const auto known = sizes_.find(id);
  const Size part = known == sizes_.end() ? Size{} : known->second;
  size.parts = std::min(size.parts + part.parts, kMostParts + 1);
  size.depth = std::max(size.depth, part.depth + 1);
}

}  // namespace hrfcheck::frontend::spirv
