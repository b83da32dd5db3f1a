#include <algorithm>
#include <iterator>
#include <limits>

#include "frontend/lowlevel/specialize/specializer.h"
#include "frontend/lowlevel/values/value_parts.h"
#include "program/expr/further_operators.h"

// Local memory and the parameters of functions belong to one thread, and become registers, by bytes.

namespace hrfcheck::frontend::lowlevel {

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
      const ExprPtr index =
          binary(BinaryOp::Index, constant(bytes.offset + (bytes.offset < 0 ? 0 : access.bytes - 1)),
                 constant(static_cast<Value>(size.value_or(0))));
      emit(Assign{temporary(), unary(kKnown, index)});
      result_.code.blocks[current_].origin = instructionHere().origin;
      done_ = true;
      return;
    }
    if (access.writes) {
      storeOwn(bytes, access.bytes, word(access.values[e]));
    } else if (access.targets[e]) {
      ThreadValue loaded;
      if (isParameterOfEntry(place.object)) {
        const auto folded = foldedElement(access, {place.space, place.object, bytes.offset}, 0);
        loaded = folded.value_or(ThreadValue::open());
        if (hasOpen(loaded)) {
          result_.openReads.insert(place.object);
        }
      } else {
        loaded = loadOwn(bytes, access.bytes);
        if (hasOpen(loaded)) {
          result_.unwritten = true;
        }
      }
      assign(*access.targets[e], extended(loaded, access.bytes, bitsOf(*access.targets[e]), access.isSigned));
    }
  }
}

/// What is kept of an object.
Specializer::OwnRange Specializer::contentsOf(std::uint32_t object) {
  constexpr std::int64_t kFirst = std::numeric_limits<std::int64_t>::min();
  return {state_.memory.lower_bound({object, kFirst}), state_.memory.lower_bound({object + 1, kFirst})};
}

/// Contents that have one of these bytes.
Specializer::OwnRange Specializer::overlapping(const OwnBytes& bytes, unsigned size) {
  auto first = state_.memory.lower_bound(bytes);
  if (first != state_.memory.begin()) {
    const auto& [at, content] = *std::prev(first);
    first -= at.object == bytes.object && at.offset + content.size > bytes.offset ? 1 : 0;
  }
  return {first, state_.memory.lower_bound({bytes.object, bytes.offset + size})};
}

/// Some of the bytes that are kept together, as a number.
ThreadValue Specializer::pieceOf(const OwnBytes& bytes, const OwnContent& content, OwnBytes wanted,
                                 unsigned size) {
  const ThreadValue kept = contentOf(content.content, registerOf(bytes, content.size));
  return slice(kept, content.size * kBitsOfByte,
               static_cast<unsigned>(wanted.offset - bytes.offset) * kBitsOfByte, size * kBitsOfByte);
}

/// Bytes that nobody has written hold something (PTX ISA, 8.2.6).
ThreadValue Specializer::loadOwn(OwnBytes bytes, unsigned size) {
  std::vector<ThreadValue> parts;
  const auto add = [&](ThreadValue part, std::int64_t count) {
    parts.push_back(std::move(part));
    parts.back().width = static_cast<unsigned>(count) * kBitsOfByte;
  };
  const std::int64_t behind = bytes.offset + size;
  std::int64_t next = bytes.offset;
  const auto [first, last] = overlapping(bytes, size);
  for (auto entry = first; entry != last; ++entry) {
    const auto& [at, content] = *entry;
    const std::int64_t begin = std::max(at.offset, bytes.offset);
    const std::int64_t end = std::min<std::int64_t>(at.offset + content.size, behind);
    if (begin > next) {
      add(ThreadValue::open(), begin - next);
    }
    add(pieceOf(at, content, {at.object, begin}, static_cast<unsigned>(end - begin)), end - begin);
    next = end;
  }
  if (next < behind) {
    add(ThreadValue::open(), behind - next);
  }
  return inParts(std::move(parts), size * kBitsOfByte);
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
  const auto [first, last] = overlapping(bytes, size);
  const std::vector<std::pair<OwnBytes, OwnContent>> overlapped(first, last);
  state_.memory.erase(first, last);
  for (const auto& [at, content] : overlapped) {
    keepRest(at, content, bytes, size);
  }
  if (value.isUndefined()) {
    return;
  }
  if (value.isInParts()) {
    storeParts(bytes, size, value);
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

void Specializer::storeParts(OwnBytes bytes, unsigned size, const ThreadValue& value) {
  unsigned begin = 0;
  for (const ThreadValue& part : value.parts) {
    const unsigned count = part.width / kBitsOfByte;
    ThreadValue stored = part;
    stored.width = 0;
    storeOwn({bytes.object, bytes.offset + begin}, count, stored);
    begin += count;
  }
  if (begin < size) {
    storeOwn({bytes.object, bytes.offset + begin}, size - begin, ThreadValue::known(0));
  }
}

void Specializer::forget(std::uint32_t object) {
  const auto [first, last] = contentsOf(object);
  state_.memory.erase(first, last);
}

void Specializer::copyObject(std::uint32_t from, std::uint32_t to) {
  forget(to);
  const auto [first, last] = contentsOf(from);
  const std::vector<std::pair<OwnBytes, OwnContent>> before(first, last);
  for (const auto& [at, content] : before) {
    storeOwn({to, at.offset}, content.size, contentOf(content.content, registerOf(at, content.size)));
  }
}

}  // namespace hrfcheck::frontend::lowlevel
