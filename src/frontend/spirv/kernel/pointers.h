#pragma once

#include <map>
#include <set>
#include <vector>

#include "frontend/spirv/module/types.h"
#include "util/process/deadline.h"

namespace hrfcheck::frontend::spirv {

/// Where a pointer may point: into which objects, at which bytes of them.
struct Target {
  std::set<Id> roots;      ///< variables and parameters of the entry point
  Value base = 0;          ///< bytes from the beginning of the object...
  std::uint64_t step = 0;  ///< ... and any multiple of this more or less; 0: exactly there

  /// Whether it has become larger.
  bool join(const Target& other);
  void add(Value bytes) { base += bytes; }
  void addMultiplesOf(std::uint64_t bytes);
};

/// An access to memory: through which pointer, to a value of which type.
struct MemoryAccess {
  const Instruction* instruction;
  Id pointer;
  Id type;
  bool atomic;
};

/// What the code of an entry point does with pointers and variables.
class Pointers {
 public:
  /// @param entry the function of the entry point; must outlive this, and the module, too
  /// @throws OutOfTime
  Pointers(const Module& module, Types& types, const Function& entry, const Deadline& deadline = {});

  /// Of a value that is a pointer; nothing is known of others.
  const Target& targetOf(Id pointer) const;
  /// Whether a variable of the thread's own is only loaded, stored, and indexed: then it is kept in
  /// registers.
  bool inRegisters(Id variable) const { return registers_.contains(variable); }
  /// Whether the code has an operand of this id.
  bool isUsed(Id id) const { return used_.contains(id); }
  /// Whether a pointer to a variable in registers is one to all of it.
  bool isWhole(Id pointer) const { return whole_.contains(pointer); }
  /// Whether a variable in registers is stored to.
  bool isWritten(Id variable) const { return writes_.contains(variable); }
  /// Whether one instruction does so.
  bool isWrittenOnce(Id variable) const { return isWritten(variable) && writes_.at(variable) == 1; }
  /// The variables of the entry point, with the private ones of the module, in order.
  const std::vector<const Instruction*>& variables() const { return variables_; }
  const std::vector<MemoryAccess>& accesses() const { return accesses_; }
  /// The variable that an access chain in registers begins at; kNoId for other ids.
  Id registerVariable(Id pointer) const;

 private:
  template <typename Take>
  void forEach(Take take) const;
  void collectVariables();
  void keepInRegisters();
  bool dropOthers(const Instruction& in);
  bool drop(Id id);
  void findLifetimes();
  bool followCopy(const Instruction& copy);
  bool keepsItsType(const Instruction& copy);
  bool follow(const Instruction& chain);
  bool staysInRegisters(const Instruction& chain);
  bool flow(const Instruction& in);
  bool chain(const Instruction& in);
  bool join(Id result, const std::vector<Id>& pointers);
  bool load(const Instruction& in);
  bool keepStored(const Instruction& in);
  void collectAccesses();

  const Module& module_;
  Types& types_;
  const Function& entry_;
  mutable PacedLook look_;
  std::vector<const Instruction*> variables_;
  std::set<Id> lifetimesOnly_;  ///< copies of pointers
  std::set<Id> used_;
  std::set<Id> registers_;
  std::map<Id, unsigned> writes_;  ///< how many instructions store to a variable in registers
  std::map<Id, Id> chains_;        ///< access chains in registers: their variables
  std::set<Id> whole_;             ///< variables in registers, and copies of pointers to them
  std::map<Id, Target> targets_;
  std::map<Id, Target> contents_;  ///< of variables in registers that hold pointers
  Target stored_;                  ///< all pointers that are stored to memory or in other values
  std::vector<MemoryAccess> accesses_;
};

/// Whether an instruction makes a pointer to a part of what another one points to.
bool isAccessChain(spv::Op op);
/// Whether its first index counts whole values.
bool hasElementOperand(spv::Op op);
/// Whether it makes the same pointer in another type.
bool isPointerCopy(spv::Op op);
/// Which operand of an instruction is the pointer that it accesses memory through; nothing for others.
std::optional<std::size_t> accessedOperand(spv::Op op);
bool isAtomic(spv::Op op);
/// The type of what such an instruction loads or stores.
Id accessedType(const Instruction& in, Types& types);
/// What a chain of indices adds to an address: a known number of bytes, and known multiples of unknown
/// indices.
struct ChainStep {
  Value bytes = 0;           ///< of a known index
  Id index = kNoId;          ///< else the index...
  std::uint64_t stride = 0;  ///< ... and the bytes of one
  std::uint32_t count = 0;   ///< of the array that it is an index of; 0 where that is not known
  std::size_t leaves = 0;    ///< numbers in each element, or before the member
};
/// The steps of an access chain; nothing where its types do not go together.
std::optional<std::vector<ChainStep>> stepsOf(const Instruction& chain, Id pointerType, Types& types);

}  // namespace hrfcheck::frontend::spirv
