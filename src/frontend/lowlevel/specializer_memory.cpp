#include <fmt/format.h>

#include <algorithm>

#include "frontend/lowlevel/known.h"
#include "frontend/lowlevel/specializer.h"

// Accesses. Local memory and the parameters of functions belong to one thread, and become registers, by
// bytes; of memory that threads share, what nobody writes and is known at first is known.

namespace hrfcheck::frontend::lowlevel {
namespace {

constexpr unsigned kBitsOfByte = 8;

bool isOwn(Space space) {
  return space == Space::Local || space == Space::Parameter;
}

}  // namespace

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
  if (bits <= width) {
    return bits == width ? value : apply(NumberOp::Truncate, bits, {value}, width);
  }
  return isSigned ? apply(NumberOp::SignExtend, bits, {value}, width) : value;
}

bool Specializer::isParameterOfEntry(std::uint32_t object) const {
  const std::vector<std::uint32_t>& parameters = module_.functions[facts_.entry].parameters;
  return std::ranges::find(parameters, object) != parameters.end();
}

void Specializer::access(const Access& access) {
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

void Specializer::fence(const Fence& fence) {
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
    where.place = placeOf(access.space, address.bits);
    if (!where.place || where.place->object >= module_.objects.size() || !isShared(where.place->object)) {
      refuse(fmt::format("the address {:#x} is that of no object", address.bits));
    }
    const auto together =
        static_cast<std::int64_t>(access.bytes * std::max(access.targets.size(), access.values.size()));
    if (where.place->offset % together != 0 && !access.update) {
      refuse(fmt::format("byte {} of '{}' is not aligned to {} bytes", where.place->offset,
                         module_.objects[where.place->object].name, together));
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
    refuse("the address is that of no object");
  }
  return where;
}

/// An element of memory that nobody writes: its number, or that nothing says it.
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
  std::uint64_t bits = 0;
  unsigned said = 0;
  for (unsigned b = 0; b < access.bytes && contents != facts_.contents.end(); ++b) {
    const auto byte = contents->second.at(begin + b);
    said += byte ? 1 : 0;
    bits |= std::uint64_t{byte.value_or(0)} << (b * kBitsOfByte);
  }
  return said == access.bytes ? ThreadValue::known(bits)
         : said == 0          ? ThreadValue::open()
                              : ThreadValue::ofOpen();
}

