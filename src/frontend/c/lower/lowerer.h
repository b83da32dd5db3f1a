#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "frontend/c/language/builtins.h"
#include "frontend/c/lower/code_builder.h"
#include "frontend/c/lower/lowering.h"
#include "frontend/c/syntax/syntax.h"
#include "frontend/c/syntax/types.h"
#include "frontend/shared/names.h"

namespace hrfcheck::frontend::c {

/// Makes the instructions of one thread. Every function reads its part of the syntax tree and appends to the
/// code; a mistake is reported and costs the statement around it.
class Lowerer {
 public:
  Lowerer(LoweringContext& context, Names& names, Diagnostics& diagnostics, ThreadId thread);

  /// Empty after mistakes.
  std::vector<Instruction> run(const ThreadFunction& function);

 private:
  /// Thrown after a mistake has been reported.
  struct Mistake {};
  /// Thrown when the code has become too long.
  struct TooLong {};

  struct LoopLabels {
    Label breakTo;
    std::optional<Label> continueTo;  ///< none in a switch outside of loops
  };
  /// The thread, or a call that is being inlined.
  struct Frame {
    const Function* function = nullptr;  ///< null for the thread
    const Expr* calledAt = nullptr;      ///< the call
    std::string prefix;                  ///< of its registers
    Scopes scopes;
    WrittenNames written;
    std::map<std::string_view, Label> labels;
    std::set<std::string_view> bound;  ///< labels that have been passed
    std::vector<LoopLabels> loops;
    Label end;
    std::optional<RegisterId> result;
    Variable* structResult = nullptr;  ///< where a struct that is returned goes
  };

  // Names: lower_names.cpp
  void declareThreadParameters(const ThreadFunction& function);
  void declareThreadParameter(const Parameter& parameter);
  bool declareGiven(const Parameter& parameter);
  void declareLocalParameters();
  bool declareConstant(const Declarator& declarator, const ValueType& type);
  void declareLocalVariable(const Declarator& declarator);
  std::string instanceName(std::string_view name) const;
  void declareLabels(const Stmt& body);
  Variable* find(std::string_view name);
  Variable& lookUp(const Token& name);
  Variable* findOutside(std::string_view name);
  std::optional<hrfcheck::ExprPtr> locationAddress(std::string_view name) const;
  /// What the location at a known address is declared to hold.
  std::optional<IntegerKind> kindAt(const hrfcheck::ExprPtr& address) const;
  Variable& declareRegister(const Token& name, const ValueType& type);
  RegisterId temporary();
  void warnUnwritten(const std::vector<Instruction>& code);

  // Expressions: lower_values.cpp
  TypedValue value(const Expr& expr, const Target* target = nullptr);
  TypedValue nameValue(const Expr& expr);
  TypedValue prefixValue(const Expr& expr, const PrefixExpr& prefix, const Target* target);
  TypedValue binaryValue(const Expr& expr, const BinaryExpr& binary);
  TypedValue shortCircuitValue(const Expr& expr, const BinaryExpr& binary);
  TypedValue conditionalValue(const Expr& expr, const ConditionalExpr& conditional, const Target* target);
  TypedValue read(const Lvalue& lvalue, const Expr& expr, const Target* target);
  TypedValue addressOf(const Expr& expr, const Expr& operand);
  /// For its effects only.
  void discard(const Expr& expr, const Origin& origin);
  void assignValue(const TypedValue& value, const Target& target);
  /// Converted to the type of the variable, which is told what it points to from now on.
  void assignValue(const TypedValue& value, Variable& variable, const Target& target, const Expr& at);
  /// `value`, in a register of its own if `later` would change it.
  TypedValue kept(TypedValue value, const Expr& later);
  hrfcheck::ExprPtr kept(hrfcheck::ExprPtr value, const Expr& later);

  // Arithmetic and types: lower_arithmetic.cpp
  TypedValue unaryArithmetic(UnaryOp op, const TypedValue& operand);
  TypedValue arithmetic(BinaryOp op, const TypedValue& left, const TypedValue& right, const Expr& at);
  void warnOfUndeclared(BinaryOp op, const ValueType& left, const ValueType& right, const Expr& at);
  TypedValue integerArithmetic(BinaryOp op, const TypedValue& left, const TypedValue& right, const Expr& at);
  hrfcheck::ExprPtr shiftedIntoSign(hrfcheck::ExprPtr left, hrfcheck::ExprPtr count, IntegerKind kind,
                                    const Expr& at);
  hrfcheck::ExprPtr shared(hrfcheck::ExprPtr value, const Expr& at);
  TypedValue pointerArithmetic(BinaryOp op, const TypedValue& left, const TypedValue& right, const Expr& at);
  TypedValue chosen(hrfcheck::ExprPtr value, const ValueType& whenTrue, const ValueType& whenFalse);
  /// What a pointer points to; if nothing says so, and all integers in memory are of one type, that.
  ValueType pointedTo(const ValueType& pointer) const;
  /// The value as an integer of a type; as it is where the type is no integer or is not declared.
  static hrfcheck::ExprPtr converted(const TypedValue& value, const ValueType& type);
  /// The value as memory of a type holds it.
  static hrfcheck::ExprPtr stored(const TypedValue& value, const ValueType& type);
  /// What has been loaded from memory of a type.
  static TypedValue loaded(RegisterId reg, const ValueType& type);

