#include "frontend/lowlevel/inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

#include "frontend/lowlevel/address_map.h"
#include "frontend/shared/cursor.h"
#include "util/text.h"

namespace hrfcheck::frontend::lowlevel {
namespace {

constexpr std::uint64_t kMostElements = 65'536;
constexpr unsigned kAddressBytes = 8;

bool isNumber(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
}

/// The argument of `zeros(36)`; nothing for other texts.
std::optional<std::string_view> argumentOf(std::string_view text, std::string_view function) {
  if (!text.starts_with(function) || !text.ends_with(')')) {
    return std::nullopt;
  }
  text = stripped(text.substr(function.size()));
  return text.starts_with('(') ? std::optional(text.substr(1, text.size() - 2)) : std::nullopt;
}

void setBytes(Contents& contents, std::uint64_t offset, std::uint64_t bits, unsigned bytes) {
  contents.bytes.resize(std::max<std::size_t>(contents.bytes.size(), offset + bytes));
  for (unsigned b = 0; b < bytes; ++b) {
    contents.bytes[offset + b] = static_cast<std::uint8_t>(bits >> (8 * b));
  }
}

}  // namespace

const NamedObject* LaunchNames::find(std::string_view text) const {
  const auto found = std::ranges::find_if(objects_, [&](const NamedObject& object) {
    return object.name == text ||
           (isNumber(text) && object.parameter && std::to_string(*object.parameter) == text);
  });
  return found == objects_.end() ? nullptr : &*found;
}

const NamedObject* LaunchNames::of(std::uint32_t object) const {
  const auto found = std::ranges::find(objects_, object, &NamedObject::object);
  return found == objects_.end() ? nullptr : &*found;
}

void InputReader::run(const Directives& directives) {
  for (const Directive& directive : directives.all("init")) {
    line(directive.rest);
  }
  pointRest();
  for (std::uint32_t object = 0; object < module_.objects.size(); ++object) {
    const auto found = uses_.types.find(object);
    if (const auto only = found == uses_.types.end() ? std::nullopt : onlyType(found->second)) {
      types_.emplace(object, *only);
    }
    if (restIsZero_ && module_.objects[object].space != Space::Parameter) {
      facts_.contents[object].rest = 0;
    }
  }
}

std::string InputReader::valueOf(std::string_view text) const {
  const auto known = constants_.find(text);
  return known == constants_.end() ? std::string(text) : std::to_string(known->second);
}

std::optional<std::uint64_t> InputReader::countIn(std::string_view text) const {
  const std::string number = valueOf(stripped(text));
  std::uint64_t count = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), count);
  return error == std::errc{} && end == number.data() + number.size() && !number.empty() &&
                 count <= kMostElements
             ? std::optional(count)
             : std::nullopt;
}

void InputReader::fail(Span span, const std::string& message, const std::string& hint) {
  diagnostics_.error({source_, span}, message, hint);
}

/// Entries, with `;` between them.
void InputReader::line(Span span) {
  const std::string& text = source_->text();
  for (std::uint32_t begin = span.begin; begin < span.end;) {
    const auto end = static_cast<std::uint32_t>(std::min<std::size_t>(text.find(';', begin), span.end));
    Span one{begin, end};
    while (one.begin < one.end && std::isspace(static_cast<unsigned char>(text[one.begin])) != 0) {
      ++one.begin;
    }
    while (one.begin < one.end && std::isspace(static_cast<unsigned char>(text[one.end - 1])) != 0) {
      --one.end;
    }
    if (one.begin < one.end) {
      if (const auto read = entry(one)) {
        apply(*read);
      }
    }
    begin = end + 1;
  }
}

