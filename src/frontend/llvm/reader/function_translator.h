#pragma once

#include <functional>
#include <string>
#include <vector>

#include "frontend/llvm/reader/module_translator.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

namespace hrfcheck::frontend::llvm::reader {

// Instructions are translated into those of lowlevel/module.h.
using namespace lowlevel;

using Numbers = std::vector<NumberPtr>;

/// A number in a value of LLVM: vectors, arrays and structs are the numbers in them, in order.
struct Leaf {
  unsigned bits = 32;
  std::uint64_t offset = 0;  ///< in memory
  unsigned bytes = 4;        ///< there
  bool isFloat = false;
};

/// Translates the instructions of one function, into which all calls are put (prepare.h). Sources: LLVM,
/// "Language Reference"; for intrinsics of AMD's, "User Guide for AMDGPU Backend".
class FunctionTranslator {
 public:
  FunctionTranslator(ModuleTranslator& context, const ir::Function& function, CompiledEntry& entry);

  lowlevel::Function run();

 private:
  // Values: translate_values.cpp
  std::vector<Leaf> leavesOf(ir::Type* type) const;
  void addLeaves(ir::Type* type, std::uint64_t offset, std::vector<Leaf>& leaves) const;
  static unsigned leafCount(ir::Type* type);
  const std::vector<std::uint32_t>& registersOf(const ir::Value& value);
  Numbers numbersOf(const ir::Value& value);
  Numbers constantNumbers(const ir::Constant& value);
  Numbers expressionNumbers(const ir::ConstantExpr& value);
  NumberPtr numberOf(const ir::Value& value);
  NumberPtr undefined(unsigned bits);
  NumberPtr addressOfObject(std::uint32_t object, unsigned addressSpace);
  NumberPtr castAddress(const NumberPtr& address, unsigned from, unsigned to, bool neverNull);
  NumberPtr elementAddress(const ir::GEPOperator& element);
  unsigned bitsOfPointer(unsigned addressSpace) const;
  unsigned widthOf(ir::Type* type) const;
  std::uint32_t temporary(unsigned bits);
  NumberPtr kept(const NumberPtr& number);
  void define(const ir::Value& value, const Numbers& numbers);
  void define(const ir::Value& value, const NumberPtr& number) { define(value, Numbers{number}); }
  Space accessedSpace(unsigned addressSpace) const;

  void emit(Operation operation);
  [[noreturn]] static void refuse(std::string message) { throw NotTranslated{std::move(message)}; }

  void parameters(CompiledEntry& entry);
  void translate(const ir::Instruction& in);
  void dispatch(const ir::Instruction& in);

  // Computing: translate_arithmetic.cpp, translate_floats.cpp
  bool arithmetic(const ir::Instruction& in);
  void binary(const ir::BinaryOperator& in);
  NumberPtr floatNumber(NumberOp op, unsigned bits, Numbers operands, bool bfloat) const;
  NumberPtr integerResult(unsigned opcode, const NumberPtr& a, const NumberPtr& b) const;
  NumberPtr comparison(ir::CmpInst::Predicate predicate, const NumberPtr& a, const NumberPtr& b) const;
  NumberPtr widened(const NumberPtr& value, ir::Type* type);
  NumberPtr floatComparison(ir::CmpInst::Predicate predicate, const NumberPtr& a, const NumberPtr& b) const;
  NumberPtr converted(unsigned opcode, const NumberPtr& value, ir::Type* from, ir::Type* to);
  void convert(const ir::CastInst& in);
  void moveBits(const ir::Value& from, const ir::Value& to);
  void parts(const ir::Instruction& in);
  unsigned leafOfIndices(ir::Type* type, ir::ArrayRef<unsigned> indices) const;

  // Memory: translate_memory.cpp
  bool memory(const ir::Instruction& in);
  void variable(const ir::AllocaInst& in);
  void load(const ir::LoadInst& in);
  void store(const ir::StoreInst& in);
  void update(const ir::AtomicRMWInst& in);
  void compareSwap(const ir::AtomicCmpXchgInst& in);
  void fence(const ir::FenceInst& in);
  Order orderOf(ir::AtomicOrdering ordering) const;
  NamedScope scopeOf(ir::SyncScope::ID scope) const;
  void annotate(Access& access, ir::AtomicOrdering ordering, ir::SyncScope::ID scope);
  bool knownOfLaunch(const ir::LoadInst& in);
  NumberPtr loaded(Space space, const NumberPtr& address, const Leaf& leaf, std::uint64_t align);
  void stored(Space space, const NumberPtr& address, const Leaf& leaf, const NumberPtr& value,
              std::uint64_t align);
  void copyMemory(const ir::MemTransferInst& in);
  void setMemory(const ir::MemSetInst& in);

  // Control: translate_control.cpp
  bool control(const ir::Instruction& in);
  void enter(const ir::BasicBlock& from, const ir::BasicBlock& to);
  void choose(const ir::SwitchInst& in);
  void branchTo(const NumberPtr& condition, const ir::BasicBlock& from, const ir::BasicBlock& to);

  // Calls: translate_calls.cpp, translate_intrinsics.cpp, translate_own_functions.cpp, translate_lanes.cpp
  void call(const ir::CallBase& in);
  bool intrinsic(const ir::CallBase& in, ir::Intrinsic::ID id);
  bool integerIntrinsic(const ir::CallBase& in, ir::Intrinsic::ID id);
  bool floatIntrinsic(const ir::CallBase& in, ir::Intrinsic::ID id);
  bool ofAmd(const ir::CallBase& in, ir::Intrinsic::ID id);
  void moveLanes(const ir::CallBase& in, bool keeps);
  bool ofNvidia(const ir::CallBase& in, ir::Intrinsic::ID id);
  bool ownFunction(const ir::CallBase& in, std::string_view name);
  bool laneFunction(const ir::CallBase& in, std::string_view name);
  bool functionOfMathematics(const ir::CallBase& in, std::string_view name);
  bool unknownNumber(const ir::CallBase& in);
  void eachLeaf(const ir::CallBase& in, const std::function<NumberPtr(const Numbers&)>& make);
  NumberPtr builtInNumber(BuiltIn which) const;
  NumberPtr builtInOf(const ir::CallBase& in, BuiltIn first, std::uint64_t beyond);
  std::uint64_t constantArgument(const ir::CallBase& in, unsigned i, std::string_view what) const;
  void exchange(const ir::CallBase& in, LaneExchange::Kind kind, const NumberPtr& value,
                const NumberPtr& lane, const NumberPtr& clamp, const NumberPtr& mask, unsigned bits);
  std::uint32_t levelOfScope(std::uint64_t scope) const;
  static FenceSpaces spacesOf(std::uint64_t regions);
  void uniteBarriers();

  ModuleTranslator& context_;
  const ir::Function& function_;
  lowlevel::Function made_;
  std::uint32_t origin_ = 0;
  std::uint32_t number_ = 0;  ///< of the function in the module
  ir::DenseMap<const ir::Value*, std::vector<std::uint32_t>> registers_;
  ir::DenseMap<const ir::Value*, std::uint32_t>
      variables_;  ///< objects of allocas and of parameters in memory
  ir::DenseMap<const ir::BasicBlock*, std::uint32_t> labels_;
  std::vector<std::uint32_t> begins_;  ///< by label: where it is
  std::uint32_t newLabel();
  void bind(std::uint32_t label);
};

}  // namespace hrfcheck::frontend::llvm::reader
