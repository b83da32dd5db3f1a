#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/ptx/debug/debug_entries.h"
#include "util/diagnostic.h"
#include "util/process/deadline.h"
#include "util/source.h"

namespace hrfcheck::frontend::ptx {

/// A fundamental type (PTX ISA, 5.2.1): `.pred` has one bit.
struct PtxType {
  enum class Class { Bits, Unsigned, Signed, Float, Predicate };
  Class kind = Class::Bits;
  std::uint8_t bits = 32;
  std::uint8_t lanes = 1;  ///< of packed ones, `.f16x2`
  bool bfloat = false;     ///< `.bf16`, `.tf32`: a float that is not IEEE's of its width

  std::uint32_t bytes() const { return bits < 8 ? 1 : bits / 8; }
  unsigned laneBits() const { return bits / lanes; }
};
/// The type of that word; nothing for words that are none.
std::optional<PtxType> typeNamed(std::string_view word);

/// A state space (5.1) in which variables are declared.
enum class StateSpace { Global, Constant, Shared, Local, Parameter };

/// An element of a variable that begins as the address of another one, or as a number.
struct InitialElement {
  std::uint64_t bits = 0;
  std::string variable = {};  ///< its address, plus `bits`
  Span span = {};
};

/// A variable that is not a register.
struct Variable {
  std::string name;
  StateSpace space = StateSpace::Global;
  PtxType type;
  std::uint32_t vector = 1;    ///< `.v4`
  std::uint64_t elements = 1;  ///< of all dimensions
  bool array = false;
  bool unsized = false;  ///< `x[]`
  bool managed = false;  ///< `.attribute(.managed)`: all devices share it
  std::uint32_t alignment = 1;
  std::vector<InitialElement> initial = {};
  Span span = {};

  std::uint64_t size() const { return elements * vector * type.bytes(); }
};

/// A register as declared.
struct RegisterName {
  std::string name;
  PtxType type;
  std::uint32_t vector = 1;
};

/// What stands where an operand can.
struct PtxOperand {
  enum class Kind {
    Register,
    Number,
    Variable,  ///< its address, plus `bits`
    Special,   ///< `%tid.x`
    Label,     ///< of an instruction of the function
    Name,      ///< of a function, or of none of these: `text`
    Sink,      ///< `_`
    Vector,    ///< `{a, b}`
    List,      ///< `(a, b)`
    Address,   ///< `[a + n, ...]`: the base is the first of `parts`
    Pair       ///< `%r|%p`
  };
  Kind kind = Kind::Sink;
  Span span = {};
  std::string_view text = {};
  std::uint32_t index = 0;     ///< of a register, of a variable, of an instruction
  std::uint64_t bits = 0;      ///< of a number; what is added to an address
  std::uint8_t floatBits = 0;  ///< of a number that is written as a float: 32 or 64
  bool negated = false;        ///< `!p`
  std::vector<PtxOperand> parts = {};
};

/// Where an instruction comes from: `.loc`.
struct SourcePosition {
  std::uint32_t file = 0;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};
struct SourceLocation {
  SourcePosition at;
  std::string function = {};                 ///< the label of its name
  std::optional<std::uint32_t> caller = {};  ///< the location it was inlined at, by its number
};

/// What an instruction is called that is a directive of ours: what the next one is in the source.
inline constexpr std::string_view kPragma = ".pragma";

/// An instruction with its guard.
struct PtxInstruction {
  struct Guard {
    std::uint32_t reg;
    bool negated;
  };
  std::optional<Guard> guard = std::nullopt;
  std::string_view name;
  std::vector<std::string_view> modifiers = {};
  std::vector<PtxOperand> operands = {};
  Span span = {};
  std::optional<std::uint32_t> location = std::nullopt;

  bool has(std::string_view modifier) const;
  /// "ld.global.u32"
  std::string fullName() const;
};

/// A list of labels or a prototype that a branch or a call names.
struct NamedList {
  std::string name;
  std::vector<PtxOperand> labels = {};
};

/// A function or an entry.
struct PtxFunction {
  std::string name;
  Span span = {};
  bool entry = false;
  bool body = false;
  std::vector<std::uint32_t> results = {};  ///< variables of Module::variables
  std::vector<std::uint32_t> parameters = {};
  std::vector<RegisterName> registers = {};
  std::vector<PtxInstruction> code = {};
  std::vector<NamedList> targets = {};                                       ///< `.branchtargets`
  std::optional<std::array<std::uint32_t, 3>> requiredBlock = std::nullopt;  ///< `.reqntid`
  std::optional<std::array<std::uint32_t, 3>> largestBlock = std::nullopt;   ///< `.maxntid`
  std::optional<std::array<std::uint32_t, 3>> requiredCluster = std::nullopt;
};

/// A module's text, taken apart.
struct PtxModule {
  unsigned addressBits = 64;
  std::vector<Variable> variables = {};  ///< all of them, those of functions too
  std::vector<PtxFunction> functions = {};
  std::map<std::uint32_t, std::string> files = {};
  std::vector<SourceLocation> locations = {};
  DebugStrings strings = {};
  DebugSection debugInformation = {};
  DebugSection debugAbbreviations = {};
};

/// Takes a module's text apart by the grammar of the PTX ISA (chapters 4, 5 and 11). Names are looked up in
/// their scopes; what instructions mean is not looked at. Stops at the first mistake, which is reported.
PtxModule parse(const SourcePtr& source, Diagnostics& diagnostics, const Deadline& deadline = {});

}  // namespace hrfcheck::frontend::ptx
