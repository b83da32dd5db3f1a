#include "frontend/spirv/kernel/pointers.h"

#include <algorithm>
#include <numeric>

#include "frontend/spirv/module/module.h"

namespace hrfcheck::frontend::spirv {
namespace {

/// Most numbers of a variable that is kept in registers, where an index into it is not known.
constexpr std::size_t kMostIndexed = 16;

/// Whether a variable of the module may be a thread's own, or does not change.
bool isOwn(spv::StorageClass storage) {
  return storage == spv::StorageClass::Private || storage == spv::StorageClass::Input ||
         storage == spv::StorageClass::PushConstant;
}

std::uint64_t distance(Value a, Value b) {
  return a > b ? static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b)
               : static_cast<std::uint64_t>(b) - static_cast<std::uint64_t>(a);
}

}  // namespace

bool Target::join(const Target& other) {
  if (other.roots.empty()) {
    return false;
  }
  if (roots.empty()) {
    *this = other;
    return true;
  }
  const std::size_t before = roots.size();
  roots.insert(other.roots.begin(), other.roots.end());
  const std::uint64_t common = std::gcd(std::gcd(step, other.step), distance(base, other.base));
  const bool changed = roots.size() != before || common != step;
  step = common;
  return changed;
}

void Target::addMultiplesOf(std::uint64_t bytes) {
  step = std::gcd(step, bytes);
}

std::optional<std::vector<ChainStep>> stepsOf(const Instruction& chain, Id pointerType, Types& types) {
  std::vector<ChainStep> steps;
  const Type& pointer = types.of(pointerType);
  if (pointer.kind != TypeKind::Pointer) {
    return std::nullopt;
  }
  Id at = pointer.parts[0];
  std::size_t next = 1;
  const auto index = [&](std::uint64_t stride, std::uint32_t count, std::size_t leaves) {
    const Id id = chain.operands[next++];
    if (const auto known = types.constant(id)) {
      const Instruction* constant = types.definition(id);
      const Value number = wrapped(*known, {types.of(constant->type).integer.bits, true});
      const Value most = Value{1} << 40U;
      steps.push_back({std::clamp(number, -most, most) * static_cast<Value>(stride), kNoId, stride, count,
                       leaves * static_cast<std::size_t>(std::max<Value>(number, 0))});
      if (number < 0 || (count != 0 && number >= count)) {
        steps.back().leaves = kMostLeaves + 1;
      }
    } else {
      steps.push_back({0, id, stride, count, leaves});
    }
  };
  if (hasElementOperand(chain.op)) {
    if (chain.operands.size() < 2) {
      return std::nullopt;
    }
    const Type& element = types.of(at);
    const std::uint64_t size = (element.size + element.alignment - 1) / element.alignment * element.alignment;
    index(pointer.stride != 0 ? pointer.stride : size, 0, types.leafCount(at));
  }
  while (next < chain.operands.size()) {
    const Type type = types.of(at);
    if (type.kind == TypeKind::Struct) {
      const auto member = types.constant(chain.operands[next++]);
      if (!member || *member < 0 || *member >= static_cast<Value>(type.parts.size())) {
        return std::nullopt;
      }
      const auto m = static_cast<std::uint32_t>(*member);
      steps.push_back({static_cast<Value>(type.offsets[m]), kNoId, 0, 0, types.leafOffset(type, m)});
      at = type.parts[m];
    } else if (type.kind == TypeKind::Vector || type.kind == TypeKind::Array ||
               type.kind == TypeKind::RuntimeArray) {
      index(type.stride, type.count, types.leafCount(type.parts[0]));
      at = type.parts[0];
    } else {
      return std::nullopt;
    }
  }
  return steps;
}

Pointers::Pointers(const Module& module, Types& types, const Function& entry, const Deadline& deadline)
    : module_(module), types_(types), entry_(entry), look_(deadline) {
  collectVariables();
  keepInRegisters();
  bool changed = true;
  while (changed) {
    changed = false;
    forEach([&](const Instruction& in) { changed = flow(in) || changed; });
  }
  collectAccesses();
}

template <typename Take>
void Pointers::forEach(Take take) const {
  for (const Block& block : entry_.blocks) {
    for (const Instruction& in : block.code) {
      look_.spend(1 + in.operands.size());
      take(in);
    }
  }
}

void Pointers::collectVariables() {
  const auto root = [&](Id id) { targets_[id] = {{id}, 0, 0}; };
  for (const Id id : module_.variables) {
    const Instruction& variable = *module_.global(id);
    root(id);
    if (isOwn(types_.of(variable.type).storage)) {
      variables_.push_back(&variable);
    }
  }
  for (const Instruction& parameter : entry_.parameters) {
    if (types_.of(parameter.type).kind == TypeKind::Pointer) {
      root(parameter.result);
    }
  }
  forEach([&](const Instruction& in) {
    if (in.op == spv::Op::OpVariable) {
      root(in.result);
      variables_.push_back(&in);
    }
  });
}

