#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontend/lowlevel/module/module.h"
#include "frontend/spirv/module/types.h"
#include "frontend/spirv/translate/function_names.h"
#include "frontend/spirv/translate/value_types.h"

namespace hrfcheck::frontend::spirv {

// What instructions are translated into is called as in lowlevel/module.h.
using lowlevel::literal;
using lowlevel::NumberOp;
using lowlevel::NumberPtr;
using lowlevel::Space;

/// The words of a value, in order.
using Numbers = std::vector<NumberPtr>;

/// Where a variable of a module lies.
struct VariablePlace {
  std::uint32_t object = 0;
  Space space = Space::Global;
  std::uint32_t count = 0;  ///< of an array of descriptors, each of which has an object; else 0
  bool image = false;       ///< behind each object of texels comes one of what the image says of itself
  bool alike = false;       ///< all descriptors of the array are one object
};

/// A number in memory that a launch gives a parameter of a kernel.
struct ParameterPlace {
  std::optional<std::uint32_t> object = std::nullopt;  ///< that holds its words; nothing: they are 0
  Space space =
      Space::Parameter;  ///< else the parameter is the address of the object: an image, local memory
  std::optional<std::uint32_t> copy = std::nullopt;  ///< of the thread's own, whose address it is
};

/// What an entry point refers to outside of its code.
struct EntryContext {
  const Module& module;
  const Function& entry;  ///< with calls inlined
  ValueTypes& types;
  std::function<VariablePlace(Id variable)> placeOf;  ///< of variables of the module and of the function
  std::function<ParameterPlace(std::size_t parameter)> parameterPlace;
  std::uint32_t undefined = 0;  ///< an object that nobody writes
  std::set<Id> inputs = {};     ///< variables that hold built-in numbers
  std::set<Id> outputs = {};    ///< variables of one invocation that begin with an initializer
  bool isFragment = false;
};

/// An instruction that is not supported, and why.
struct NotRead {
  std::string message = "not supported";
};

/// Translates the code of an entry point into that of registers which are words of bits. A value of SPIR-V
/// is one word, or, of a composite, as many as it has numbers; a pointer is an address in the space of its
/// storage class. What an instruction means is in chapter 3.42 of the specification.
class EntryTranslator {
 public:
  explicit EntryTranslator(const EntryContext& context);

  lowlevel::Function run();

 private:
  const Module& module() const { return in_.module; }
  bool isOpenCl() const { return in_.module.isKernel(); }

  // Code: entry_translator.cpp
  void parameters();
  void block(const Block& block);
  void instruction(const Instruction& in);
  bool dispatch();
  void emit(lowlevel::Operation operation);
  void compute(std::uint32_t reg, NumberPtr value) { emit(lowlevel::Compute{reg, std::move(value)}); }
  std::uint32_t newRegister(unsigned bits, const std::string& name = "");
  [[noreturn]] static void refuse(const std::string& message = "not supported");
  Id operand(std::size_t i) const;
  std::size_t operandCount() const { return here_->operands.size(); }

  // Values: translate_values.cpp
  const Numbers& value(Id id);
  NumberPtr word(Id id);
  NumberPtr wordAs(Id id, unsigned bits, bool isSigned = false);
  std::optional<std::uint64_t> constantNumber(Id id);
  std::uint64_t requiredConstant(Id id, const char* what);
  Numbers constantValue(const Instruction& constant, unsigned depth);
  Numbers specialized(const Instruction& in);
  Numbers workgroupSize() const;
  NumberPtr undefined(unsigned bits);
  Numbers undefinedOf(Id type);
  void define(Numbers numbers);
  void defineOne(NumberPtr number) { define({std::move(number)}); }
  const Numbers& declare(Id id, Id type);
  NumberPtr kept(const NumberPtr& number);
  const ValueType& typeOf(Id value) { return in_.types.of(typeIdOf(value)); }
  Id typeIdOf(Id value) const;
  const ValueType& resultType() { return in_.types.of(here_->type); }
  unsigned wordBits(Id type);
  /// Of a type of words, or of vectors of words, the one of its words.
  const ValueType& wordType(Id type);
  NumberPtr notComputed(unsigned bits, const std::vector<NumberPtr>& operands = {}) const;
  void defineOpen(std::size_t from);

  // Arithmetic: translate_arithmetic.cpp, translate_bits.cpp
  bool arithmetic();
  Numbers arithmeticOf(spv::Op op, const std::vector<Id>& operands, Id type);
  NumberPtr computedWord(spv::Op op, const Numbers& operands, const ValueType& from, const ValueType& to);
  NumberPtr integerWord(spv::Op op, const Numbers& operands, unsigned bits, unsigned from);
  NumberPtr conversion(spv::Op op, const NumberPtr& operand, const ValueType& from, const ValueType& to);
  void bitcast();
  void extended();
  void anyOrAll();
  static NumberPtr bitField(spv::Op op, const Numbers& operands, unsigned bits);
  static NumberPtr foundBit(const NumberPtr& word, bool lowest);

  // Floats: translate_floats.cpp
  static NumberPtr floating(NumberOp op, unsigned bits, std::vector<NumberPtr> operands,
                            bool approximate = false);
  static NumberPtr widened(const NumberPtr& number);
  static NumberPtr floatCompared(NumberOp op, const NumberPtr& a, const NumberPtr& b);
  static NumberPtr isNan(const NumberPtr& number);
  static NumberPtr isInfinite(const NumberPtr& number);
  static NumberPtr negated(const NumberPtr& number);
  static NumberPtr magnitude(const NumberPtr& number);
  static NumberPtr floatLiteral(double number, unsigned bits);
  NumberPtr floatWord(spv::Op op, const Numbers& operands, unsigned bits, unsigned from);
  NumberPtr floatConversion(spv::Op op, const NumberPtr& operand, const ValueType& from, const ValueType& to);
  NumberPtr dotOf(const Numbers& a, const Numbers& b, std::size_t beginA, std::size_t beginB,
                  std::size_t count, std::size_t stepA = 1, std::size_t stepB = 1);
  bool linearAlgebra();
  void matrixProduct();

