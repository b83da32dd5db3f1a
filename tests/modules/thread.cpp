#include "modules/thread.h"

#include <algorithm>

#include "modules/arithmetic.h"

namespace hrfcheck::modules {
namespace {

/// Of a thread, without an access that others can notice.
constexpr unsigned kMostSteps = 4000;
constexpr std::size_t kAlignment = 16;

void append(std::string& key, std::uint64_t number) {
  for (unsigned b = 0; b < 8; ++b) {
    key.push_back(static_cast<char>(number >> (8 * b)));
  }
}

std::size_t rounded(std::size_t size) {
  return (size + kAlignment - 1) / kAlignment * kAlignment;
}

std::size_t sizeOf(const std::vector<Variable>& variables) {
  std::size_t size = 0;
  for (const Variable& variable : variables) {
    size += rounded(variable.size);
  }
  return size;
}

void enter(ThreadState& thread, const Function& function) {
  Frame frame;
  frame.function = &function;
  frame.base = thread.local.size();
  frame.registers.resize(function.registers.size());
  frame.defined.resize(function.registers.size());
  thread.local.append(sizeOf(function.results) + sizeOf(function.parameters) + sizeOf(function.variables),
                      '\0');
  thread.frames.push_back(std::move(frame));
}

}  // namespace

std::string State::key() const {
  std::string key = global;
  for (const std::string& block : shared) {
    key += block;
  }
  for (const ThreadState& thread : threads) {
    append(key, static_cast<std::uint64_t>(thread.status));
    append(key, thread.frames.size());
    for (const Frame& frame : thread.frames) {
      append(key, reinterpret_cast<std::uintptr_t>(frame.function));
      append(key, frame.at);
      for (const std::uint64_t value : frame.registers) {
        append(key, value);
      }
    }
    key += thread.local;
    key += thread.carry ? '1' : '0';
  }
  return key;
}

Executor::Executor(const Module& module, const Launch& launch)
    : module_(module), launch_(launch), map_(module, launch) {}

State Executor::initial() const {
  State state;
  state.global = map_.global();
  state.shared.assign(launch_.blocks, map_.shared());
  ThreadState thread;
  const Function& entry = module_.functions.at(module_.entry);
  enter(thread, entry);
  for (const Variable& parameter : entry.parameters) {
    const auto address = map_.addressOf(parameter.name);
    const std::uint64_t value = address ? *address : launch_.numbers.at(parameter.name);
    for (std::uint64_t b = 0; b < parameter.size; ++b) {
      thread.local[placeInFrame(thread.top(), parameter.name).value() + b] =
          static_cast<char>(value >> (8 * b));
    }
  }
  state.threads.assign(launch_.threads(), thread);
  return state;
}

std::optional<std::size_t> Executor::placeInFrame(const Frame& frame, const std::string& name) const {
  std::size_t at = frame.base;
  for (const auto* variables :
       {&frame.function->results, &frame.function->parameters, &frame.function->variables}) {
    for (const Variable& variable : *variables) {
      if (variable.name == name) {
        return at;
      }
      at += rounded(variable.size);
    }
  }
  return std::nullopt;
}

std::uint64_t Executor::special(unsigned thread, const std::string& name) const {
  const unsigned item = thread % launch_.items;
  if (name == "%tid.x" || name == "%laneid") {
    return item;
  }
  if (name == "%ctaid.x") {
    return thread / launch_.items;
  }
  if (name == "%ntid.x") {
    return launch_.items;
  }
  if (name == "%nctaid.x") {
    return launch_.blocks;
  }
  throw Mistake("special register " + name);
}

std::uint64_t Executor::valueOf(const State& state, unsigned thread, const Operand& operand,
                                const Type& type) const {
  const Frame& frame = state.threads[thread].top();
  switch (operand.kind) {
    case Operand::Kind::Number:
      return cut(operand.bits, type.bits);
    case Operand::Kind::Special:
      return special(thread, operand.text);
    case Operand::Kind::Register: {
      if (frame.defined[operand.slot] == 0) {
        throw Mistake("line " + std::to_string(frame.here().line) + ": a register that nothing has written");
      }
      const std::uint64_t value = cut(frame.registers[operand.slot], type.bits);
      return operand.negated ? value ^ 1 : value;
    }
    case Operand::Kind::Symbol:
      if (const auto place = placeInFrame(frame, operand.text)) {
        return *place;
      }
      if (const auto address = map_.addressOf(operand.text)) {
        return *address;
      }
      break;
    default:
      break;
  }
  throw Mistake("line " + std::to_string(frame.here().line) + ": an operand that has no value");
}

/// A result that is narrower than its register is extended, as its type says (ISA, 9.4.1).
void Executor::write(ThreadState& thread, const Operand& target, std::uint64_t value,
                     const Type& type) const {
  Frame& frame = thread.top();
  if (target.kind != Operand::Kind::Register) {
    throw Mistake("a result that goes nowhere");
  }
  const unsigned width = frame.function->registers[target.slot];
  if (width < type.bits) {
    throw Mistake("line " + std::to_string(frame.here().line) + ": a register that is too small");
  }
  const std::uint64_t wide = type.isSigned() ? static_cast<std::uint64_t>(signedOf(value, type.bits)) : value;
  frame.registers[target.slot] = cut(wide, width);
  frame.defined[target.slot] = 1;
}

void Executor::runAlone(State& state, unsigned t) const {
  ThreadState& thread = state.threads[t];
  for (unsigned step = 0; thread.status == Status::Runs; ++step) {
    if (step > kMostSteps) {
      throw Mistake("a thread that goes on and on");
    }
    Frame& frame = thread.top();
    if (frame.at == frame.function->code.size()) {
      leave(state, t);
      continue;
    }
    const Instruction& in = frame.here();
    if (in.guard) {
      Operand guard;
      guard.kind = Operand::Kind::Register;
      guard.slot = in.guard->slot;
      if ((valueOf(state, t, guard, {'p', 1}) != 0) == in.guard->negated) {
        ++frame.at;
        continue;
      }
    }
    if (in.name == "bra") {
      frame.at = frame.function->labels.at(in.operands[0].text);
    } else if (in.name == "exit") {
      thread.status = Status::Ended;
    } else if (in.name == "ret") {
      leave(state, t);
    } else if (in.name == "trap") {
      thread.status = Status::Failed;
    } else if (in.name == "call") {
      call(state, t, in);
    } else if ((in.name == "bar" || in.name == "barrier") && !in.has("warp")) {
      thread.status = Status::Block;
    } else if (in.name == "shfl" || in.name == "vote" || in.name == "match" || in.name == "redux" ||
               in.name == "bar") {
      thread.status = Status::Warp;
    } else if (in.name == "fence" || in.name == "membar") {
      ++frame.at;  // of interleavings there is no order to make
    } else if (in.name == "ld" || in.name == "st" || in.name == "atom" || in.name == "red") {
      if (isAccess(state, t)) {
        return;
      }
      access(state, t);
    } else {
      compute(state, t, in);
      ++frame.at;
    }
  }
}

/// Arguments and results are copied between the .param variables of the two.
void Executor::call(State& state, unsigned t, const Instruction& in) const {
  ThreadState& thread = state.threads[t];
  const Function& callee = module_.functions.at(in.operands.at(1).text);
  const Frame caller = thread.top();
  enter(thread, callee);
  for (std::size_t i = 0; i < callee.parameters.size(); ++i) {
    const Variable& parameter = callee.parameters[i];
    const std::size_t from = placeInFrame(caller, in.operands.at(2).parts.at(i).text).value();
    const std::size_t to = placeInFrame(thread.top(), parameter.name).value();
    std::copy_n(thread.local.begin() + static_cast<std::ptrdiff_t>(from), parameter.size,
                thread.local.begin() + static_cast<std::ptrdiff_t>(to));
  }
}

void Executor::leave(State& state, unsigned t) const {
  ThreadState& thread = state.threads[t];
  if (thread.frames.size() == 1) {
    thread.status = Status::Ended;
    return;
  }
  const Frame callee = thread.top();
  thread.frames.pop_back();
  Frame& caller = thread.top();
  const Instruction& in = caller.here();
  for (std::size_t i = 0; i < callee.function->results.size(); ++i) {
    const Variable& result = callee.function->results[i];
    const std::size_t from = placeInFrame(callee, result.name).value();
    const std::size_t to = placeInFrame(caller, in.operands.at(0).parts.at(i).text).value();
    std::copy_n(thread.local.begin() + static_cast<std::ptrdiff_t>(from), result.size,
                thread.local.begin() + static_cast<std::ptrdiff_t>(to));
  }
  thread.local.resize(callee.base);
  ++caller.at;
}

}  // namespace hrfcheck::modules
