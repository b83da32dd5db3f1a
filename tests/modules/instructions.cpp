#include <algorithm>

#include "modules/arithmetic.h"
#include "modules/thread.h"

// What single instructions do to a thread.

namespace hrfcheck::modules {
namespace {

constexpr Type kWord = {'u', 32};
constexpr Type kPredicate = {'p', 1};

Type doubled(Type type) {
  type.bits *= 2;
  return type;
}

/// The types of source operands, where they are not the instruction's.
Type sourceType(const Instruction& in, std::size_t i) {
  const std::string& name = in.name;
  if (name == "cvt" || name == "set") {
    return in.types.at(1);
  }
  if (name == "slct") {
    return in.types.at(i == 2 ? 1 : 0);
  }
  const bool counts =
      (i == 1 && (name == "shl" || name == "shr")) || (i >= 1 && name == "bfe") || (i >= 2 && name == "bfi");
  if (counts || name == "lop3" || name == "prmt") {
    return kWord;
  }
  if (name == "selp" && i == 2) {
    return kPredicate;
  }
  return in.has("wide") && i == 2 ? doubled(in.type()) : in.type();
}

Type resultType(const Instruction& in) {
  const std::string& name = in.name;
  if (name == "popc" || name == "clz" || name == "bfind") {
    return kWord;
  }
  if (name == "cvt" || name == "set" || name == "slct") {
    return in.types.front();
  }
  return in.has("wide") ? doubled(in.type()) : in.type();
}

std::uint64_t wordIn(const std::string& memory, std::size_t at, unsigned bytes) {
  std::uint64_t word = 0;
  for (unsigned b = 0; b < bytes; ++b) {
    word |= std::uint64_t{static_cast<std::uint8_t>(memory[at + b])} << (8 * b);
  }
  return word;
}

void put(std::string& memory, std::size_t at, unsigned bytes, std::uint64_t word) {
  for (unsigned b = 0; b < bytes; ++b) {
    memory[at + b] = static_cast<char>(word >> (8 * b));
  }
}

/// ISA, `atom`: what is stored.
std::uint64_t updated(const Instruction& in, std::uint64_t old, const std::vector<std::uint64_t>& o) {
  const Type& t = in.type();
  if (in.has("cas")) {
    return old == o[0] ? o[1] : old;
  }
  if (in.has("exch")) {
    return o[0];
  }
  if (in.has("inc")) {
    return old >= o[0] ? 0 : old + 1;
  }
  if (in.has("dec")) {
    return old == 0 || old > o[0] ? o[0] : old - 1;
  }
  Instruction operation;
  operation.types = {t};
  for (const char* name : {"add", "min", "max", "and", "or", "xor"}) {
    if (in.has(name)) {
      operation.name = name;
      bool carry = false;
      return computed(operation, {old, o[0]}, carry).value();
    }
  }
  throw Mistake("an atom of no operation");
}

}  // namespace

void Executor::compute(State& state, unsigned t, const Instruction& in) const {
  ThreadState& thread = state.threads[t];
  if (in.name == "setp") {
    setPredicates(state, t, in);
    return;
  }
  if (in.name == "cvta") {
    convertAddress(state, t, in);
    return;
  }
  if (in.name == "mov" &&
      (in.operands[0].kind == Operand::Kind::Vector || in.operands[1].kind == Operand::Kind::Vector)) {
    move(state, t, in);
    return;
  }
  std::vector<std::uint64_t> sources;
  for (std::size_t i = 1; i < in.operands.size(); ++i) {
    sources.push_back(valueOf(state, t, in.operands[i], sourceType(in, i - 1)));
  }
  const auto result = computed(in, sources, thread.carry);
  if (!result) {
    throw Mistake("line " + std::to_string(in.line) + ": '" + in.name + "' is not known");
  }
  write(thread, in.operands[0], *result, resultType(in));
}

/// `mov.b64 {a, b}, c` and the other way round: the lowest bits first.
void Executor::move(State& state, unsigned t, const Instruction& in) const {
  const Operand& target = in.operands[0];
  const Operand& source = in.operands[1];
  const auto parts = static_cast<unsigned>(std::max(target.parts.size(), source.parts.size()));
  const Type each{'b', in.type().bits / parts};
  if (target.kind == Operand::Kind::Vector) {
    const std::uint64_t whole = valueOf(state, t, source, in.type());
    for (unsigned i = 0; i < parts; ++i) {
      write(state.threads[t], target.parts[i], cut(whole >> (i * each.bits), each.bits), each);
    }
    return;
  }
  std::uint64_t whole = 0;
  for (unsigned i = 0; i < parts; ++i) {
    whole |= valueOf(state, t, source.parts[i], each) << (i * each.bits);
  }
  write(state.threads[t], target, whole, in.type());
}

/// ISA, `setp`: p of the comparison, q of its negation, each joined with c.
void Executor::setPredicates(State& state, unsigned t, const Instruction& in) const {
  const Type& type = in.type();
  const bool holds =
      compares(in, type, valueOf(state, t, in.operands[1], type), valueOf(state, t, in.operands[2], type));
  const bool joins = in.operands.size() > 3;
  const bool other = joins && valueOf(state, t, in.operands[3], kPredicate) != 0;
  const auto joined = [&](bool value) {
    return !joins ? value : in.has("and") ? value && other : in.has("or") ? value || other : value != other;
  };
  const Operand& target = in.operands[0];
  if (target.kind != Operand::Kind::Pair) {
    write(state.threads[t], target, joined(holds) ? 1 : 0, kPredicate);
    return;
  }
  write(state.threads[t], target.parts[0], joined(holds) ? 1 : 0, kPredicate);
  write(state.threads[t], target.parts[1], joined(!holds) ? 1 : 0, kPredicate);
}

void Executor::convertAddress(State& state, unsigned t, const Instruction& in) const {
  const std::uint64_t window = in.has("shared")  ? MemoryMap::kSharedWindow
                               : in.has("local") ? MemoryMap::kLocalWindow
                                                 : 0;
  const std::uint64_t address = valueOf(state, t, in.operands[1], in.type());
  write(state.threads[t], in.operands[0], in.has("to") ? address - window : address + window, in.type());
}

std::uint64_t Executor::genericAddress(const State& state, unsigned t, const Instruction& in,
                                       const Operand& address) const {
  const Operand& base = address.parts.at(0);
  const Frame& frame = state.threads[t].top();
  const bool word = base.kind == Operand::Kind::Register && frame.function->registers[base.slot] == 32;
  const std::uint64_t at = valueOf(state, t, base, {'u', word ? 32U : 64U}) + address.bits;
  return at + (in.has("shared") || in.has("shared::cta") ? MemoryMap::kSharedWindow
               : in.has("local") || in.has("param")      ? MemoryMap::kLocalWindow
                                                         : 0);
}

/// The bytes of an access; no memory where they are out of bounds.
Executor::Bytes Executor::bytesOf(State& state, unsigned t, const Instruction& in, const Operand& address,
                                  unsigned size) const {
  const Where where = map_.whereIs(genericAddress(state, t, in, address), size);
  switch (where.space) {
    case Where::Space::Global:
      return {&state.global, where.at, true};
    case Where::Space::Shared:
      return {&state.shared[t / launch_.items], where.at, true};
    case Where::Space::Local:
      if (where.at + size > state.threads[t].local.size()) {
        throw Mistake("line " + std::to_string(in.line) + ": local memory out of bounds");
      }
      return {&state.threads[t].local, where.at, false};
    default:
      return {nullptr, 0, true};
  }
}

namespace {

const Operand& addressIn(const Instruction& in) {
  return *std::ranges::find(in.operands, Operand::Kind::Address, &Operand::kind);
}

unsigned elementsOf(const Instruction& in) {
  return in.has("v2") ? 2 : in.has("v4") ? 4 : 1;
}

}  // namespace

bool Executor::isAccess(const State& state, unsigned t) const {
  const Instruction& in = state.threads[t].top().here();
  const unsigned size = in.type().bytes() * elementsOf(in);
  return map_.whereIs(genericAddress(state, t, in, addressIn(in)), size).space != Where::Space::Local;
}

bool Executor::access(State& state, unsigned t) const {
  ThreadState& thread = state.threads[t];
  const Instruction& in = thread.top().here();
  const Bytes bytes = bytesOf(state, t, in, addressIn(in), in.type().bytes() * elementsOf(in));
  if (bytes.memory == nullptr) {
    thread.status = Status::Failed;
    return false;
  }
  if (in.name == "ld" || in.name == "st") {
    loadOrStore(state, t, in, bytes);
  } else {
    update(state, t, in, bytes);
  }
  ++thread.top().at;
  return true;
}

void Executor::loadOrStore(State& state, unsigned t, const Instruction& in, const Bytes& bytes) const {
  const bool loads = in.name == "ld";
  const Operand& operand = in.operands.at(loads ? 0 : 1);
  const unsigned size = in.type().bytes();
  for (unsigned e = 0; e < elementsOf(in); ++e) {
    const Operand& element = operand.kind == Operand::Kind::Vector ? operand.parts.at(e) : operand;
    const std::size_t at = bytes.at + e * size;
    if (loads) {
      write(state.threads[t], element, wordIn(*bytes.memory, at, size), in.type());
    } else {
      put(*bytes.memory, at, size, valueOf(state, t, element, in.type()));
    }
  }
}

void Executor::update(State& state, unsigned t, const Instruction& in, const Bytes& bytes) const {
  const unsigned size = in.type().bytes();
  const std::size_t first = in.name == "atom" ? 2 : 1;
  std::vector<std::uint64_t> operands;
  for (std::size_t i = first; i < in.operands.size(); ++i) {
    operands.push_back(valueOf(state, t, in.operands[i], in.type()));
  }
  const std::uint64_t old = wordIn(*bytes.memory, bytes.at, size);
  const std::uint64_t next = updated(in, old, operands);
  put(*bytes.memory, bytes.at, size, next);
  if (in.name == "atom") {
    write(state.threads[t], in.operands[0], old, in.type());
  }
}

}  // namespace hrfcheck::modules
