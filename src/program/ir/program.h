#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "program/condition/condition.h"
#include "program/condition/model_expectation.h"
#include "program/ir/instruction.h"
#include "program/ir/scheduler.h"
#include "program/ir/scope_tree.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline program {

/// Where a location is, as far as the test says.
enum class AddressSpace { Generic, Global, Local };

/// Of shared memory; a location is a word.
inline constexpr std::uint64_t kBytesPerWord = 4;

/// One memory cell: a variable, or one element of an array.
struct MemoryLocation {
  std::string name;  ///< "x", or "q[2]"
  Value address;     ///< see kAddressBase
  Value initial = 0;
  AddressSpace space = AddressSpace::Generic;
  /// Largest scope level at which writes may become visible (S-TR Fig. 13), where declared.
  std::optional<std::uint32_t> observableLevel = std::nullopt;
  bool atomicType = true;                 ///< C dialects: declared atomic_int or the like by some thread
  std::vector<std::string> regions = {};  ///< LISA: where it lies, as `regions:` says
  /// Where it lies in shared memory, for the lock unit: a multiple of kBytesPerWord, and no other location's.
  std::uint64_t byteAddress = 0;
  bool pinned = false;  ///< the test says so (`M@0x1000=0`)
  /// How far apart the addresses of neighbouring elements of its array are.
  std::uint32_t elementSpan = 1;
  /// C dialects: the integers that it is declared to hold; nothing where no declaration says so, and for
  /// pointers.
  std::optional<IntegerKind> kind = std::nullopt;
  /// Nothing says what it holds initially: `initial` is one of the values that are possible.
  bool open = false;
};

/// Where a thread of a launched kernel stands: its work-group among the groups, its work-item in the group.
struct Coordinates {
  std::array<std::uint32_t, 3> group{};
  std::array<std::uint32_t, 3> item{};
  unsigned dimensions = 1;  ///< of the launch; the numbers behind are 0
};
/// "group 1, item 3", "group (1,0), item (0,3)".
std::string coordinatesText(const Coordinates& coordinates);

/// A thread: its registers and its code.
struct Thread {
  std::string name;  ///< "P0"
  std::vector<std::string> registers;
  std::vector<Value> initialRegisters;  ///< by RegisterId; 0 unless the initial state says otherwise
  std::vector<Instruction> instructions;
  std::optional<Coordinates> coordinates = std::nullopt;  ///< where a launch made the thread
};

/// What the models of a dialect take for granted of events, and other models do not.
struct Conventions {
  /// Of a read-modify-write, the read acquires and the write releases, and each is relaxed where it does not
  /// (PTX).
  bool splitReadModifyWrites = false;
  /// An atomic access is non-private, and available or visible at its scope; what acquires and releases is in
  /// both ACQ and REL (Vulkan).
  bool atomicsAreVisible = false;
  /// Only models that name the dialect apply: others know nothing of its storage classes, references or
  /// proxies.
  bool ownModels = false;
};

/// A litmus test: what every dialect's parser produces and every engine starts from.
struct Program {
  std::string name;
  std::string description;
  std::string testInFile;  ///< the name by which a kernel's file tells it from others, if it does
  std::string dialect;     ///< "HSA", "OPENCL", ... as in the table of dialects
  Conventions conventions;
  std::map<std::string, std::string> keyValues;
  SourcePtr source;

  ScopeTree scopes;
  Place scopesPlace;  ///< LISA: the tree as written, where there is one
  /// LISA: the threads by what `levels:` says of the memory hierarchy. Models see it by tag2level only.
  std::optional<ScopeTree> memoryLevels;
  std::vector<MemoryLocation> locations;  ///< by address
  std::vector<Thread> threads;
  /// Vulkan: what the first thread of a pair did is ordered before what the second one does (`ssw 0 1`).
  std::vector<std::pair<ThreadId, ThreadId>> systemSynchronizesWith;

