// Composites (SPIR-V, 3.42.12), and choices between values.

#include <algorithm>

#include "frontend/spirv/translate/entry_translator.h"

namespace hrfcheck::frontend::spirv {
namespace {

constexpr std::uint32_t kNoComponent = ~std::uint32_t{0};

}  // namespace

bool EntryTranslator::composites() {
  switch (here_->op) {
    case spv::Op::OpUndef:
      values_[here_->result] = undefinedOf(here_->type);
      return true;
    case spv::Op::OpCopyObject:
    case spv::Op::OpCopyLogical:
    case spv::Op::OpExpectKHR: {
      define(value(operand(0)));
      if (const auto laid = laid_.find(operand(0)); laid != laid_.end()) {
        laid_[here_->result] = Laid(laid->second);
      }
      return true;
    }
    case spv::Op::OpCompositeConstruct: {
      Numbers numbers;
      for (std::size_t i = 0; i < operandCount(); ++i) {
        const Numbers& more = value(operand(i));
        numbers.insert(numbers.end(), more.begin(), more.end());
        if (numbers.size() > ValueTypes::kMostWords) {
          refuse("a value of too many numbers");
        }
      }
      define(std::move(numbers));
      return true;
    }
    case spv::Op::OpCompositeExtract: {
      const Numbers whole = value(operand(0));
      const auto [first, type] = placeInside(typeIdOf(operand(0)), 1);
      const std::uint64_t count = in_.types.of(type).words;
      if (first + count > whole.size()) {
        refuse("the composite does not have such a part");
      }
      define(Numbers(whole.begin() + static_cast<long>(first),
                     whole.begin() + static_cast<long>(first + count)));
      return true;
    }
    case spv::Op::OpCompositeInsert: {
      Numbers whole = value(operand(1));
      const Numbers part = value(operand(0));
      const auto [first, type] = placeInside(typeIdOf(operand(1)), 2);
      if (part.size() != in_.types.of(type).words || first + part.size() > whole.size()) {
        refuse("its operands are not of its type");
      }
      std::ranges::copy(part, whole.begin() + static_cast<long>(first));
      define(std::move(whole));
      return true;
    }
    case spv::Op::OpVectorShuffle:
      shuffle();
      return true;
    case spv::Op::OpVectorExtractDynamic:
    case spv::Op::OpVectorInsertDynamic:
      dynamicComponent(here_->op == spv::Op::OpVectorInsertDynamic);
      return true;
    case spv::Op::OpSelect:
      select();
      return true;
    default:
      return false;
  }
}

/// Where a part begins among the words of a value that literal indices lead to, and its type.
std::pair<std::uint64_t, Id> EntryTranslator::placeInside(Id type, std::size_t from) {
  std::uint64_t first = 0;
  for (std::size_t i = from; i < operandCount(); ++i) {
    const ValueType& of = in_.types.of(type);
    if (!of.isComposite() || operand(i) >= of.partCount()) {
      refuse("the composite does not have such a part");
    }
    first += in_.types.wordsBefore(of, operand(i));
    type = of.part(operand(i));
  }
  return {first, type};
}

void EntryTranslator::shuffle() {
  Numbers all = value(operand(0));
  const Numbers second = value(operand(1));
  all.insert(all.end(), second.begin(), second.end());
  Numbers numbers;
  for (std::size_t i = 2; i < operandCount(); ++i) {
    if (operand(i) == kNoComponent) {
      numbers.push_back(undefined(wordBits(here_->type)));
    } else if (operand(i) < all.size()) {
      numbers.push_back(all[operand(i)]);
    } else {
      refuse("the vectors do not have such a component");
    }
  }
  define(std::move(numbers));
}

/// Vector, for an insertion the component, index.
void EntryTranslator::dynamicComponent(bool inserts) {
  const Numbers vector = value(operand(0));
  const NumberPtr index = kept(wordAs(operand(inserts ? 2 : 1), 32));
  const auto isAt = [&](std::size_t i) {
    return lowlevel::numberFrom(NumberOp::Eq, 32, 1, {index, literal(i, 32)});
  };
  if (vector.empty()) {
    refuse();
  }
  if (!inserts) {
    NumberPtr result = vector.back();
    for (std::size_t i = vector.size() - 1; i-- > 0;) {
      result = lowlevel::selected(isAt(i), vector[i], result);
    }
    defineOne(result);
    return;
  }
  const NumberPtr component = word(operand(1));
  Numbers numbers;
  for (std::size_t i = 0; i < vector.size(); ++i) {
    numbers.push_back(lowlevel::selected(isAt(i), component, vector[i]));
  }
  define(std::move(numbers));
}

/// One condition for all, or one for each component.
void EntryTranslator::select() {
  const Numbers conditions = value(operand(0));
  const Numbers yes = value(operand(1));
  const Numbers no = value(operand(2));
  if (yes.size() != no.size() || conditions.empty() ||
      (conditions.size() != 1 && conditions.size() != yes.size())) {
    refuse("its operands are not of its type");
  }
  Numbers numbers;
  for (std::size_t i = 0; i < yes.size(); ++i) {
    numbers.push_back(lowlevel::selected(conditions[conditions.size() == 1 ? 0 : i], yes[i], no[i]));
  }
  define(std::move(numbers));
}

}  // namespace hrfcheck::frontend::spirv
