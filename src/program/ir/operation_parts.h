#pragma once

#include <type_traits>

#include "program/ir/instruction.h"
#include "util/overloaded.h"

/// What operations consist of, for code that asks the same of all of them.
namespace hrfcheck::inline program {

/// A part of an operation, with what it is there for.
template <typename T>
struct AddressPart {
  T& expr;
};
template <typename T>
AddressPart(T&) -> AddressPart<T>;
/// What is stored, combined, compared, assigned, branched or voted on.
template <typename T>
struct ValuePart {
  T& expr;
};
template <typename T>
ValuePart(T&) -> ValuePart<T>;
/// What names or counts a barrier.
template <typename T>
struct NumberPart {
  T& number;
};
template <typename T>
NumberPart(T&) -> NumberPart<T>;
/// A register that the operation sets.
template <typename T>
struct TargetPart {
  T& reg;
};
template <typename T>
TargetPart(T&) -> TargetPart<T>;
template <typename T>
struct AtomicityPart {
  T& atomicity;
};
template <typename T>
AtomicityPart(T&) -> AtomicityPart<T>;
/// Where it jumps to, or says that a wavefront reconverges.
template <typename T>
struct LabelPart {
  T& instruction;
};
template <typename T>
LabelPart(T&) -> LabelPart<T>;

/// T, const where Whole is.
template <typename Whole, typename T>
using Like = std::conditional_t<std::is_const_v<Whole>, const T, T>;

/// Calls with the parts of an operation: what it sets, its address, its other operands, the rest. A visitor
/// says what it does with some of these, and of the others that it does nothing: `[](const auto&) {}`.
template <typename Whole, typename Visit>
void visitParts(Whole& operation, Visit&& visit) {
  using Atomic = Like<Whole, Atomicity>;
  const auto atomic = [&](auto& atomicity) {
    if (atomicity) {
      visit(AtomicityPart<Atomic>{*atomicity});
    }
  };
  const auto target = [&](auto& reg) {
    if (reg) {
      visit(TargetPart<Like<Whole, RegisterId>>{*reg});
    }
  };
  std::visit(Overloaded{[&](Like<Whole, LoadOp>& o) {
                          visit(TargetPart{o.target});
                          visit(AddressPart{o.address});
                          atomic(o.atomicity);
                        },
                        [&](Like<Whole, StoreOp>& o) {
                          visit(AddressPart{o.address});
                          visit(ValuePart{o.value});
                          atomic(o.atomicity);
                        },
                        [&](Like<Whole, RmwOperation>& o) {
                          target(o.target);
                          visit(AddressPart{o.address});
                          visit(ValuePart{o.operand});
                          if (o.expected) {
                            visit(ValuePart{o.expected});
                          }
                          visit(AtomicityPart<Atomic>{o.atomicity});
                        },
                        [&](Like<Whole, FenceOp>& o) { atomic(o.atomicity); },
                        [&](Like<Whole, BarrierOp>& o) {
                          visit(NumberPart{o.instance});
                          visit(NumberPart{o.id});
                          if (o.count) {
                            visit(NumberPart<Like<Whole, BarrierNumber>>{*o.count});
                          }
                        },
                        [&](Like<Whole, AssignOp>& o) {
                          visit(TargetPart{o.target});
                          visit(ValuePart{o.value});
                        },
                        [&](Like<Whole, BranchOp>& o) {
                          visit(ValuePart{o.condition});
                          visit(LabelPart{o.target});
                        },
                        [&](Like<Whole, JumpOp>& o) { visit(LabelPart{o.target}); },
                        [](Like<Whole, ExitOp>&) {}, [](Like<Whole, NopOp>&) {},
                        [&](Like<Whole, LockLoadOp>& o) {
                          target(o.locked);
                          target(o.target);
                          visit(AddressPart{o.address});
                        },
                        [&](Like<Whole, UnlockStoreOp>& o) {
                          visit(AddressPart{o.address});
                          visit(ValuePart{o.value});
                        },
                        [&](Like<Whole, VoteOp>& o) {
                          visit(TargetPart{o.target});
                          visit(ValuePart{o.ballot});
                        },
                        [&](Like<Whole, ReconvergenceOp>& o) { visit(LabelPart{o.target}); }},
             operation);
}

/// Calls with each expression of an operation, which may be changed: the address, then the others.
template <typename Whole, typename Visit>
void forEachExpr(Whole& operation, Visit&& visit) {
  visitParts(operation,
             Overloaded{[&](AddressPart<Like<Whole, ExprPtr>> part) { visit(part.expr); },
                        [&](ValuePart<Like<Whole, ExprPtr>> part) { visit(part.expr); }, [](const auto&) {}});
}

/// Calls with the instruction that an operation names, if it names one.
template <typename Whole, typename Visit>
void forEachLabel(Whole& operation, Visit&& visit) {
  visitParts(operation,
             Overloaded{[&](LabelPart<Like<Whole, std::uint32_t>> part) { visit(part.instruction); },
                        [](const auto&) {}});
}

}  // namespace hrfcheck::inline program
