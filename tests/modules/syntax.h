#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

/// PTX once more, from the PTX ISA alone: what random modules are written in, and no more of it. Nothing of
/// it is shared with the reader that it checks.
namespace hrfcheck::modules {

/// The text is not PTX, or does what the ISA leaves undefined: a mistake of who wrote the module.
struct Mistake : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Of an instruction's modifiers: `.u32`.
struct Type {
  char kind = 'b';  ///< b, u, s, f; p of predicates
  unsigned bits = 32;

  unsigned bytes() const { return bits / 8; }
  bool isSigned() const { return kind == 's'; }
};

struct Operand {
  enum class Kind { Register, Number, Symbol, Special, Vector, Address, Pair };
  Kind kind = Kind::Number;
  std::string text = {};            ///< of a symbol or a special register
  std::size_t slot = 0;             ///< of a register
  std::uint64_t bits = 0;           ///< of a number; what is added to an address
  bool negated = false;             ///< `!%p`
  std::vector<Operand> parts = {};  ///< of Vector, Pair; the base of an address
};

struct Instruction {
  struct Guard {
    std::size_t slot;
    bool negated;
  };
  unsigned line = 0;
  std::optional<Guard> guard = std::nullopt;
  std::string name = {};
  std::vector<std::string> modifiers = {};
  std::vector<Type> types = {};  ///< those among the modifiers
  std::vector<Operand> operands = {};

  bool has(const char* modifier) const;
  /// The last type: of most instructions the only one.
  const Type& type() const;
};

/// Bytes with a name.
struct Variable {
  std::string name;
  std::string space;  ///< "global", "shared", "const", "local", "param"
  std::uint64_t size = 0;
  std::vector<std::uint8_t> initial = {};
};

struct Function {
  std::string name;
  bool entry = false;
  std::vector<Variable> results = {};
  std::vector<Variable> parameters = {};
  std::vector<Variable> variables = {};  ///< .local and .param of its body
  std::vector<unsigned> registers = {};  ///< their widths; 1 of predicates
  std::map<std::string, std::size_t> slots = {};
  std::map<std::string, std::size_t> labels = {};
  std::vector<Instruction> code = {};
};

struct Module {
  std::vector<Variable> variables = {};  ///< .global, .const, .shared
  std::map<std::string, Function> functions = {};
  std::string entry = {};
};

/// @throws Mistake
Module parseModule(const std::string& text);

}  // namespace hrfcheck::modules
