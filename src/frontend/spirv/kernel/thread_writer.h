#pragma once

#include <optional>
#include <spirv/unified1/spirv.hpp11>

#include "frontend/spirv/kernel/arithmetic.h"
#include "frontend/spirv/kernel/kernel.h"

namespace hrfcheck::frontend::spirv {

// Bits of memory operands (SPIR-V, 3.26).
constexpr std::uint32_t bits(spv::MemoryAccessMask mask) {
  return static_cast<std::uint32_t>(mask);
}

/// Makes the code of one thread of a kernel. Every value of the module's static single assignment form is a
/// register, which is assigned where it is defined, unless it is known, or used just once, in the same block;
/// a phi is a register that is assigned on the edges to its block.
class ThreadWriter {
 public:
  ThreadWriter(const Kernel& kernel, ThreadId thread)
      : kernel_(kernel), thread_(thread), look_(kernel.deadline) {}

  /// Nothing after an error, which is reported.
  /// @throws OutOfTime
  std::optional<std::vector<hrfcheck::Instruction>> run();

 private:
  /// A mistake was reported.
  struct Failure {};
  /// What a pointer to a variable in registers points to.
  struct Slot {
    Id variable = kNoId;
    std::size_t first = 0;  ///< of its numbers
    struct Index {
      ExprPtr value;
      std::uint32_t count;
      std::size_t leaves;
    };
    std::vector<Index> indices;
  };

  bool write(bool everything);
  std::vector<hrfcheck::Instruction> finished();
  void phis();
  void block(const Block& block);
  void phi(const Instruction& in);
  void instruction(const Instruction& in);
  void refuseCall(const Instruction& in);
  void undefinedValue(const Instruction& in);
  void copy(const Instruction& in);
  void selection(const Instruction& in);
  void arrayLength(const Instruction& in);
  [[noreturn]] void fail(const Instruction& in, const std::string& message, const std::string& hint = "");
  [[noreturn]] void unsupported(const Instruction& in);
  void spend(std::size_t numbers, const Instruction& in);

  // Values: thread_values.cpp
  const Parts& value(Id id, const Instruction& user);
  ExprPtr scalar(Id id, const Instruction& user);
  Parts global(Id id, const Instruction& user, unsigned depth = 0);
  Parts parameterParts(const Instruction& parameter, const Instruction& user);
  Parts constantParts(const Instruction& constant, const Instruction& user, unsigned depth);
  Parts composed(const Instruction& in, const Instruction& user, unsigned depth);
  Value numberOf(Id constant, const Instruction& user);
  void define(const Instruction& in, Parts parts);
  ExprPtr kept(const ExprPtr& expr, const Instruction& in);
  RegisterId newRegister(const std::string& name);
  RegisterId registerOf(Id id, std::size_t part, std::size_t parts);
  RegisterId temporary();
  void assign(RegisterId target, const ExprPtr& value, const Instruction& in);
  void keepBefore(RegisterId target, const Instruction& in);
  void consume(const Instruction& in);
  void forgetPending();
  std::vector<Operand> operandsOf(const Instruction& in, std::size_t part, std::size_t from = 0);
  void arithmetic(const Instruction& in);
  void extension(const Instruction& in);
  void twoResults(const Instruction& in);
  void pointerDifference(const Instruction& in);
  void conversion(const Instruction& in);
  void vectors(const Instruction& in);
  void composites(const Instruction& in);
  void anyOrAll(const Instruction& in);
  IntegerKind kindOf(Id type, const Instruction& in);
  ExprPtr index(Id id, const Instruction& user);
  std::pair<std::size_t, std::size_t> partAt(Id type, const Words& path, std::size_t from,
                                             const Instruction& in);

  // Variables: thread_variables.cpp
  void variables();
  Parts initialParts(const Instruction& variable);
  Parts inputParts(const Instruction& variable);
  void accessChain(const Instruction& in);
  const Slot& slotOf(Id pointer, const Instruction& in);
  bool copySlot(const Instruction& in);
  void slotChain(const Instruction& in, Id variable);
  Parts loadSlot(const Slot& slot, std::size_t count, const Instruction& in);
  bool storeKnown(const Slot& slot, const Parts& parts);
  void storeSlot(const Slot& slot, const Parts& parts, const Instruction& in);
  ExprPtr contentOf(Id variable, std::size_t number, const Instruction& in);
  static void forEachElement(const Slot& slot,
                             const std::function<void(std::size_t first, const ExprPtr& meant)>& take);