std::optional<InputReader::Entry> InputReader::entry(Span span) {
  Entry result;
  result.span = span;
  const std::string_view text = source_->slice(span);
  const std::size_t equals = text.find('=');
  std::string_view name = stripped(text.substr(0, equals));
  std::string_view value = equals == std::string_view::npos ? "" : stripped(text.substr(equals + 1));
  if (name == "rest" || name == "rest 0") {
    if (name == "rest" && value != "0") {
      fail(span, "'rest' can be 0: every byte that nothing else says");
    }
    restIsZero_ = true;
    return std::nullopt;
  }
  if (const std::size_t blank = name.find_first_of(" \t"); blank != std::string_view::npos) {
    const std::string_view word = name.substr(0, blank);
    result.type = elementTypeNamed(word);
    name = stripped(name.substr(blank));
    if (!result.type) {
      fail(span, fmt::format("'{}' is no type of elements", word), "write u8, s32, f32, ...");
      return std::nullopt;
    }
  }
  if (const std::size_t bracket = name.find('['); bracket != std::string_view::npos) {
    result.count =
        name.ends_with(']') ? countIn(name.substr(bracket + 1, name.size() - bracket - 2)) : std::nullopt;
    if (!result.count || *result.count == 0) {
      fail(span, fmt::format("expected a number of elements from 1 to {} in '{}'", kMostElements, name));
      return std::nullopt;
    }
    name = stripped(name.substr(0, bracket));
  }
  result.named = names_.find(name);
  if (result.named == nullptr) {
    std::vector<std::string> known;
    for (const NamedObject& object : names_.all()) {
      known.push_back(object.name);
    }
    fail(span, fmt::format("the kernel has no parameter '{}'", name), didYouMean(name, known));
    return std::nullopt;
  }
  if (const auto bytes = argumentOf(value, "zeros")) {
    result.zeros = countIn(*bytes);
    if (!result.zeros || *result.zeros == 0) {
      fail(span, fmt::format("expected a number of bytes from 1 to {} in '{}'", kMostElements, value));
      return std::nullopt;
    }
    return result;
  }
  result.iota = value == "iota";
  if (result.iota || value.empty()) {
    return result;
  }
  result.list = value.starts_with('{') || value.find(',') != std::string_view::npos;
  if (value.starts_with('{')) {
    if (!value.ends_with('}')) {
      fail(span, "expected '}' at the end of the values");
      return std::nullopt;
    }
    value = stripped(value.substr(1, value.size() - 2));
  }
  while (!value.empty()) {
    const std::size_t comma = value.find(',');
    result.values.push_back(stripped(value.substr(0, comma)));
    value = comma == std::string_view::npos ? "" : value.substr(comma + 1);
  }
  return result;
}

bool InputReader::isPointer(const Entry& entry) const {
  const std::uint32_t parameter = entry.named->object;
  return module_.objects[parameter].size == kAddressBytes &&
         (entry.count || entry.list || entry.zeros || entry.iota || uses_.pointedTo.contains(parameter));
}

void InputReader::apply(const Entry& entry) {
  if (!entry.named->parameter) {
    applyObject(entry, entry.named->object);
  } else if (isPointer(entry)) {
    applyObject(entry, pointee(*entry.named));
  } else {
    applyScalar(entry, entry.named->object);
  }
}

/// The object that a parameter points to: of its name, made when it is asked for first.
std::uint32_t InputReader::pointee(const NamedObject& parameter) {
  const auto number = static_cast<std::uint32_t>(module_.objects.size());
  const auto [entry, fresh] = pointees_.emplace(parameter.object, number);
  if (fresh) {
    ObjectDeclaration object;
    object.name = parameter.name;
    object.space = Space::Global;
    object.place = module_.objects[parameter.object].place;
    module_.objects.push_back(std::move(object));
    setBytes(facts_.contents[parameter.object], 0, addressOf(Space::Global, number), kAddressBytes);
  }
  return entry->second;
}

ElementType InputReader::typeOf(const Entry& entry, std::uint32_t object) {
  if (entry.type) {
    types_[object] = *entry.type;
    return *entry.type;
  }
  if (entry.named->pointsTo && entry.named->pointsTo->element) {
    types_[object] = *entry.named->pointsTo->element;
    return types_[object];
  }
  const auto& uses = entry.named->parameter ? uses_.pointedTo : uses_.types;
  const auto found = uses.find(entry.named->object);
  const auto only = found == uses.end() ? std::nullopt : onlyType(found->second);
  const bool valued = entry.iota || !entry.values.empty();
  if (!only && !entry.zeros && (valued || !entry.named->pointsTo)) {
    fail(entry.span, fmt::format("the code does not say what elements '{}' has", entry.named->name),
         fmt::format("say it: 'u32 {}[4]', or how many bytes: '{} = zeros(16)'", entry.named->name,
                     entry.named->name));
  }
  const ElementType type = only.value_or(ElementType{});
  if (only) {
    types_[object] = type;
  }
  return type;
}

