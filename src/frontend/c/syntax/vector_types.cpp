#include "frontend/c/syntax/vector_types.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "frontend/shared/text/type_words.h"

// OpenCL C 2.0, sections 6.1.2 and 6.1.7; CUDA Programming Guide, "Built-in Vector Types".

namespace hrfcheck::frontend::c {
namespace {

struct VectorWord {
  IntegerKind component;
  std::size_t count = 0;
};

constexpr auto kComponents = std::to_array<std::string_view>({"x", "y", "z", "w"});
constexpr auto kNumbered = std::to_array<std::string_view>(
    {"s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "sa", "sb", "sc", "sd", "se", "sf"});

std::optional<IntegerKind> componentOf(std::string_view word) {
  if (word == "longlong" || word == "ulonglong") {
    return IntegerKind{64, word == "longlong"};
  }
  constexpr auto kWords =
      std::to_array<std::string_view>({"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong"});
  if (std::ranges::find(kWords, word) == kWords.end()) {
    return std::nullopt;
  }
  IntegerWords words;
  words.add(word);
  return words.kind();
}

std::optional<VectorWord> vectorWord(std::string_view word) {
  if (word == "dim3") {
    return VectorWord{{32, false}, 3};
  }
  const std::size_t digits = word.find_first_of("0123456789");
  if (digits == std::string_view::npos || digits == 0) {
    return std::nullopt;
  }
  VectorWord result;
  const auto [end, problem] = std::from_chars(word.data() + digits, word.data() + word.size(), result.count);
  constexpr auto kCounts = std::to_array<std::size_t>({1, 2, 3, 4, 8, 16});
  const std::optional<IntegerKind> component = componentOf(word.substr(0, digits));
  const bool known = problem == std::errc() && end == word.data() + word.size() && component &&
                     std::ranges::find(kCounts, result.count) != kCounts.end();
  if (!known) {
    return std::nullopt;
  }
  result.component = *component;
  return result;
}

}  // namespace

bool isVectorWord(std::string_view word) {
  return vectorWord(word).has_value();
}

void defineVectorType(ParseContext& context, const Token& word) {
  const std::optional<VectorWord> vector = vectorWord(word.text);
  if (!vector || context.types.contains(word.text) || context.structs.contains(word.text)) {
    return;
  }
  Struct declaration{word, {}};
  // OpenCL C 3.0: a vector of three is as large as one of four, and each is aligned to its size. CUDA: those
  // of two and four are, to 16 bytes at most; those of three are not.
  const auto count = static_cast<std::uint32_t>(vector->count);
  const std::uint32_t most = std::max(16U / std::max(vector->component.bits / 8U, 1U), 1U);
  declaration.span = count == 3 && !context.cpp ? 4 : count;
  declaration.alignment = !context.cpp ? declaration.span : count == 3 ? 1 : std::min(count, most);
  for (std::size_t i = 0; i < vector->count; ++i) {
    Field field;
    field.name = {TokenKind::Identifier, word.span,
                  vector->count > kComponents.size() ? kNumbered[i] : kComponents[i], false};
    field.type.integer = vector->component;
    field.type.name = word;
    declaration.fields.push_back(field);
  }
  context.vectors.push_back(std::move(declaration));
  Type type;
  type.base = Type::Base::Struct;
  type.name = word;
  context.types.emplace(word.text, type);
}

std::string_view componentName(std::string_view vector, std::string_view name) {
  const std::optional<VectorWord> known = vectorWord(vector);
  const auto* number = std::ranges::find_if(kNumbered, [&](std::string_view numbered) {
    return name.size() == 2 && (name[0] == 's' || name[0] == 'S') && (name[1] | 0x20) == (numbered[1] | 0x20);
  });
  if (!known || number == kNumbered.end()) {
    return name;
  }
  const auto place = static_cast<std::size_t>(number - kNumbered.begin());
  return known->count > kComponents.size() ? *number : place < kComponents.size() ? kComponents[place] : name;
}

void addMemoryWords(ParseContext& context) {
  const auto add = [&](std::string_view name, Type::Word word) {
    Type type;
    type.name = {TokenKind::Identifier, {}, name, false};
    type.word = word;
    context.types.emplace(name, type);
  };
  add("memory_order", Type::Word::Order);
  add("memory_scope", Type::Word::Scope);
  add("thread_scope", Type::Word::Scope);
  add("cl_mem_fence_flags", Type::Word::Flags);
}

}  // namespace hrfcheck::frontend::c