/// Copies of pointers that nothing but OpLifetimeStart and OpLifetimeStop uses.
void Pointers::findLifetimes() {
  forEach([&](const Instruction& in) {
    if (isPointerCopy(in.op)) {
      lifetimesOnly_.insert(in.result);
    }
  });
  forEach([&](const Instruction& in) {
    if (in.op != spv::Op::OpLifetimeStart && in.op != spv::Op::OpLifetimeStop) {
      for (const Id operand : usedBy(in)) {
        lifetimesOnly_.erase(operand);
      }
    }
  });
}

void Pointers::keepInRegisters() {
  findLifetimes();
  for (const Instruction* variable : variables_) {
    if (types_.leafCount(types_.pointeeId(variable->type)) > 0) {
      registers_.insert(variable->result);
      chains_[variable->result] = variable->result;
      whole_.insert(variable->result);
    }
  }
  bool changed = true;
  while (changed) {
    changed = false;
    forEach([&](const Instruction& in) {
      changed = (isAccessChain(in.op)                       ? follow(in)
                 : isPointerCopy(in.op) && keepsItsType(in) ? followCopy(in)
                                                            : dropOthers(in)) ||
                changed;
    });
  }
}

/// The variable that an id leads to is kept in memory.
bool Pointers::drop(Id id) {
  const auto found = chains_.find(id);
  return found != chains_.end() && registers_.erase(found->second) > 0;
}

/// Uses but loads, stores and indices.
bool Pointers::dropOthers(const Instruction& in) {
  if (in.op == spv::Op::OpLoad || in.op == spv::Op::OpLifetimeStart || in.op == spv::Op::OpLifetimeStop ||
      in.op == spv::Op::OpCopyMemory) {
    return false;
  }
  if (in.op == spv::Op::OpStore) {
    return drop(in.operands[1]);
  }
  bool changed = false;
  for (const Id operand : usedBy(in)) {
    changed = drop(operand) || changed;
  }
  return changed;
}

bool Pointers::follow(const Instruction& chain) {
  const auto base = chains_.find(chain.operands[0]);
  if (base == chains_.end() || !registers_.contains(base->second)) {
    return false;
  }
  return staysInRegisters(chain) ? chains_.emplace(chain.result, base->second).second
                                 : drop(chain.operands[0]);
}

bool Pointers::followCopy(const Instruction& copy) {
  const auto base = chains_.find(copy.operands[0]);
  if (whole_.contains(copy.operands[0])) {
    whole_.insert(copy.result);
  }
  return base != chains_.end() && registers_.contains(base->second) &&
         chains_.emplace(copy.result, base->second).second;
}

/// Whether what is pointed to is of the same type before and behind a copy of a pointer; or of no matter,
/// where compilers say how long variables live.
bool Pointers::keepsItsType(const Instruction& copy) {
  const Id to = types_.pointeeId(copy.type);
  const Id from = types_.pointeeId(types_.typeOf(copy.operands[0]));
  return to != kNoId && (to == from || lifetimesOnly_.contains(copy.result));
}

bool Pointers::staysInRegisters(const Instruction& chain) {
  const auto steps = stepsOf(chain, types_.typeOf(chain.operands[0]), types_);
  if (!steps) {
    return false;
  }
  for (std::size_t s = 0; s < steps->size(); ++s) {
    const ChainStep& step = (*steps)[s];
    const bool element = s == 0 && hasElementOperand(chain.op);
    const bool good = element ? step.index == kNoId && step.bytes == 0
                              : step.leaves <= kMostLeaves &&
                                    (step.index == kNoId || step.count * step.leaves <= kMostIndexed);
    if (!good) {
      return false;
    }
  }
  return true;
}

bool Pointers::flow(const Instruction& in) {
  if (isAccessChain(in.op)) {
    return chain(in);
  }
  if (isPointerCopy(in.op)) {
    return join(in.result, {in.operands[0]});
  }
  switch (in.op) {
    case spv::Op::OpSelect:
      return join(in.result, {in.operands[1], in.operands[2]});
    case spv::Op::OpPhi:
      return join(in.result, usedBy(in));
    case spv::Op::OpLoad:
      return load(in);
    case spv::Op::OpStore: {
      const Id variable = registerVariable(in.operands[0]);
      return variable != kNoId ? contents_[variable].join(targetOf(in.operands[1])) : keepStored(in);
    }
    case spv::Op::OpCopyMemory: {
      const Id to = registerVariable(in.operands[0]);
      const Id from = registerVariable(in.operands[1]);
      const Target copied = from != kNoId ? contents_[from] : stored_;
      return (to != kNoId ? contents_[to] : stored_).join(copied);
    }
    default:
      return keepStored(in);
  }
}