  // What pointers point to: lower_pointers.cpp
  TypedValue castValue(const Expr& expr, const CastExpr& cast, const Target* target);
  /// As a cast does.
  TypedValue inType(const TypedValue& value, ValueType type, const Expr& at);
  void settle(TypedValue& pointer, const ValueType& view, const Expr& at);
  void pointTo(ValueType& type, TypedValue& value, const Expr& at);
  void pointTo(ValueType& type, const ValueType& from, const Expr& at);
  void checkBoth(const ValueType& one, const ValueType& other, const Expr& at);
  void keepMemory(ValueType& type, std::optional<IntegerKind> integers, const StructLayout* record,
                  const Expr& at);
  void checkAlignment(const TypedValue& from, const ValueType& type, const Expr& at);
  void checkKept(const TypedValue& value, const ValueType& place, const Expr& at);

  // Places and assignments: lower_places.cpp
  Lvalue lvalue(const Expr& expr);
  Lvalue dereference(const Expr& operand);
  MemoryLvalue element(const Expr& expr, const IndexExpr& index);
  std::optional<MemoryLvalue> nestedElement(const Expr& expr);
  MemoryLvalue member(const Expr& expr, const MemberExpr& member);
  void refusePointer(const MemberExpr& member);
  const FieldLayout& fieldOf(const ValueType& type, const MemberExpr& member, const Expr& at);
  /// The value of an expression that is used as an address.
  TypedValue pointerValue(const Expr& expr);
  Variable* reference(const Expr& expr);
  TypedValue assignment(const Expr& expr, const AssignExpr& assign, const Origin& origin);
  TypedValue assignRegister(const RegisterLvalue& target, const AssignExpr& assign, const Origin& origin);
  TypedValue assignMemory(const MemoryLvalue& target, const AssignExpr& assign, const Origin& origin);
  /// `++x`, `x--`: the new value, or the old one in a register of its own if it is `wanted`.
  TypedValue step(const Expr& operand, bool up, bool wantOld, const Origin& origin);
  void checkAssigned(const Variable& variable, const TypedValue& value, const Expr& at);

  // Conditions: lower_conditions.cpp
  /// Goes to `label` if the truth of `expr` is `sense`.
  void branchIf(const Expr& expr, bool sense, Label label, const Origin& origin);
  bool isPure(const Expr& expr);
  bool isPurePlace(const Expr& expr);
  bool changes(const Expr& expr, const std::vector<RegisterId>& registers);

  /// A part of an object of the thread, and the indexes on the way to it.
  struct ThreadPlace {
    Variable* object = nullptr;
    std::vector<const Expr*> indexes;
  };
  /// One of the registers of an object.
  struct Cell {
    RegisterId reg = 0;
    ValueType type;
  };
  /// A struct as a whole: in memory by its address, or an object of the thread.
  struct StructPlace {
    const StructLayout* layout = nullptr;
    hrfcheck::ExprPtr address;
    Variable* object = nullptr;  ///< null: in memory
    std::vector<hrfcheck::ExprPtr> indexes;
    bool isVolatile = false;
    std::optional<IntegerKind> memory = std::nullopt;  ///< ValueType::object
  };
  /// The same of a field of one.
  struct StructPart {
    hrfcheck::ExprPtr address;
    Variable* object = nullptr;
    std::vector<hrfcheck::ExprPtr> indexes;
  };

