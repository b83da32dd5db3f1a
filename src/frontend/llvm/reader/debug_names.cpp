#include "frontend/llvm/reader/debug_names.h"

#include <algorithm>

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace hrfcheck::frontend::llvm::reader {
namespace {

constexpr std::uint64_t kBitsOfByte = 8;
constexpr std::size_t kMostTypes = 100'000;

/// Behind `const`, `volatile`, typedefs.
const ir::DIType* plain(const ir::DIType* type) {
  for (unsigned depth = 0; depth < 100; ++depth) {
    const auto* derived = ir::dyn_cast_or_null<ir::DIDerivedType>(type);
    if (derived == nullptr) {
      return type;
    }
    switch (derived->getTag()) {
      case ir::dwarf::DW_TAG_typedef:
      case ir::dwarf::DW_TAG_const_type:
      case ir::dwarf::DW_TAG_volatile_type:
      case ir::dwarf::DW_TAG_restrict_type:
      case ir::dwarf::DW_TAG_atomic_type:
        type = derived->getBaseType();
        break;
      default:
        return type;
    }
  }
  return nullptr;
}

bool isPointer(const ir::DIType* type) {
  const auto* derived = ir::dyn_cast_or_null<ir::DIDerivedType>(type);
  return derived != nullptr && (derived->getTag() == ir::dwarf::DW_TAG_pointer_type ||
                                derived->getTag() == ir::dwarf::DW_TAG_reference_type ||
                                derived->getTag() == ir::dwarf::DW_TAG_rvalue_reference_type);
}

std::optional<lowlevel::ElementType> elementOf(const ir::DIBasicType& type) {
  const std::uint64_t bytes = type.getSizeInBits() / kBitsOfByte;
  if (bytes == 0 || bytes > 8 || (bytes & (bytes - 1)) != 0) {
    return std::nullopt;
  }
  const auto encoding = type.getEncoding();
  return lowlevel::ElementType{
      static_cast<unsigned>(bytes), encoding == ir::dwarf::DW_ATE_float,
      encoding == ir::dwarf::DW_ATE_signed || encoding == ir::dwarf::DW_ATE_signed_char};
}

}  // namespace

std::uint32_t DebugNames::add(CompiledType type) {
  types_.push_back(std::move(type));
  return static_cast<std::uint32_t>(types_.size() - 1);
}

std::optional<std::uint32_t> DebugNames::typeOf(const ir::DIType* type) {
  type = plain(type);
  if (type == nullptr || types_.size() >= kMostTypes) {
    return std::nullopt;
  }
  const auto [known, fresh] = known_.emplace(type, std::nullopt);  // meanwhile: of itself, nothing is known
  if (fresh) {
    const auto made = make(type);
    known_[type] = made;
    return made;
  }
  return known->second;
}

std::optional<std::uint32_t> DebugNames::make(const ir::DIType* type) {
  CompiledType made;
  made.bytes = type->getSizeInBits() / kBitsOfByte;
  if (const auto* basic = ir::dyn_cast<ir::DIBasicType>(type)) {
    made.element = elementOf(*basic);
    return made.element ? std::optional(add(std::move(made))) : std::nullopt;
  }
  if (isPointer(type)) {
    made.bytes = made.bytes == 0 ? 8 : made.bytes;
    made.element =
        lowlevel::ElementType{static_cast<unsigned>(std::min<std::uint64_t>(made.bytes, 8)), false, false};
    made.pointer = true;
    return add(std::move(made));
  }
  const auto* composite = ir::dyn_cast<ir::DICompositeType>(type);
  if (composite == nullptr || made.bytes > (std::uint64_t{1} << 31)) {
    return std::nullopt;
  }
  if (composite->isForwardDecl()) {  // bytes: images and other things that OpenCL C does not say more of
    made.bytes = 1;
    made.element = lowlevel::ElementType{1, false, false};
    return add(std::move(made));
  }
  if (composite->getTag() == ir::dwarf::DW_TAG_enumeration_type) {
    const auto base = typeOf(composite->getBaseType());
    if (base) {
      return base;
    }
    made.element = lowlevel::ElementType{static_cast<unsigned>(std::clamp<std::uint64_t>(made.bytes, 1, 8)),
                                         false, false};
    return add(std::move(made));
  }
  if (composite->getTag() == ir::dwarf::DW_TAG_array_type) {
    auto of = typeOf(composite->getBaseType());
    const auto elements = composite->getElements();
    for (std::size_t i = elements.size(); of && i-- > 0;) {
      const auto* range = ir::dyn_cast<ir::DISubrange>(elements[i]);
      const auto* count =
          range == nullptr ? nullptr : ir::dyn_cast_or_null<ir::ConstantInt*>(range->getCount());
      if (range == nullptr) {
        return std::nullopt;
      }
      CompiledType row;
      row.bytes = types_[*of].bytes *
                  (count == nullptr ? 0 : (*range->getCount().dyn_cast<ir::ConstantInt*>()).getZExtValue());
      if (row.bytes > (std::uint64_t{1} << 31)) {
        return std::nullopt;
      }
      row.of = of;
      of = add(std::move(row));
    }
    return of;
  }
  if (composite->getTag() == ir::dwarf::DW_TAG_structure_type ||
      composite->getTag() == ir::dwarf::DW_TAG_class_type) {
    for (const ir::DINode* node : composite->getElements()) {
      const auto* member = ir::dyn_cast<ir::DIDerivedType>(node);
      const bool field = member != nullptr && member->getTag() == ir::dwarf::DW_TAG_member;
      const bool base = member != nullptr && member->getTag() == ir::dwarf::DW_TAG_inheritance;
      if ((!field && !base) || member->isStaticMember() || member->isBitField()) {
        continue;
      }
      const auto of = typeOf(member->getBaseType());
      if (of && member->getOffsetInBits() / kBitsOfByte <= made.bytes) {
        made.fields.push_back(
            {base ? "" : member->getName().str(), member->getOffsetInBits() / kBitsOfByte, *of});
      }
    }
  }
  return add(std::move(made));
}

DebugNames::Named DebugNames::named(const ir::DIVariable& variable) {
  Named result{variable.getName().str(), typeOf(variable.getType())};
  const ir::DIType* type = plain(variable.getType());
  if (isPointer(type)) {
    result.pointsTo = typeOf(ir::cast<ir::DIDerivedType>(type)->getBaseType());
  }
  return result;
}

std::vector<DebugNames::Named> DebugNames::parametersOf(const ir::Function& function) {
  std::vector<Named> result(function.arg_size());
  for (const ir::Argument& argument : function.args()) {
    result[argument.getArgNo()].name = argument.getName().str();
  }
  const ir::DISubprogram* own = function.getSubprogram();
  if (own == nullptr) {
    return result;
  }
  std::map<unsigned, const ir::DILocalVariable*> declared;  // by their numbers, from 1
  const auto look = [&](const ir::DILocalVariable* variable, const ir::DILocation* at) {
    if (variable != nullptr && variable->getArg() != 0 && variable->getScope() == own &&
        (at == nullptr || at->getInlinedAt() == nullptr)) {
      declared.emplace(variable->getArg(), variable);
    }
  };
  for (const ir::Instruction& instruction : ir::instructions(function)) {
    for (const ir::DbgRecord& record : instruction.getDbgRecordRange()) {
      if (const auto* said = ir::dyn_cast<ir::DbgVariableRecord>(&record)) {
        look(said->getVariable(), said->getDebugLoc().get());
      }
    }
    if (const auto* said = ir::dyn_cast<ir::DbgVariableIntrinsic>(&instruction)) {
      look(said->getVariable(), said->getDebugLoc().get());
    }
  }
  for (const ir::DINode* node : own->getRetainedNodes()) {
    look(ir::dyn_cast<ir::DILocalVariable>(node), nullptr);
  }
  // Where the numbers are not those of arguments (a struct in pieces), names are not known.
  if (!declared.empty() && declared.rbegin()->first <= function.arg_size()) {
    for (const auto& [number, variable] : declared) {
      result[number - 1] = named(*variable);
    }
  }
  return result;
}

std::optional<DebugNames::Named> DebugNames::variableOf(const ir::GlobalVariable& variable) {
  ir::SmallVector<ir::DIGlobalVariableExpression*, 1> known;
  variable.getDebugInfo(known);
  if (known.empty()) {
    return std::nullopt;
  }
  return named(*known.front()->getVariable());
}

}  // namespace hrfcheck::frontend::llvm::reader
