#include <fmt/format.h>

#include <algorithm>

#include "frontend/lowlevel/specialize/specializer.h"
#include "frontend/lowlevel/values/known.h"
#include "frontend/lowlevel/values/value_parts.h"
#include "program/expr/further_operators.h"

// Accesses. Of memory that threads share, what nobody writes and is known at first is known.

namespace hrfcheck::frontend::lowlevel {

ThreadValue Specializer::apply(NumberOp op, unsigned bits, const std::vector<ThreadValue>& operands,
                               unsigned from) {
  std::vector<NumberPtr> leaves;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    leaves.push_back(registerNumber(static_cast<std::uint32_t>(i), from == 0 ? bits : from));
  }
  const NumberPtr tree = numberFrom(op, from == 0 ? bits : from, bits, std::move(leaves));
  return evaluate(*tree, {[&](const Number& leaf) { return operands[leaf.index]; },
                          [](std::uint64_t) { return Origins{}; }});
}

/// What a register of so many bits gets of a number that is read.
ThreadValue Specializer::extended(const ThreadValue& value, unsigned bytes, unsigned bits,
                                  bool isSigned) const {
  const unsigned width = bytes * kBitsOfByte;
  return bits == width ? value
                       : apply(bits > width && isSigned ? NumberOp::SignExtend : NumberOp::Truncate, bits,
                               {value}, width);
}

bool Specializer::isParameterOfEntry(std::uint32_t object) const {
  const std::vector<std::uint32_t>& parameters = module_.functions[entry()].parameters;
  return std::ranges::find(parameters, object) != parameters.end();
}

void Specializer::execute(const Access& access) {
  const ThreadValue address = value(access.address);
  if (address.isUndefined()) {
    emit(Assign{temporary(), expressionOf(address)});
    done_ = true;
    return;
  }
  if (address.isOpen()) {
    throw HangsOnOpen{};
  }
  if (address.isKnown()) {
    const auto place = placeOf(access.space, address.bits);
    if (place && place->object < module_.objects.size() && isOwn(place->space)) {
      ownAccess(access, *place);
      return;
    }
  } else if (isOwn(access.space) || (access.space == Space::Generic && !address.origins.empty() &&
                                     std::ranges::all_of(address.origins, [&](std::uint32_t object) {
                                       return object < module_.objects.size() &&
                                              isOwn(module_.objects[object].space);
                                     }))) {
    if (access.writes) {
      throw HangsOnOpen{};
    }
    result_.notComputed.insert(instructionHere().origin);
    for (const std::optional<std::uint32_t>& target : access.targets) {
      if (target) {
        assign(*target, ThreadValue::ofOpen());
      }
    }
    return;
  }
  sharedAccess(access, reached(access, address));
}

void Specializer::execute(const Fence& fence) {
  if (!fence.marks.empty()) {
    dropOrder();
  }
  if (!state_.order) {
    emit(fence);
    return;
  }
  const WrittenOrder written = state_.order->written;
  const bool ofAccess = written.order == Order::SeqCst || written.failure;
  if (ofAccess && fence.order == Order::SeqCst && !state_.order->fenced) {
    state_.order->fenced = fence.level;
  } else if (ofAccess) {
    dropOrder();
    emit(fence);
  } else {
    state_.order.reset();
    emit(Fence{written.order, fence.level, true});
  }
}

/// The order in the source of an access, if its fence has its scope.
std::optional<WrittenOrder> Specializer::takeOrder(const Atomicity& atomicity) {
  if (!state_.order) {
    return std::nullopt;
  }
  const OrderAhead ahead = *state_.order;
  const bool sequential =
      ahead.written.order == Order::SeqCst || ahead.written.failure == std::optional(Order::SeqCst);
  if (sequential ? ahead.fenced != std::optional(atomicity.level) : ahead.fenced.has_value()) {
    dropOrder();
    return std::nullopt;
  }
  state_.order.reset();
  return ahead.written;
}

void Specializer::execute(const WrittenOrder& order) {
  dropOrder();
  state_.order = OrderAhead{order};
}