  // Composites: translate_composites.cpp
  bool composites();
  std::pair<std::uint64_t, Id> placeInside(Id type, std::size_t from);
  void shuffle();
  void dynamicComponent(bool inserts);
  void select();

  // Functions of GLSL and OpenCL: translate_extensions.cpp, translate_functions.cpp
  bool extension();
  void wordFunction(StdFunction function);
  NumberPtr integerFunction(StdFunction function, const Numbers& operands, unsigned bits);
  NumberPtr floatFunction(StdFunction function, const Numbers& operands, unsigned bits);
  void geometric(StdFunction function);
  void packing(StdFunction function);
  void vectorAccess(StdFunction function);
  void twoResults(StdFunction function);

  // Memory: translate_memory.cpp
  bool memory();
  const Laid& laidOf(Id pointer);
  Space spaceOf(Id pointer);
  NumberPtr offsetBy(const NumberPtr& address, std::uint64_t offset) const;
  static NumberPtr addressOf(std::uint32_t object, Space space);
  void variable();
  void accessChain();
  NumberPtr descriptor(const VariablePlace& place, Id index);
  void load();
  void store();
  void copyMemory();
  void copyBytes();
  void arrayLength();
  void pointerDifference();
  void convertPointer();
  std::vector<std::string> accessMarks(std::size_t from, Id pointer, bool texel = false);
  void loadWords(const Laid& laid, const NumberPtr& address, Space space, const Numbers& registers,
                 const std::vector<std::string>& marks);
  void storeWords(const Laid& laid, const NumberPtr& address, Space space, const Numbers& values,
                  const std::vector<std::string>& marks);
  void storeTo(Id pointer, const Numbers& values);
  void requirePointerByItself(const MemoryWord& word, const Laid& laid);
  static std::uint32_t registerIn(const NumberPtr& number) { return number->index; }

  // Atomic operations, fences and barriers: translate_atomics.cpp
  bool synchronization();
  std::uint32_t level(Id scope);
  void atomic();
  void memoryBarrier();
  void controlBarrier();

  // Groups: translate_groups.cpp
  bool groups();
  bool ballots();
  void alone();
  void reduction();
  void requireAllLanes(std::uint64_t cluster);
  NumberPtr exchange(lowlevel::LaneExchange::Kind kind, const NumberPtr& value,
                     const NumberPtr& lane = nullptr);
  NumberPtr ballotOf(const NumberPtr& truth);
  void shuffled(lowlevel::LaneExchange::Kind kind, std::size_t at, const NumberPtr& lane);
  NumberPtr shuffledWord(lowlevel::LaneExchange::Kind kind, const NumberPtr& one, const NumberPtr& lane);
  NumberPtr joined(spv::Op op, const NumberPtr& a, const NumberPtr& b, const ValueType& type);
  static Numbers halvesOf(const NumberPtr& one);
  static NumberPtr neutral(spv::Op op, unsigned bits);
  static NumberPtr laneCount();

  // Images: translate_images.cpp
  bool images();
  const Instruction* imageType(Id image);
  NumberPtr texelOffset(const Instruction& type, Id coordinate, Id sample, NumberPtr& inside);
  static unsigned exactChannels(const Instruction& type);
  bool isStorage(const Instruction& type) const;
  Id sampleOperand(std::size_t from) const;
  void sampled(bool sparse);
  void readTexel();
  void writeTexel();
  void texelPointer();
  void askImage();

  // Built-in numbers: translate_builtins.cpp
  void builtIns();
  std::optional<Numbers> builtInNumbers(spv::BuiltIn builtIn, const ValueType& type);
  static NumberPtr builtIn(lowlevel::BuiltIn which, unsigned bits = 32);
  static NumberPtr builtInAt(lowlevel::BuiltIn first, unsigned dimension);
  static NumberPtr globalId(unsigned dimension);
  static NumberPtr globalSize(unsigned dimension);
  static NumberPtr localIndex();
  static NumberPtr lanesMask(spv::BuiltIn which, unsigned word);

  // Control: translate_control.cpp
  bool control();
  void branchTo(const NumberPtr& condition, Id label);
  void jumpTo(Id label);
  void leave(Id to);
  bool hasPhis(Id label) const;
  void copyPhis(Id to);
  void conditional();
  void choose();
  std::vector<Id> successorsOf(const Block& block);
  std::vector<const Block*> ordered();
  std::size_t skipIf(const NumberPtr& condition);
  void landSkip(std::size_t branch);

  EntryContext in_;
  lowlevel::Function made_;
  const Instruction* here_ = nullptr;
  const Block* block_ = nullptr;
  std::uint32_t origin_ = ~std::uint32_t{0};
  std::map<Id, const Instruction*> definitions_;
  std::map<Id, Numbers> values_;
  std::map<Id, Laid> laid_;  ///< of pointers: what they lead to, where that is not their type's own layout
  std::map<Id, const Block*> blocks_;
  std::map<Id, std::uint32_t> begins_;             ///< of blocks in the code that is made
  std::vector<std::pair<std::size_t, Id>> jumps_;  ///< whose targets are labels still
  std::set<Id> deep_;                              ///< constants that are being made
  std::deque<Numbers> undefinedUses_;
  std::uint32_t barriers_ = 0;
  bool done_ = false;  ///< with the block
};

}  // namespace hrfcheck::frontend::spirv