  // Arrays and structs of the thread: lower_arrays.cpp
  std::vector<Value> sizesOf(const Declarator& declarator, std::size_t listed);
  Variable threadObject(const std::string& name, const ValueType& type, std::vector<Value> sizes);
  Variable newObject(std::string_view name, const ValueType& type, std::vector<Value> sizes, Span at);
  void declareThreadObject(const Declarator& declarator, const ValueType& type);
  void initialise(Variable& object, const Declarator& declarator);
  static void collectCells(Variable& object, const std::vector<Value>& sizes, std::vector<Cell>& cells);
  static void collectElement(Variable& object, std::size_t number, std::vector<Cell>& cells);
  std::optional<ThreadPlace> threadPlace(const Expr& expr);
  std::optional<ThreadPlace> pointedPlace(const Expr& pointer);
  std::optional<ThreadPlace> arrayPlace(const Expr& expr);
  std::optional<ThreadPlace> passedPlace(const Expr& pointer);
  ThreadPlace fieldPlace(const ThreadPlace& place, const MemberExpr& member, const Expr& at);
  std::vector<hrfcheck::ExprPtr> checkedIndexes(const ThreadPlace& place, const Expr& at);
  Lvalue cellAt(Variable& object, const std::vector<hrfcheck::ExprPtr>& indexes, const Expr& at);
  Lvalue threadLvalue(const ThreadPlace& place, const Expr& at);
  TypedValue elementValue(const ElementLvalue& element);
  void setElement(const ElementLvalue& element, const TypedValue& value, const Origin& origin);
  TypedValue assignElement(const ElementLvalue& element, const AssignExpr& assign, const Origin& origin);
  TypedValue stepElement(const ElementLvalue& element, BinaryOp op, bool wantOld, const Expr& operand,
                         const Origin& origin);

  // Structs as a whole: lower_structs.cpp
  std::optional<StructPlace> structOf(const Expr& expr);
  StructPlace structValue(const Expr& expr);
  StructPlace components(const ValueType& type, const Expr& values);
  StructPlace components(const ValueType& type, const std::vector<const Expr*>& values, const Expr& at);
  std::optional<StructPlace> structResult(const Expr& expr, const CallExpr& call);
  static StructPart partOf(const StructPlace& place, std::size_t field, Value element);
  void copyStruct(const StructPlace& to, const StructPlace& from, const Origin& origin);
  void copyPart(const ValueType& written, const StructPart& to, const ValueType& read, const StructPart& from,
                const Origin& origin);
  bool assignStruct(const AssignExpr& assign, const Origin& origin);

  // Calls: lower_calls.cpp
  std::optional<TypedValue> call(const Expr& expr, const CallExpr& call, const Target* target, bool wanted);
  std::optional<TypedValue> inlined(const Expr& expr, const CallExpr& call, const Function& function,
                                    const Target* target, bool wanted);
  std::vector<Variable> arguments(const CallExpr& call, const Function& function);
  std::optional<Variable> objectArgument(const Expr& argument, const Parameter& parameter);
  Variable wordArgument(const Expr& argument, Type::Word word);
  const WordVariable* passedWord(const Expr& argument);
  void bindParameters(Frame& callee, const std::vector<Variable>& arguments, const CallExpr& call);
  std::optional<TypedValue> launchId(const Expr& expr, const CallExpr& call);
  void refuseCall(const Expr& expr, const Function& function, const CallExpr& call);
  [[noreturn]] void unknownFunction(const Expr& expr);

  // Calls that are no functions of memory: lower_calls.cpp
  /// assert and printf; false for every other name.
  bool diagnosticCall(const Expr& expr, const CallExpr& call);
  /// `convert_uchar(x)`, `as_uint(x)`; nothing for every other name.
  std::optional<TypedValue> conversionCall(const Expr& expr, const CallExpr& call, const Target* target);

  // Atomics, fences, barriers: lower_atomics.cpp, lower_compare_exchange.cpp
  std::optional<TypedValue> builtinCall(const Expr& expr, const CallExpr& call, const Builtin& builtin,
                                        const Target* target, bool wanted);
  void checkCount(const Expr& expr, const CallExpr& call, const Builtin& builtin);
  Atomicity atomicity(const CallExpr& call, const Builtin& builtin, const ValueType* object = nullptr);
  std::uint32_t scopeOf(const CallExpr& call, const Builtin& builtin, std::size_t next,
                        const ValueType* object);
  template <typename Word>
  struct WordsOf;
  template <typename Word>
  Word wordArgument(const Expr& argument, const WordsOf<Word>& words);
  Order orderArgument(const Expr& argument);
  std::uint32_t scopeArgument(const Expr& argument);
  FenceSpaces flagsArgument(const Expr& argument);
  IntegerKind kindOfUpdate(RmwOp op, const ValueType& type, const Expr& at);
  TypedValue objectArgument(const CallExpr& call, std::size_t more);
  TypedValue atomicLoad(const Expr& expr, const CallExpr& call, const Builtin& builtin, const Target* target);
  void atomicStore(const Expr& expr, const CallExpr& call, const Builtin& builtin);
  std::optional<TypedValue> readModifyWrite(const Expr& expr, const CallExpr& call, const Builtin& builtin,
                                            const Target* target, bool wanted);
  std::optional<TypedValue> compareExchange(const Expr& expr, const CallExpr& call, const Builtin& builtin,
                                            bool wanted);
  struct Expected;
  Expected expectedArgument(const CallExpr& call, const ValueType& object);
  std::optional<Order> failureOrder(const CallExpr& call, const Builtin& builtin, Order success);
  void fence(const Expr& expr, const CallExpr& call, const Builtin& builtin);
  bool isLocal(const TypedValue& pointer) const;
  Atomicity legacyAtomicity(const Expr& expr, const TypedValue& object);
  std::optional<TypedValue> exchangeIfEqual(const Expr& expr, const CallExpr& call, const Builtin& builtin,
                                            const Target* target, bool wanted);
  void checkMask(const Expr& expr, const CallExpr& call, const Builtin& builtin);

