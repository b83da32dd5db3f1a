#include "frontend/spirv/translate/header_inputs.h"

#include <fmt/format.h>

namespace hrfcheck::frontend::spirv {
namespace {

/// The numbers of a value of a type, in order; one where a vector is expected is each of its components.
class InputNumbers {
 public:
  InputNumbers(ValueTypes& types, std::vector<std::string>& numbers) : types_(types), numbers_(numbers) {}

  void add(const Laid& laid, const InputValue& value, unsigned depth = 0) {
    constexpr unsigned kDeepestInput = 32;
    const ValueType type = types_.of(laid.type);
    if (numbers_.size() > ValueTypes::kMostWords || depth > kDeepestInput) {
      return;
    }
    if (type.isWord()) {
      numbers_.push_back(std::to_string(value.number.value_or(0)));
      return;
    }
    const std::uint64_t parts =
        type.shape == Shape::RuntimeArray ? value.parts.size() : std::uint64_t{type.partCount()};
    static const InputValue kZero{0, {}, {}, false};
    for (std::uint64_t i = 0; i < parts && numbers_.size() <= ValueTypes::kMostWords; ++i) {
      const InputValue& part = value.number ? value : i < value.parts.size() ? value.parts[i] : kZero;
      add(types_.part(laid, type.shape == Shape::Struct ? static_cast<std::uint32_t>(i) : 0).laid, part,
          depth + 1);
    }
  }

 private:
  ValueTypes& types_;
  std::vector<std::string>& numbers_;
};

/// How many elements the array has that a value of a type ends in.
std::uint64_t elementsOfTail(ValueTypes& types, const Laid& laid, const InputValue& value) {
  const bool array = types.of(laid.type).shape == Shape::RuntimeArray;
  const InputValue* last = array ? &value : value.parts.empty() ? nullptr : &value.parts.back();
  return last == nullptr ? 1 : std::max<std::uint64_t>(1, last->parts.size());
}

}  // namespace

std::string initLinesOf(const Header& header, const Module& module, ValueTypes& types,
                        const std::function<std::optional<Id>(std::string_view)>& idOf,
                        const std::function<std::string(Id)>& nameOf, const std::function<Id(Id)>& typeOf) {
  std::string lines;
  for (const InputLine& input : header.inputs) {
    const std::optional<Id> id = idOf(input.name);
    if (!id) {
      continue;
    }
    const ValueType& type = types.of(typeOf(*id));
    const bool variable = module.global(*id) != nullptr;
    std::vector<std::string> numbers;
    std::string count;
    if (type.shape != Shape::Pointer) {
      InputNumbers(types, numbers).add({typeOf(*id)}, input.value);
    } else if (variable) {
      const Laid laid{type.parts[0]};
      InputNumbers(types, numbers).add(laid, input.value);
      if (types.tail(laid)) {
        count = fmt::format("[{}]", elementsOfTail(types, laid, input.value));
      }
    } else {
      const Laid element{type.parts[0]};
      const std::vector<InputValue> whole = input.value.number ? std::vector{input.value} : input.value.parts;
      for (const InputValue& one : whole) {
        InputNumbers(types, numbers).add(element, one);
      }
      count = fmt::format("[{}]", std::max<std::size_t>(1, whole.size()));
    }
    const bool list = !count.empty() || numbers.size() > 1;
    lines += fmt::format("//# init {}{} = {}{}{}\n", nameOf(*id), count, list ? "{" : "",
                         fmt::join(numbers, ", "), list ? "}" : "");
  }
  return lines;
}

}  // namespace hrfcheck::frontend::spirv