  Quantifier quantifier = Quantifier::Exists;
  ConditionPtr condition;     ///< never null; `true` when the test has none
  std::string conditionText;  ///< as written after the quantifier, canonical spacing
  ConditionPtr filter;        ///< null when there is none
  /// What a final state lists: `locations [...]` and the condition's variables, or, with neither, every
  /// register that the code writes and every location; in the order of declaration, without repetition.
  std::vector<StateVariable> observed;
  bool observedByDefault = false;  ///< observed is everything because the test asks for nothing

  /// The `terminates` line: which schedulers let every thread finish; in the order written.
  std::vector<ProgressExpectation> terminates;
  /// The `expect` lines: what models answer; in the order written, and for each model of a line each of its
  /// statements.
  std::vector<ModelExpectation> expects;
  /// The models that the test asks for (`//# model rsp`), where a command names none.
  std::vector<std::string> models;
  /// Why no memory model can be asked about this test (its dialect's models are not there, or it uses what
  /// they do not define); empty where they can. Progress does not look at it.
  std::string notForModels;

  /// What the launch does not say and the test depends on: "it is not specified what 'n' is, and only n = 1
  /// is considered". That something was not found proves nothing then. Empty where everything is said.
  std::string openValues;
  /// The same test with other values of what openValues is about: what is found in one of them is an answer.
  std::vector<std::shared_ptr<const Program>> variants;
  /// How a text was simplified before it was read: the names of the passes (modules of SPIR-V).
  std::vector<std::string> passes;

  std::vector<Diagnostic> warnings;

  /// "1:r0", "x", "q[2]".
  std::string nameOf(const StateVariable& v) const;
  /// The location at an address, if there is one.
  std::optional<LocationId> locationAt(Value address) const;
  /// A value for people: addresses as "&x", numbers as numbers.
  std::string valueText(Value value) const;
  /// "P1:0".
  std::string instructionName(ThreadId t, std::uint32_t instruction) const;
  /// "P1", and where the thread stands in a launch: "P1 (group 0, item 1)".
  std::string threadTitle(ThreadId t) const;
  /// "P1:0", and where its thread stands in a launch.
  std::string instructionTitle(ThreadId t, std::uint32_t instruction) const;
  /// Whether a launch made the threads: then reports speak of lines of a source file.
  bool launched() const { return !threads.empty() && threads.front().coordinates.has_value(); }
  /// Whether executions in which some thread does not end show anything: a filter speaks of final states, and
  /// a thread that another one system-synchronizes with begins only when that has ended.
  bool countsIncomplete() const { return filter == nullptr && systemSynchronizesWith.empty(); }
  /// "line 12", or "queue.cl:12" in a launched test; empty where the place is not known.
  std::string lineText(const Place& place) const;
  /// The same of a line of the test's file.
  std::string lineText(std::uint32_t line) const;
};

/// What a program uses; decides default models and notes in reports.
struct Features {
  bool remote = false;
  bool relaxedAtomics = false;
  bool fences = false;
  bool barriers = false;
  bool localMemory = false;  ///< local memory beside other memory
};
Features featuresOf(const Program& program);

/// For those who explore a program as it is.
/// @throws UserError where it has openValues
void refuseOpenValues(const Program& program);

/// Checks the promises that parsers make (indices in range, levels of the tree, ...).
/// @throws InternalError at the first one that does not hold.
void validate(const Program& program);

/// The registers of a thread that the final state, the condition or the filter speak of.
std::set<RegisterId> observedRegisters(const Program& program, ThreadId thread);

/// The kind of a location that holds the bits of floats, as declarations or debugging information say: C
/// leaves nothing undefined of unsigned numbers, so no other unsigned kind is strict.
constexpr IntegerKind floatKind(unsigned bits) {
  return {static_cast<std::uint8_t>(bits), false, true};
}
constexpr bool isFloatKind(const IntegerKind& kind) {
  return !kind.isSigned && kind.strict && (kind.bits == 32 || kind.bits == 64);
}

/// A value that a location holds, as reports show it: "3.0" of the bits of a float.
std::string valueText(const Program& program, LocationId location, Value value);

}  // namespace hrfcheck::inline program
