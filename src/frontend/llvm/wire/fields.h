#pragma once

#include "frontend/llvm/wire/compiled_module.h"
#include "util/overloaded.h"

/// The fields of everything that is written: one list for each struct, by which it is written and read.
namespace hrfcheck::frontend::llvm {

// What code uses, as numbers.

void fieldsOf(auto& wire, lowlevel::Number& o) {
  wire(o.op, o.bits, o.from, o.literal, o.index, o.operands);
}
void fieldsOf(auto& wire, Atomicity& o) {
  wire(o.order, o.level, o.remote);
}
void fieldsOf(auto& wire, FenceSpaces& o) {
  wire(o.global, o.local);
}

// Instructions. Those that this reader makes none of have no fields: they are refused where they are read.

void fieldsOf(auto&, lowlevel::Nothing&) {}
void fieldsOf(auto& wire, lowlevel::Compute& o) {
  wire(o.reg, o.value, o.guard);
}
void fieldsOf(auto& wire, lowlevel::Access& o) {
  wire(o.space, o.address, o.bytes, o.reads, o.writes, o.targets, o.values, o.isSigned, o.atomicity, o.update,
       o.expected, o.failure, o.signedUpdate, o.flushes, o.isFloat, o.readOnly, o.isVolatile, o.marks);
}
void fieldsOf(auto& wire, lowlevel::Require& o) {
  wire(o.condition);
}
void fieldsOf(auto& wire, lowlevel::Fence& o) {
  wire(o.order, o.level, o.asWritten, o.marks, o.orders, o.spaces);
}
void fieldsOf(auto& wire, lowlevel::WrittenOrder& o) {
  wire(o.order, o.failure);
}
void fieldsOf(auto& wire, lowlevel::BlockBarrier& o) {
  wire(o.number, o.count, o.waits);
}
void fieldsOf(auto& wire, lowlevel::ScopeBarrier& o) {
  wire(o.level, o.memoryLevel, o.spaces, o.order, o.number, o.fences);
}
void fieldsOf(auto& wire, lowlevel::BlockVote& o) {
  fieldsOf(wire, o.barrier);
  wire(o.question, o.reg, o.vote);
}
void fieldsOf(auto& wire, lowlevel::WarpBarrier& o) {
  wire(o.mask, o.orders);
}
void fieldsOf(auto& wire, lowlevel::LaneExchange& o) {
  wire(o.kind, o.target, o.inRange, o.value, o.lane, o.clamp, o.mask);
}
void fieldsOf(auto& wire, lowlevel::AsyncCopy& o) {
  wire(o.to, o.from, o.bytes, o.toSpace, o.fromSpace);
}
void fieldsOf(auto&, lowlevel::CommitCopies&) {}
void fieldsOf(auto& wire, lowlevel::AwaitCopies& o) {
  wire(o.pending);
}
void fieldsOf(auto& wire, lowlevel::Jump& o) {
  wire(o.target);
}
void fieldsOf(auto& wire, lowlevel::Branch& o) {
  wire(o.condition, o.target, o.skips);
}
void fieldsOf(auto&, lowlevel::Return&) {}
void fieldsOf(auto&, lowlevel::Exit&) {}
void fieldsOf(auto&, lowlevel::Fault&) {}
void fieldsOf(auto& wire, lowlevel::Forget& o) {
  wire(o.objects);
}
void fieldsOf(auto& wire, lowlevel::Refused& o) {
  wire(o.message);
}

/// Instructions of PTX alone, and calls, which are put in.
template <typename T>
concept OfPtxAlone = OneOf<T, lowlevel::MapAddress, lowlevel::AsyncStore, lowlevel::ArriveBehindCopies,
                           lowlevel::ClusterArrive, lowlevel::ClusterWait, lowlevel::Call>;
void fieldsOf(auto& wire, OfPtxAlone auto&) {
  wire.refuse("an instruction of PTX");
}

// What is around code.

void fieldsOf(auto& wire, lowlevel::Instruction& o) {
  wire(o.operation, o.origin);
}
void fieldsOf(auto& wire, lowlevel::RegisterDeclaration& o) {
  wire(o.name, o.bits);
}
void fieldsOf(auto& wire, lowlevel::Function& o) {
  wire(o.name, o.parameters, o.results, o.registers, o.code, o.body);
}
void fieldsOf(auto& wire, lowlevel::AddressInside& o) {
  wire(o.offset, o.object, o.addend, o.bytes, o.generic);
}
void fieldsOf(auto& wire, lowlevel::ObjectDeclaration& o) {
  wire(o.name, o.space, o.size, o.initial, o.addresses, o.function, o.ofDevice, o.apart);
}
void fieldsOf(auto& wire, lowlevel::Module& o) {
  wire(o.addressBits, o.objects, o.functions);
}
void fieldsOf(auto& wire, lowlevel::ElementType& o) {
  wire(o.bytes, o.isFloat, o.isSigned);
}
void fieldsOf(auto& wire, CompiledField& o) {
  wire(o.name, o.offset, o.type);
}
void fieldsOf(auto& wire, CompiledType& o) {
  wire(o.bytes, o.element, o.fields, o.of, o.pointer);
}
void fieldsOf(auto& wire, CompiledName& o) {
  wire(o.name, o.object, o.type, o.pointsTo, o.parameter);
}
void fieldsOf(auto& wire, CompiledEntry& o) {
  wire(o.symbol, o.called, o.function, o.parameters, o.requiredBlock, o.largestBlock, o.line);
}
void fieldsOf(auto& wire, CompiledAnswer& o) {
  wire(o.variable, o.symbol, o.number);
}
void fieldsOf(auto& wire, CodeLine& o) {
  wire(o.file, o.line, o.column, o.caller);
}
void fieldsOf(auto& wire, CodeOrigin& o) {
  wire(o.name, o.text, o.line, o.textLine);
}
void fieldsOf(auto& wire, CompiledModule& o) {
  wire(o.failure, o.language, o.target, o.module, o.entries, o.variables, o.answers, o.origins, o.lines,
       o.files, o.types);
}

// The last value of each enumeration.

constexpr ModuleLanguage lastOf(ModuleLanguage) {
  return ModuleLanguage::C;
}
constexpr lowlevel::NumberOp lastOf(lowlevel::NumberOp) {
  return lowlevel::NumberOp::NotComputed;
}
constexpr lowlevel::Space lastOf(lowlevel::Space) {
  return lowlevel::Space::Parameter;
}
constexpr Order lastOf(Order) {
  return Order::SeqCst;
}
constexpr RmwOp lastOf(RmwOp) {
  return static_cast<RmwOp>(255);
}
constexpr lowlevel::BlockVote::Question lastOf(lowlevel::BlockVote::Question) {
  return lowlevel::BlockVote::Question::HowMany;
}
constexpr lowlevel::LaneExchange::Kind lastOf(lowlevel::LaneExchange::Kind) {
  return lowlevel::LaneExchange::Kind::Xor;
}

}  // namespace hrfcheck::frontend::llvm