void InputReader::applyObject(const Entry& entry, std::uint32_t object) {
  const ElementType type = typeOf(entry, object);
  if (entry.count || entry.list || entry.zeros || entry.iota) {
    arrays_.insert(object);
  }
  Contents& contents = facts_.contents[object];
  const std::optional<std::uint64_t> own = module_.objects[object].size;
  if (entry.zeros) {
    contents.bytes.assign(*entry.zeros, std::uint8_t{0});
    facts_.sizes[object] = own.value_or(*entry.zeros);
    return;
  }
  // An element of the source may have several numbers.
  const std::uint64_t numbers = entry.named->pointsTo && !entry.type
                                    ? std::max<std::uint64_t>(entry.named->pointsTo->bytes / type.bytes, 1)
                                    : 1;
  const std::uint64_t count = entry.count  ? *entry.count * numbers
                              : own        ? *own / type.bytes
                              : entry.list ? entry.values.size()
                                           : numbers;
  if (own && count * type.bytes > *own) {
    fail(entry.span, fmt::format("'{}' has {} bytes", entry.named->name, *own));
    return;
  }
  facts_.sizes[object] = own.value_or(count * type.bytes);
  if (entry.list && entry.values.size() > count) {
    fail(entry.span, fmt::format("{} values for {} elements", entry.values.size(), count));
    return;
  }
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::size_t which = entry.list ? i : 0;
    const std::string text = entry.iota                    ? std::to_string(i)
                             : which < entry.values.size() ? valueOf(entry.values[which])
                                                           : "";
    if (text.empty()) {
      continue;
    }
    const auto bits = bitsOfNumber(text, type);
    if (!bits) {
      fail(entry.span,
           fmt::format("'{}' is no number that an element of '{}' holds", text, entry.named->name));
      return;
    }
    setBytes(contents, i * type.bytes, *bits, type.bytes);
  }
}

void InputReader::applyScalar(const Entry& entry, std::uint32_t object) {
  const ObjectDeclaration& parameter = module_.objects[object];
  const std::uint64_t size = parameter.size.value_or(4);
  if (entry.values.size() != 1 || entry.list || entry.count) {
    fail(entry.span, fmt::format("parameter '{}' is no pointer: its value is a number", entry.named->name));
    return;
  }
  if (size > kAddressBytes) {
    fail(entry.span,
         fmt::format("parameter '{}' has {} bytes, which cannot be said", entry.named->name, size));
    return;
  }
  const auto uses = uses_.types.find(object);
  const auto only = uses == uses_.types.end() ? std::nullopt : onlyType(uses->second);
  ElementType type = entry.type.value_or(only.value_or(ElementType{}));
  type.bytes = static_cast<unsigned>(size);
  const auto bits = bitsOfNumber(valueOf(entry.values.front()), type);
  if (!bits) {
    fail(entry.span, fmt::format("'{}' is no number of {} bits", entry.values.front(), size * 8));
    return;
  }
  setBytes(facts_.contents[object], 0, *bits, static_cast<unsigned>(size));
}

std::vector<std::uint32_t> InputReader::signedInSource() const {
  std::vector<std::uint32_t> objects;
  for (const NamedObject& named : names_.all()) {
    const auto pointee = pointees_.find(named.object);
    const auto& type = named.pointsTo ? named.pointsTo->element : std::nullopt;
    if (pointee != pointees_.end() && type && type->isSigned) {
      objects.push_back(pointee->second);
    }
  }
  return objects;
}

/// Parameters that nobody says, and that the code takes for addresses, point to objects of their own.
void InputReader::pointRest() {
  for (const NamedObject& named : names_.all()) {
    if (named.parameter && module_.objects[named.object].size == kAddressBytes &&
        !facts_.contents.contains(named.object) && uses_.pointedTo.contains(named.object)) {
      const std::uint32_t object = pointee(named);
      if (const auto only = onlyType(uses_.pointedTo.at(named.object))) {
        types_.emplace(object, *only);
      }
    }
  }
}

}  // namespace hrfcheck::frontend::lowlevel
