#include "frontend/spirv/module/said_numbers.h"

#include <algorithm>

namespace hrfcheck::frontend::spirv {
namespace {

void place(Types& types, Id id, const InputValue& value, std::size_t first,
           std::vector<std::optional<Value>>& numbers) {
  if (value.number) {
    if (first < numbers.size()) {
      numbers[first] = value.number;
    }
    return;
  }
  const Type type = types.of(id);
  const auto parts = static_cast<std::uint32_t>(value.parts.size());
  if (value.flat || !type.isAggregate()) {
    for (std::uint32_t i = 0; i < parts && first + i < numbers.size(); ++i) {
      numbers[first + i] = value.parts[i].number;
    }
    return;
  }
  for (std::uint32_t part = 0; part < std::min(parts, Types::partCount(type)); ++part) {
    place(types, types.partOf(type, part), value.parts[part], first + types.leafOffset(type, part), numbers);
  }
}

}  // namespace

std::vector<std::optional<Value>> numbersOf(Types& types, Id type, const InputValue& value) {
  std::vector<std::optional<Value>> numbers(types.leafCount(type));
  place(types, type, value, 0, numbers);
  return numbers;
}

}  // namespace hrfcheck::frontend::spirv