/// What is ahead is not what was said: its fence is one by itself.
void Specializer::dropOrder() {
  if (state_.order && state_.order->fenced) {
    emit(Fence{Order::SeqCst, *state_.order->fenced});
  }
  state_.order.reset();
}

Reached Specializer::reached(const Access& access, const ThreadValue& address) {
  Reached where;
  where.space = access.space;
  const auto isShared = [&](std::uint32_t object) {
    const Space space = module_.objects[object].space;
    return access.space == Space::Generic  ? !isOwn(space)
           : access.space == Space::Shared ? space == Space::Shared
                                           : space == Space::Global || space == Space::Constant;
  };
  if (address.isKnown()) {
    where.place = placeInCluster(access.space, address.bits);
    if (!where.place || where.place->object >= module_.objects.size() || !isShared(where.place->object) ||
        (access.ofOwnBlock && where.place->rank)) {
      where.place.reset();
      where.nowhere = address.bits;
      return where;
    }
    const auto together =
        static_cast<std::int64_t>(access.bytes * std::max(access.targets.size(), access.values.size()));
    if (where.place->offset % together != 0 && !access.update && !module_.unaligned) {
      result_.misaligned.insert(instructionHere().origin);
      where.place.reset();
      where.nowhere = address.bits;
    }
    return where;
  }
  where.number = address.expr;
  for (const std::uint32_t object : address.origins) {
    if (object < module_.objects.size() && isShared(object)) {
      where.objects.push_back(object);
    }
  }
  for (std::uint32_t object = 0; object < module_.objects.size() && address.origins.empty(); ++object) {
    if (isShared(object)) {
      where.objects.push_back(object);
    }
  }
  if (where.objects.empty()) {
    refuse("the address does not belong to any object");
  }
  return where;
}

/// An element of memory that nobody writes: its number, or that nothing says it, or parts of it.
std::optional<ThreadValue> Specializer::foldedElement(const Access& access, const ObjectPlace& place,
                                                      std::int64_t offset) const {
  const bool constant =
      module_.objects[place.object].space == Space::Constant || isParameterOfEntry(place.object);
  const bool unwritten = constant || (facts_.written && !facts_.written->contains(place.object));
  const std::int64_t begin = place.offset + offset;
  const auto size = facts_.sizes.find(place.object);
  if (!unwritten || begin < 0 ||
      (size != facts_.sizes.end() && begin + access.bytes > static_cast<std::int64_t>(size->second))) {
    return std::nullopt;
  }
  const auto contents = facts_.contents.find(place.object);
  std::vector<ThreadValue> bytes;
  for (unsigned b = 0; b < access.bytes; ++b) {
    const auto byte = contents == facts_.contents.end() ? std::nullopt : contents->second.at(begin + b);
    bytes.push_back(byte ? ThreadValue::known(*byte) : ThreadValue::open());
    bytes.back().width = kBitsOfByte;
  }
  return inParts(std::move(bytes), access.bytes * kBitsOfByte);
}

