#include "frontend/llvm/wire/wire.h"

#include <fmt/format.h>

#include <limits>
#include <memory>
#include <type_traits>
#include <utility>
#include <variant>

#include "frontend/llvm/wire/fields.h"

namespace hrfcheck::frontend::llvm {
namespace {

constexpr std::string_view kMark = "hrfcheck-llvm 2\n";
constexpr unsigned kDeepestNumber = 200;
constexpr unsigned kBitsOfGroup = 7;

class Writer {
 public:
  template <typename... Fields>
  void operator()(Fields&... fields) {
    (one(fields), ...);
  }
  [[noreturn]] static void refuse(std::string_view what) {
    throw BrokenWire(fmt::format("{} is not written", what));
  }
  std::string take() { return std::move(bytes_); }

 private:
  void number(std::uint64_t value) {
    for (; value >= 1U << kBitsOfGroup; value >>= kBitsOfGroup) {
      bytes_ += static_cast<char>((value & 0x7f) | 0x80);
    }
    bytes_ += static_cast<char>(value);
  }

  template <typename T>
  void one(T& field) {
    if constexpr (std::is_enum_v<T> || std::is_integral_v<T>) {
      number(static_cast<std::uint64_t>(field));
    } else {
      fieldsOf(*this, field);
    }
  }
  void one(std::string& text) {
    number(text.size());
    bytes_ += text;
  }
  template <typename T>
  void one(std::vector<T>& list) {
    number(list.size());
    for (T& element : list) {
      one(element);
    }
  }
  template <typename T, std::size_t N>
  void one(std::array<T, N>& list) {
    for (T& element : list) {
      one(element);
    }
  }
  template <typename T>
  void one(std::optional<T>& field) {
    number(field ? 1 : 0);
    if (field) {
      one(*field);
    }
  }
  void one(lowlevel::NumberPtr& node) {
    number(node != nullptr ? 1 : 0);
    if (node != nullptr) {
      lowlevel::Number copy = *node;
      one(copy);
    }
  }
  template <typename... Kinds>
  void one(std::variant<Kinds...>& choice) {
    number(choice.index());
    std::visit([this](auto& chosen) { one(chosen); }, choice);
  }

  std::string bytes_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  template <typename... Fields>
  void operator()(Fields&... fields) {
    (one(fields), ...);
  }
  [[noreturn]] static void refuse(std::string_view what) {
    throw BrokenWire(fmt::format("there is {}", what));
  }
  void end() const {
    if (at_ != bytes_.size()) {
      refuse("something behind its end");
    }
  }

 private:
  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += kBitsOfGroup) {
      if (at_ == bytes_.size() || shift > 63) {
        refuse("a number without an end");
      }
      const auto byte = static_cast<unsigned char>(bytes_[at_++]);
      value |= std::uint64_t{byte & 0x7fU} << shift;
      if ((byte & 0x80U) == 0) {
        return value;
      }
    }
  }
  /// Each element takes a byte at least.
  std::size_t count() {
    const std::uint64_t value = number();
    if (value > bytes_.size() - at_) {
      refuse("a list that is longer than the rest");
    }
    return static_cast<std::size_t>(value);
  }

  template <typename T>
  void one(T& field) {
    if constexpr (std::is_same_v<T, bool>) {
      const std::uint64_t value = number();
      field = value == 1;
      require(value <= 1);
    } else if constexpr (std::is_enum_v<T>) {
      const std::uint64_t value = number();
      require(value <= static_cast<std::uint64_t>(lastOf(T{})));
      field = static_cast<T>(value);
    } else if constexpr (std::is_integral_v<T>) {
      const std::uint64_t value = number();
      require(value <= std::numeric_limits<T>::max());
      field = static_cast<T>(value);
    } else {
      fieldsOf(*this, field);
    }
  }
  void one(std::string& text) {
    const std::size_t size = count();
    text = std::string(bytes_.substr(at_, size));
    at_ += size;
  }
  template <typename T>
  void one(std::vector<T>& list) {
    const std::size_t size = count();
    list.clear();
    for (std::size_t i = 0; i < size; ++i) {
      list.emplace_back();
      one(list.back());
    }
  }
  template <typename T, std::size_t N>
  void one(std::array<T, N>& list) {
    for (T& element : list) {
      one(element);
    }
  }
  template <typename T>
  void one(std::optional<T>& field) {
    bool there = false;
    one(there);
    field.reset();
    if (there) {
      one(field.emplace());
    }
  }
  void one(lowlevel::NumberPtr& node) {
    bool there = false;
    one(there);
    if (!there) {
      node = nullptr;
      return;
    }
    if (++depth_ > kDeepestNumber) {
      refuse("a number of too many operators");
    }
    lowlevel::Number read;
    one(read);
    --depth_;
    node = std::make_shared<const lowlevel::Number>(std::move(read));
  }
  template <typename... Kinds>
  void one(std::variant<Kinds...>& choice) {
    choose(choice, number(), std::index_sequence_for<Kinds...>{});
  }
  template <typename Choice, std::size_t... Index>
  void choose(Choice& choice, std::uint64_t wanted, std::index_sequence<Index...>) {
    const bool known = ((wanted == Index && (one(choice.template emplace<Index>()), true)) || ...);
    require(known);
  }
  static void require(bool holds) {
    if (!holds) {
      refuse("a value that its field cannot have");
    }
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
  unsigned depth_ = 0;
};

}  // namespace

std::string encoded(CompiledModule& module) {
  Writer writer;
  writer(module);
  return std::string(kMark) + writer.take();
}

CompiledModule decoded(std::string_view bytes) {
  if (!bytes.starts_with(kMark)) {
    throw BrokenWire("it begins otherwise than expected");
  }
  Reader reader(bytes.substr(kMark.size()));
  CompiledModule module;
  reader(module);
  reader.end();
  requireSound(module);
  return module;
}

}  // namespace hrfcheck::frontend::llvm