  // Memory: thread_memory.cpp
  void load(const Instruction& in);
  void store(const Instruction& in);
  void copyMemory(const Instruction& in);
  Parts loaded(const Instruction& in, Id pointer, const std::optional<Atomicity>& atomicity,
               const std::vector<std::string>& marks);
  void stored(const Instruction& in, Id pointer, const Parts& parts,
              const std::optional<Atomicity>& atomicity, const std::vector<std::string>& marks);
  ExprPtr settled(const ExprPtr& value, Id pointer, const Instruction& in);
  void atomic(const Instruction& in);
  void readModifyWrite(const Instruction& in);
  void compareExchange(const Instruction& in);
  void updated(const Instruction& in, RmwOperation operation, const AccessedLeaf& one,
               const std::vector<std::string>& marks);
  void memoryBarrier(const Instruction& in);
  void controlBarrier(const Instruction& in);
  std::size_t threadsTogether(std::uint32_t level) const;
  static bool isGroupOperation(spv::Op op);
  void groupOperation(const Instruction& in);
  void reduction(const Instruction& in);
  void emit(Operation operation, const Instruction& in, std::vector<std::string> marks = {});
  std::uint32_t levelOf(Id scope, const Instruction& in);
  std::optional<Order> orderOf(std::uint32_t semantics) const;
  std::vector<std::string> semanticMarks(std::uint32_t semantics) const;
  std::vector<std::string> accessMarks(const Instruction& in, std::size_t from, Id pointer);
  void storageMark(Id pointer, std::vector<std::string>& marks) const;
  const AccessedLeaf& oneLeaf(const Instruction& in, Id pointer);

  // Control: thread_writer.cpp
  void terminator(const Block& from, const Instruction& in);
  void conditional(const Block& from, const Instruction& in);
  void choice(const Block& from, const Instruction& in);
  bool isLoopTest(std::uint32_t block) const;
  std::optional<Id> wayThrough(const Block& from, std::uint32_t block, const Instruction& in);
  void repeat(const Block& test);
  void leave(const Block& from, Id to, const Instruction& in);
  bool hasCopies(Id to) const;
  void copyPhis(const Block& from, Id to, const Instruction& in);
  c::Label labelOf(Id block) const { return labels_[kernel_.blocks.at(block)]; }

  const Kernel& kernel_;
  ThreadId thread_;
  PacedLook look_;
  std::size_t numbers_ = 0;  ///< that have been computed with, each part of a composite one
  c::CodeBuilder code_{true};
  std::vector<c::Label> labels_;
  std::vector<bool> written_;  ///< blocks
  unsigned passed_ = 0;        ///< blocks that lead on in one way, on the edge that is written
  bool repeating_ = false;
  std::vector<bool> wanted_;  ///< blocks that are jumped to
  std::optional<c::Label> end_;
  std::map<Id, Parts> values_;
  std::map<Id, Parts> globals_;
  std::map<Id, std::uint32_t> usesLeft_;
  std::vector<std::pair<Id, std::size_t>> pending_;  ///< parts that are expressions over registers still
  std::map<Id, Slot> slots_;
  std::map<Id, Parts> contents_;  ///< of variables in registers
  struct Cell {
    RegisterId value;
    std::optional<RegisterId> defined;  ///< whether it has been written
  };
  std::map<Id, std::vector<Cell>> cells_;  ///< of variables in registers that are written
  std::map<Id, std::vector<Cell>> phis_;
  std::map<std::pair<Id, std::size_t>, RegisterId> registers_;
  std::set<std::string> names_;
  unsigned temporaries_ = 0;
  std::map<std::size_t, std::vector<std::string>> marks_;
};

}  // namespace hrfcheck::frontend::spirv