void Specializer::sharedAccess(const Access& access, Reached where) {
  if (access.writes) {
    if (where.place) {
      result_.written.insert(where.place->object);
    } else {
      result_.written.insert(where.objects.begin(), where.objects.end());
    }
  }
  const bool mayFold = where.place && access.reads && !access.writes && !access.atomicity;
  if (mayFold) {
    std::vector<ThreadValue> elements;
    for (std::size_t e = 0; e < access.targets.size(); ++e) {
      const auto folded = foldedElement(access, *where.place, static_cast<std::int64_t>(e * access.bytes));
      if (!folded) {
        break;
      }
      elements.push_back(*folded);
    }
    if (elements.size() == access.targets.size()) {
      result_.knownReads.insert(where.place->object);
      for (std::size_t e = 0; e < elements.size(); ++e) {
        if (access.targets[e]) {
          assign(*access.targets[e],
                 extended(elements[e], access.bytes, bitsOf(*access.targets[e]), access.isSigned));
        }
      }
      if (std::ranges::any_of(elements, hasOpen)) {
        result_.openReads.insert(where.place->object);
      }
      return;
    }
  }
  SharedAccess made{&access, std::move(where)};
  if (access.atomicity) {
    made.written = takeOrder(*access.atomicity);
  } else {
    dropOrder();
  }
  for (const NumberPtr& number : access.values) {
    made.values.push_back(storedWord(access, number));
  }
  if (access.expected != nullptr) {
    made.expected = expressionOf(value(access.expected));
  }
  for (std::size_t e = 0; e < access.targets.size(); ++e) {
    made.targets.push_back(readWord(access, made.where, e));
  }
  const bool ends = made.where.nowhere || (made.where.place && leavesObject(access, *made.where.place));
  emit(made);
  for (std::size_t e = 0; e < access.targets.size(); ++e) {
    if (access.targets[e]) {
      assignRead(*access.targets[e], made.targets[e]);
    }
  }
  if (ends) {
    result_.code.blocks[current_].origin = instructionHere().origin;
    done_ = true;
  }
}

/// Whether an access is out of bounds, where the thread ends.
bool Specializer::leavesObject(const Access& access, const ObjectPlace& place) const {
  const auto size = facts_.sizes.find(place.object);
  const auto end = place.offset + static_cast<std::int64_t>(
                                      access.bytes * std::max(access.targets.size(), access.values.size()));
  return place.offset < 0 || (size != facts_.sizes.end() && end > static_cast<std::int64_t>(size->second));
}

/// A word as its parts: atomic accesses take it as one.
StoredWord Specializer::storedWord(const Access& access, const NumberPtr& number) {
  const unsigned bits = access.bytes * kBitsOfByte;
  const ThreadValue stored = word(number);
  if (!stored.isInParts() || access.atomicity || access.update) {
    return {{0, bits, expressionOf(whole(stored, leaves().originsOf))}};
  }
  StoredWord result;
  unsigned begin = 0;
  for (const ThreadValue& part : stored.parts) {
    result_.unwritten = result_.unwritten || part.isUndefined();
    result.push_back({begin, part.width, part.isUndefined() ? constant(kUnknown) : expressionOf(part)});
    begin += part.width;
  }
  if (begin < bits) {
    result.push_back({begin, bits - begin, constant(0)});
  }
  return result;
}

/// Registers for an element that is read: one for each granule, as far as they are known.
ReadWord Specializer::readWord(const Access& access, const Reached& where, std::size_t element) {
  if (!access.targets[element]) {
    return {};
  }
  const RegisterId reg = registerOf(OwnRegister{state_.frames.back().function, *access.targets[element]});
  const unsigned width = access.bytes * kBitsOfByte;
  const unsigned bits = bitsOf(*access.targets[element]);
  if (access.update || access.ofBarrier || bits < width || (bits > width && access.isSigned)) {
    return {{{0, width, reg}}, bits};
  }
  ReadWord result{{}, width};
  unsigned begin = 0;
  std::vector<unsigned> ends =
      facts_.granules.endsIn(where, static_cast<std::int64_t>(element * access.bytes), access.bytes);
  ends.push_back(access.bytes);
  for (const unsigned end : ends) {
    const unsigned count = end * kBitsOfByte - begin;
    result.parts.push_back({begin, count, count == bits ? reg : partOf(reg, begin, count)});
    begin += count;
  }
  return result;
}

void Specializer::assignRead(std::uint32_t reg, const ReadWord& read) {
  const OwnRegister own{state_.frames.back().function, reg};
  if (read.parts.size() == 1 && read.parts.front().reg == registerOf(own)) {
    assignUnknown(reg);
    return;
  }
  Content content;
  content.kind = ThreadValue::Kind::Parts;
  for (const ReadWord::Part& part : read.parts) {
    content.parts.push_back({ThreadValue::Kind::Computed, 0, {}, ++state_.names, false, part.bits});
  }
  state_.registers[own] = std::move(content);
}

}  // namespace hrfcheck::frontend::lowlevel