bool Pointers::chain(const Instruction& in) {
  Target target = targetOf(in.operands[0]);
  const auto steps = stepsOf(in, types_.typeOf(in.operands[0]), types_);
  if (target.roots.empty() || !steps) {
    return false;
  }
  for (const ChainStep& step : *steps) {
    target.add(step.bytes);
    if (step.index != kNoId) {
      target.addMultiplesOf(step.stride);
    }
  }
  return targets_[in.result].join(target);
}

bool Pointers::join(Id result, const std::vector<Id>& pointers) {
  bool changed = false;
  for (const Id pointer : pointers) {
    const Target target = targetOf(pointer);
    changed = targets_[result].join(target) || changed;
  }
  return changed;
}

bool Pointers::load(const Instruction& in) {
  if (types_.of(in.type).kind != TypeKind::Pointer) {
    return false;
  }
  const Id variable = registerVariable(in.operands[0]);
  return targets_[in.result].join(variable != kNoId ? contents_[variable] : stored_);
}

/// What goes elsewhere may come back from anywhere.
bool Pointers::keepStored(const Instruction& in) {
  bool changed = false;
  const bool store = in.op == spv::Op::OpStore || isAtomic(in.op);
  for (std::size_t i = store ? 1 : 0; i < in.operands.size(); ++i) {
    const Id operand = in.operands[i];
    if (types_.of(types_.typeOf(operand)).kind == TypeKind::Pointer && registerVariable(operand) == kNoId) {
      changed = stored_.join(targetOf(operand)) || changed;
    }
  }
  if (in.result != kNoId && types_.of(in.type).kind == TypeKind::Pointer && in.op != spv::Op::OpVariable) {
    changed = targets_[in.result].join(stored_) || changed;
  }
  return changed;
}

void Pointers::collectAccesses() {
  forEach([&](const Instruction& in) {
    const std::vector<Id> used = usedBy(in);
    used_.insert(used.begin(), used.end());
    const bool stores = in.op == spv::Op::OpStore || in.op == spv::Op::OpCopyMemory;
    if (stores && registerVariable(in.operands[0]) != kNoId) {
      ++writes_[registerVariable(in.operands[0])];
    }
    if (const auto operand = accessedOperand(in.op)) {
      const Id pointer = in.operands[*operand];
      if (registerVariable(pointer) == kNoId) {
        accesses_.push_back({&in, pointer, accessedType(in, types_), isAtomic(in.op)});
      }
    } else if (in.op == spv::Op::OpCopyMemory) {
      for (const Id pointer : {in.operands[0], in.operands[1]}) {
        if (registerVariable(pointer) == kNoId) {
          accesses_.push_back({&in, pointer, types_.pointeeId(types_.typeOf(pointer)), false});
        }
      }
    }
  });
}

const Target& Pointers::targetOf(Id pointer) const {
  static const Target kNowhere;
  const auto found = targets_.find(pointer);
  return found == targets_.end() ? kNowhere : found->second;
}

Id Pointers::registerVariable(Id pointer) const {
  const auto found = chains_.find(pointer);
  return found != chains_.end() && registers_.contains(found->second) ? found->second : kNoId;
}

// Which instructions of SPIR-V make pointers, and which access memory through them.

bool isAccessChain(spv::Op op) {
  return op == spv::Op::OpAccessChain || op == spv::Op::OpInBoundsAccessChain || hasElementOperand(op);
}

bool hasElementOperand(spv::Op op) {
  return op == spv::Op::OpPtrAccessChain || op == spv::Op::OpInBoundsPtrAccessChain;
}

bool isPointerCopy(spv::Op op) {
  switch (op) {
    case spv::Op::OpBitcast:
    case spv::Op::OpCopyObject:
    case spv::Op::OpCopyLogical:
    case spv::Op::OpPtrCastToGeneric:
    case spv::Op::OpGenericCastToPtr:
    case spv::Op::OpGenericCastToPtrExplicit:
      return true;
    default:
      return false;
  }
}

bool isAtomic(spv::Op op) {
  return (spv::Op::OpAtomicLoad <= op && op <= spv::Op::OpAtomicXor) ||
         op == spv::Op::OpAtomicFlagTestAndSet || op == spv::Op::OpAtomicFlagClear;
}

std::optional<std::size_t> accessedOperand(spv::Op op) {
  return op == spv::Op::OpLoad || op == spv::Op::OpStore || isAtomic(op) ? std::optional<std::size_t>(0)
                                                                         : std::nullopt;
}

Id accessedType(const Instruction& in, Types& types) {
  constexpr std::size_t kAtomicValue = 3;
  if (in.op == spv::Op::OpStore) {
    return types.typeOf(in.operands[1]);
  }
  if (in.op == spv::Op::OpAtomicStore) {
    return types.typeOf(in.operands[kAtomicValue]);
  }
  const bool flag = in.op == spv::Op::OpAtomicFlagTestAndSet || in.op == spv::Op::OpAtomicFlagClear;
  return in.type != kNoId && !flag ? in.type : types.pointeeId(types.typeOf(in.operands[0]));
}

}  // namespace hrfcheck::frontend::spirv
