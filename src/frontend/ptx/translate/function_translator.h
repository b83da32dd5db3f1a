#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/lowlevel/module/module.h"
#include "frontend/lowlevel/values/number.h"
#include "frontend/ptx/syntax.h"

namespace hrfcheck::frontend::ptx {

// Instructions are translated into those of lowlevel/module.h.
using namespace lowlevel;

/// What a function's instructions refer to outside of it.
struct TranslationContext {
  const PtxModule& module;
  std::function<std::uint32_t(std::uint32_t)> objectOf;                         ///< by variable
  std::function<std::optional<std::uint32_t>(std::string_view)> functionNamed;  ///< by its name
  std::function<std::uint32_t(const PtxInstruction&)> originOf;
  /// The memory of a block that `%reserved_smem_offset_1` and its like lead to, by that name.
  std::function<std::uint32_t(std::string_view)> reservedShared;
};

/// An instruction that is not supported, and why.
struct NotTranslated {
  std::string message = "not supported";
};

/// Translates the instructions of one function (PTX ISA, chapter 9).
class FunctionTranslator {
 public:
  FunctionTranslator(const TranslationContext& context, const PtxFunction& function);

  Function run();

 private:
  void translate(const PtxInstruction& in);
  void dispatch();

  // Operands: function_translator.cpp
  std::string_view mod(std::size_t i) const { return i < in_->modifiers.size() ? in_->modifiers[i] : ""; }
  bool has(std::string_view modifier) const { return in_->has(modifier); }
  const PtxOperand& operand(std::size_t i) const;
  PtxType type() const;
  std::vector<PtxType> types() const;
  NumberPtr source(std::size_t i, unsigned bits) { return sourceOf(operand(i), bits); }
  NumberPtr sourceOf(const PtxOperand& operand, unsigned bits);
  NumberPtr floatSource(std::size_t i, unsigned bits);
  NumberPtr special(const PtxOperand& operand) const;
  NumberPtr addressOf(const PtxOperand& operand);
  static NumberPtr builtInNumber(BuiltIn which);
  void define(std::size_t i, const NumberPtr& value, bool isSigned = false) {
    defineAt(operand(i), value, isSigned);
  }
  void defineAt(const PtxOperand& target, const NumberPtr& value, bool isSigned = false);
  std::optional<std::uint32_t> targetOf(const PtxOperand& operand) const;
  unsigned bitsOf(std::uint32_t reg) const { return made_.registers[reg].bits; }
  std::uint32_t temporary(unsigned bits);
  void emit(Operation operation);
  void skip(const NumberPtr& condition, std::size_t instructions);
  [[noreturn]] static void refuse(const std::string& message = "not supported");

  // Computing: translate_integers.cpp, translate_bits.cpp, translate_floats.cpp
  bool compute();
  bool integers();
  void addSub(bool subtracts);
  void saturated(const NumberPtr& wide, unsigned bits);
  void withCarry(NumberOp op, const NumberPtr& a, const NumberPtr& b);
  NumberPtr product(const PtxType& type);
  void multiply(bool adds);
  void multiplyWithCarry();
  bool bits();
  void lop3();
  void permute();
  void funnelShift();
  void findBit();
  void extractField();
  void insertField();
  void bitMask();
  bool moves();
  void move();
  void unpack();
  bool comparisons();
  NumberPtr comparison(std::string_view op, const PtxType& type, const NumberPtr& left,
                       const NumberPtr& right);
  NumberPtr floatComparison(std::string_view op, const PtxType& type, const NumberPtr& left,
                            const NumberPtr& right);
  NumberPtr comparisonIn(const PtxType& type);
  void setPredicate();
  void set();
  void convert();
  NumberPtr convertedInteger(const PtxType& to, const PtxType& from, const NumberPtr& value);
  void convertAddress();
  void isInSpace();
  bool floats();
  FloatMode floatMode(const PtxType& to, const PtxType& from) const;
  NumberPtr inMode(const NumberPtr& op, const PtxType& to, const PtxType& from) const;
  NumberPtr floatOfFloat(const PtxType& to, const PtxType& from, const NumberPtr& value) const;
  NumberPtr widened(const PtxType& type, const NumberPtr& value) const;
  NumberPtr isNan(const PtxType& type, const NumberPtr& value) const;
  NumberPtr floatLane(std::size_t i, const PtxType& type, unsigned lane);
  NumberPtr floatResult(const PtxType& type, unsigned lane);
  NumberPtr finished(const PtxType& type, const NumberPtr& result) const;
  void convertFloat(const PtxType& to, const PtxType& from);

  // What is not computed: translate_open.cpp
  bool open();
  NumberPtr notComputed(unsigned bits);
  void defineOpen(const PtxOperand& target);

  // Memory: translate_memory.cpp
  bool memory();
  Space space() const;
  std::optional<Atomicity> atomicity(bool reads) const;
  std::optional<std::uint32_t> scope() const;
  unsigned elements() const;
  void load();
  void store();
  void atomic(bool reduces);
  void writtenOrder();

  // Matrices of a warp: translate_matrices.cpp
  Access accessToWords(bool loads, unsigned words);
  void matrixRows();
  void matrixLines();

  // Barrier objects: translate_mbarrier.cpp
  bool barrierObject();
  Atomicity atomicityOfBarrier(Order byDefault) const;
  Access barrierAccess(std::size_t address);
  void storeBarrierWord(const NumberPtr& word, bool begins);
  void initBarrierObject();
  NumberPtr updateBarrier(Access access, const NumberPtr& update);
  static NumberPtr isTransactionCount(const NumberPtr& count);
  void arrive(bool drops);
  void countTransactions(bool complete);
  void waitForPhase();

  // Asynchronous copies: translate_async.cpp
  bool asynchronous();
  void copy();
  void arriveBehindCopies();

  // Bulk copies and reductions: translate_bulk.cpp
  bool bulk();
  void bulkCopy(bool reduces);
  bool asyncStore();
  Access completionOn(std::size_t barrier);
  AsyncUpdate asyncUpdate() const;

  // Clusters: translate_clusters.cpp
  bool cluster();
  void clusterBarrier();
  void mapAddress();
  void rankOfAddress();

  // Fences: translate_fences.cpp
  void fence();
  void membar();

  // Control and what threads do together: translate_control.cpp
  bool control();
  void barrier();
  void warpBarrier();
  void call();
  void shuffle();
  void vote();
  void reduce();
  bool hasBody(std::string_view name) const;
  std::uint32_t functionNamed(std::string_view name) const;
  void callOpen(const std::vector<PtxOperand>& results, const std::vector<PtxOperand>& arguments,
                std::string_view name);
  static bool isOfRuntime(std::string_view name);
  static bool isMathematical(std::string_view name);
  void parameterAccess(Access& access, const PtxOperand& operand);
  std::vector<NumberPtr> wordsOf(const std::vector<PtxOperand>& arguments);
  void choose();

  const TranslationContext& context_;
  const PtxFunction& function_;
  Function made_;
  const PtxInstruction* in_ = nullptr;
  std::uint32_t origin_ = 0;
  std::optional<std::uint32_t> carry_;  ///< CC.CF
  NumberPtr guard_;
  mutable bool naps_ = false;  ///< something sleeps, or asks what time it is
};

}  // namespace hrfcheck::frontend::ptx