void Specializer::ownAccess(const Access& access, const ObjectPlace& place) {
  if (access.atomicity) {
    dropOrder();
  }
  if (access.reads && access.writes) {
    refuse("atomic operations on a thread's own memory are not supported");
  }
  const std::optional<std::uint64_t> size = module_.objects[place.object].size;
  for (std::size_t e = 0; e < std::max(access.targets.size(), access.values.size()); ++e) {
    const OwnBytes bytes{place.object, place.offset + static_cast<std::int64_t>(e * access.bytes)};
    if (bytes.offset < 0 || (size && bytes.offset + access.bytes > static_cast<std::int64_t>(*size))) {
      refuse(fmt::format("byte {} is none of '{}'", bytes.offset, module_.objects[place.object].name));
    }
    if (access.writes) {
      storeOwn(bytes, access.bytes, value(access.values[e]));
    } else if (access.targets[e]) {
      ThreadValue loaded;
      if (isParameterOfEntry(place.object)) {
        const auto folded = foldedElement(access, {place.space, place.object, bytes.offset}, 0);
        loaded = folded.value_or(ThreadValue::open());
        if (loaded.isOpen()) {
          result_.openReads.insert(place.object);
        }
      } else {
        loaded = loadOwn(bytes, access.bytes);
      }
      assign(*access.targets[e], extended(loaded, access.bytes, bitsOf(*access.targets[e]), access.isSigned));
    }
  }
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
      for (std::size_t e = 0; e < elements.size(); ++e) {
        if (access.targets[e]) {
          assign(*access.targets[e],
                 extended(elements[e], access.bytes, bitsOf(*access.targets[e]), access.isSigned));
        }
      }
      if (std::ranges::any_of(elements, &ThreadValue::isOpen)) {
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
    const ThreadValue stored = value(number);
    made.values.push_back(expressionOf(stored));
  }
  if (access.expected != nullptr) {
    made.expected = expressionOf(value(access.expected));
  }
  for (const std::optional<std::uint32_t>& target : access.targets) {
    made.targets.push_back(
        target ? std::optional(registerOf(OwnRegister{state_.frames.back().function, *target}))
               : std::nullopt);
    made.targetBits.push_back(target ? bitsOf(*target) : access.bytes * kBitsOfByte);
  }
  const bool ends = made.where.place && leavesObject(access, *made.where.place);
  emit(std::move(made));
  for (const std::optional<std::uint32_t>& target : access.targets) {
    if (target) {
      assignUnknown(*target);
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

/// Some of the bytes that are kept together, as a number.
ThreadValue Specializer::pieceOf(const OwnBytes& bytes, const OwnContent& content, OwnBytes wanted,
                                 unsigned size) {
  const ThreadValue whole = contentOf(content.content, registerOf(bytes, content.size));
  const auto shift = static_cast<std::uint64_t>(wanted.offset - bytes.offset) * kBitsOfByte;
  const ThreadValue moved =
      apply(NumberOp::ShrUnsigned, content.size * kBitsOfByte, {whole, ThreadValue::known(shift)});
  return size == content.size
             ? moved
             : apply(NumberOp::Truncate, size * kBitsOfByte, {moved}, content.size * kBitsOfByte);
}

ThreadValue Specializer::loadOwn(OwnBytes bytes, unsigned size) {
  if (const auto same = state_.memory.find(bytes); same != state_.memory.end() && same->second.size == size) {
    return contentOf(same->second.content, registerOf(bytes, size));
  }
  ThreadValue result = ThreadValue::known(0);
  unsigned found = 0;
  for (const auto& [at, content] : state_.memory) {
    const std::int64_t begin = std::max(at.offset, bytes.offset);
    const std::int64_t end = std::min<std::int64_t>(at.offset + content.size, bytes.offset + size);
    if (at.object != bytes.object || begin >= end) {
      continue;
    }
    const auto count = static_cast<unsigned>(end - begin);
    found += count;
    const ThreadValue piece = pieceOf(at, content, {at.object, begin}, count);
    const auto shift = static_cast<std::uint64_t>(begin - bytes.offset) * kBitsOfByte;
    const unsigned bits = size * kBitsOfByte;
    const ThreadValue moved = apply(NumberOp::Shl, bits, {piece, ThreadValue::known(shift)});
    ThreadValue joined = apply(NumberOp::Or, bits, {result, moved});
    if (joined.isComputed()) {
      joined.origins = piece.origins;
    }
    result = std::move(joined);
  }
  return found == size ? result : ThreadValue{};
}

void Specializer::keepRest(const OwnBytes& bytes, const OwnContent& content, const OwnBytes& taken,
                           unsigned size) {
  const auto keep = [&](std::int64_t begin, std::int64_t end) {
    if (begin < end) {
      const OwnBytes rest{bytes.object, begin};
      const auto count = static_cast<unsigned>(end - begin);
      storeOwn(rest, count, pieceOf(bytes, content, rest, count));
    }
  };
  keep(bytes.offset, taken.offset);
  keep(taken.offset + size, bytes.offset + content.size);
}

void Specializer::storeOwn(OwnBytes bytes, unsigned size, const ThreadValue& value) {
  std::vector<std::pair<OwnBytes, OwnContent>> overlapped;
  std::erase_if(state_.memory, [&](const auto& entry) {
    const bool overlaps = entry.first.object == bytes.object && entry.first.offset < bytes.offset + size &&
                          bytes.offset < entry.first.offset + entry.second.size;
    if (overlaps) {
      overlapped.push_back(entry);
    }
    return overlaps;
  });
  for (const auto& [at, content] : overlapped) {
    keepRest(at, content, bytes, size);
  }
  if (value.isUndefined()) {
    return;
  }
  if (value.expr != nullptr) {
    const RegisterId reg = registerOf(bytes, size);
    const auto* same = std::get_if<RegisterExpr>(&value.expr->node);
    if (same == nullptr || same->reg != reg) {
      emit(Assign{reg, value.expr});
    }
  }
  state_.memory[bytes] = {size, contentOf(value)};
}

void Specializer::forget(std::uint32_t object) {
  std::erase_if(state_.memory, [&](const auto& entry) { return entry.first.object == object; });
}

void Specializer::copyObject(std::uint32_t from, std::uint32_t to) {
  forget(to);
  const auto before = state_.memory;
  for (const auto& [at, content] : before) {
    if (at.object == from) {
      storeOwn({to, at.offset}, content.size, contentOf(content.content, registerOf(at, content.size)));
    }
  }
}

}  // namespace hrfcheck::frontend::lowlevel