  // Operators on volatile and atomic objects: lower_objects.cpp
  std::optional<Atomicity> accessOf(const ValueType& type) const;
  TypedValue updateObject(const MemoryLvalue& target, BinaryOp op, const TypedValue& operand, bool wantOld,
                          const Origin& origin, const Expr& at);
  void declareDeduced(const Declarator& declarator);
  void barrier(const Expr& expr, const CallExpr& call, const Builtin& builtin);
  // Barriers at which threads vote: lower_votes.cpp
  std::optional<TypedValue> blockVote(const Expr& expr, const CallExpr& call);
  void meet(const Expr& place, const Origin& origin);
  Value barrierNumber(const Expr& expr);

  // Statements: lower_statements.cpp
  void statement(const Stmt& stmt);
  void lower(const Stmt& stmt);
  void declaration(const Declarator& declarator);
  void expressionStatement(const Stmt& stmt, const ExprStmt& expr);
  void block(const BlockStmt& stmt);
  void ifStatement(const IfStmt& stmt);
  void whileStatement(const WhileStmt& stmt);
  void doStatement(const DoStmt& loop);
  void forStatement(const ForStmt& stmt);
  void switchStatement(const SwitchStmt& stmt);
  void dispatch(const SwitchStmt& stmt, const std::vector<Label>& targets, Label end);
  void returnStatement(const Stmt& stmt, const ReturnStmt& statement);
  void labelled(const LabelStmt& stmt);
  Label labelOf(const Token& name);
  /// Where a statement that does nothing but go somewhere goes.
  std::optional<Label> destination(const Stmt& stmt);
  void loopBody(const Stmt& body, LoopLabels labels);
  /// branchIf; a mistake in the condition does not cost the statement around it.
  void condition(const Expr& expr, bool sense, Label label, const Origin& origin);

  // All of them
  Frame& frame() { return *frames_.back(); }
  Place placeOf(Span span) const { return {context_.source, span}; }
  Origin originOf(Span span) const { return {placeOf(span), foldedText(*context_.source, span), span}; }
  Origin originOf(const Expr& expr) const { return originOf(expr.span); }
  /// Shown as the statement that wants the value, if there is one.
  Origin originOf(const Expr& expr, const Target* target) const {
    return target == nullptr ? originOf(expr) : Origin{target->origin.place, target->origin.text, expr.span};
  }
  [[noreturn]] void fail(Span span, std::string message, std::string hint = "");
  void warn(Span span, std::string message, std::string hint = "");
  void emit(Operation operation, const Origin& origin);

  LoweringContext& context_;  ///< of which only the numbers of barriers change
  Names& names_;
  Diagnostics& diagnostics_;
  ThreadId thread_;
  CodeBuilder code_;
  std::vector<std::unique_ptr<Frame>> frames_;
  std::set<RegisterId> variables_;         ///< registers that tests can name
  std::map<RegisterId, Token> readFirst_;  ///< of declared variables, where
  /// Elements of arrays of the thread that are written by an index: which one is not known here.
  std::set<RegisterId> writtenByIndex_;
  std::set<RegisterId> written_;
  std::map<std::string_view, Variable> outside_;  ///< variables outside functions, bare locations
  std::deque<Variable> objects_;                  ///< structs that have no name
  Variable* returned_ = nullptr;                  ///< where the struct goes that the next call returns
  unsigned temporaries_ = 0;
  unsigned calls_ = 0;
  Value barrierId_ = 0;  ///< of the statement that is being lowered
  Span statement_ = {};  ///< the innermost one of a block that is being lowered
};

}  // namespace hrfcheck::frontend::c
