#include "frontend/lowlevel/inputs.h"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/lowlevel/module/address_map.h"
#include "util/characters.h"

namespace hrfcheck::frontend::lowlevel {
namespace {

constexpr unsigned kAddressBytes = 8;
constexpr std::uint64_t kMostIndexed = 65'536;  // elements that a pointer may be taken for one of

bool isNumber(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, isDigit);
}

void setBytes(Contents& contents, std::uint64_t offset, std::uint64_t bits, unsigned bytes) {
  contents.bytes.resize(std::max<std::size_t>(contents.bytes.size(), offset + bytes));
  for (unsigned b = 0; b < bytes; ++b) {
    contents.bytes[offset + b] = static_cast<std::uint8_t>(bits >> (8 * b));
  }
}

SourceTypePtr numberType(const ElementType& type) {
  SourceType number;
  number.bytes = type.bytes;
  number.element = type;
  return std::make_shared<const SourceType>(std::move(number));
}

SourceTypePtr arrayOf(const SourceTypePtr& element, std::uint64_t count) {
  SourceType array;
  array.bytes = element->bytes * count;
  array.of = element;
  return std::make_shared<const SourceType>(std::move(array));
}

/// Of what a parameter points to, or of a variable; null where the source does not say it.
SourceTypePtr elementInSource(const NamedObject& named) {
  if (named.parameter) {
    return named.pointsTo;
  }
  SourceTypePtr type = named.type;
  while (type != nullptr && type->of != nullptr) {
    type = type->of;
  }
  return type;
}

bool isNumberInSource(const NamedObject& named) {
  return named.type != nullptr && named.type->element && !named.type->pointer;
}

}  // namespace

bool LaunchNames::isLaunch(std::string_view text) const {
  return std::ranges::any_of(objects_, [&](const NamedObject& object) {
    return !object.launch.empty() && (object.launch == text || object.kernel == text);
  });
}

std::vector<const NamedObject*> LaunchNames::find(std::string_view text) const {
  const std::size_t dot = text.find('.');
  const std::string_view launch = isLaunch(text.substr(0, dot)) && dot != std::string_view::npos
                                      ? text.substr(0, dot)
                                      : std::string_view();
  const std::string_view name = launch.empty() ? text : text.substr(dot + 1);
  const bool byLabel =
      std::ranges::any_of(objects_, [&](const NamedObject& o) { return o.launch == launch; });
  std::vector<const NamedObject*> found;
  for (const NamedObject& object : objects_) {
    const bool meant = launch.empty() || (byLabel ? object.launch : object.kernel) == launch;
    const bool number = isNumber(name) && object.parameter && std::to_string(*object.parameter) == name;
    if (meant && (object.name == name || number)) {
      found.push_back(&object);
    }
  }
  return found;
}

const NamedObject* LaunchNames::of(std::uint32_t object) const {
  const auto found = std::ranges::find(objects_, object, &NamedObject::object);
  return found == objects_.end() ? nullptr : &*found;
}

void InputReader::run(const Directives& directives) {
  for (const Directive& directive : directives.all("init")) {
    line(directive.rest);
  }
  nameBuffers();
  for (const Entry& one : entries_) {
    if (one.named != nullptr) {
      apply(one);
    }
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
  shapeRest();
}

bool InputReader::isPointer(const Entry& entry) const {
  const std::uint32_t parameter = entry.named->object;
  return module_.objects[parameter].size == kAddressBytes &&
         (entry.count || entry.list || entry.zeros || entry.iota || entry.named->pointsTo != nullptr ||
          uses_.pointedTo.contains(parameter));
}

void InputReader::apply(const Entry& entry) {
  const bool pointers =
      entry.named->parameter && (entry.path.empty() ? isPointer(entry) : entry.named->pointsTo != nullptr);
  if (entry.named->parameter && isToldTwice(entry, !leadsToBuffer(entry) && pointers)) {
    fail(entry.span,
         fmt::format("it is said twice what '{}' points to: a buffer, and one of its own", entry.name));
    return;
  }
  if (leadsToBuffer(entry) || !pointers) {
    Entry one = entry;
    one.others.clear();
    std::vector<const NamedObject*> all = entry.others;
    all.push_back(entry.named);
    for (const NamedObject* named : all) {
      one.named = named;
      if (!entry.path.empty()) {
        applyField(one);
      } else if (named->parameter) {
        applyScalar(one, named->object);
      } else {
        applyObject(one, named->object);
      }
    }
    return;
  }
  std::vector<const NamedObject*> all = entry.others;
  all.insert(all.begin(), entry.named);
  pointTogether(all, entry.name);
  if (entry.path.empty()) {
    applyObject(entry, pointee(*entry.named));
  } else {
    applyField(entry);
  }
}

/// Whether a parameter that gets an object of its own leads to a buffer already, or the other way round.
bool InputReader::isToldTwice(const Entry& entry, bool own) const {
  std::vector<const NamedObject*> all = entry.others;
  all.push_back(entry.named);
  return std::ranges::any_of(all, [&](const NamedObject* parameter) {
    const bool hasOwn = pointees_.contains(parameter->object);
    return own ? !hasOwn && facts_.contents.contains(parameter->object) : hasOwn && leadsToBuffer(entry);
  });
}

/// Parameters of several launches that point to one object.
void InputReader::pointTogether(const std::vector<const NamedObject*>& parameters, std::string_view called) {
  const std::uint32_t object = pointee(*parameters.front(), called);
  for (const NamedObject* parameter : parameters) {
    if (pointees_.emplace(parameter->object, object).second) {
      setBytes(facts_.contents[parameter->object], 0, addressOf(Space::Global, object), kAddressBytes);
    }
  }
}

/// The object that a parameter points to: of its name, made when it is asked for first.
std::uint32_t InputReader::pointee(const NamedObject& parameter, std::string_view called) {
  const auto number = static_cast<std::uint32_t>(module_.objects.size());
  const auto [entry, fresh] = pointees_.emplace(parameter.object, number);
  if (fresh) {
    ObjectDeclaration object;
    object.name = called.empty() ? parameter.name : std::string(called);
    object.space = Space::Global;
    object.place = module_.objects[parameter.object].place;
    module_.objects.push_back(std::move(object));
    setBytes(facts_.contents[parameter.object], 0, addressOf(Space::Global, number), kAddressBytes);
  }
  return entry->second;
}

/// Of elements that are numbers.
ElementType InputReader::typeOf(const Entry& entry, std::uint32_t object) {
  const SourceTypePtr source = elementInSource(*entry.named);
  const auto number = entry.type ? entry.type : source != nullptr ? numberIn(*source) : std::nullopt;
  if (number) {
    types_[object] = *number;
    shapes_[object] = {numberType(*number)};
    return *number;
  }
  const auto buffer = entry.named->parameter ? buffers_.end() : buffers_.find(entry.named->name);
  const auto& uses = entry.named->parameter ? uses_.pointedTo : uses_.types;
  const auto found = uses.find(entry.named->object);
  const auto only = buffer != buffers_.end() ? onlyType(buffer->second.uses)
                    : found == uses.end()    ? std::nullopt
                                             : onlyType(found->second);
  if (!only && !entry.zeros) {
    fail(entry.span, fmt::format("the code does not specify what elements '{}' has", entry.named->name),
         fmt::format("specify it: 'u32 {}[4]', or how many bytes: '{} = zeros(16)'", entry.named->name,
                     entry.named->name));
  }
  const ElementType type = only.value_or(ElementType{});
  if (only) {
    types_[object] = type;
  }
  return type;
}

void InputReader::applyObject(const Entry& entry, std::uint32_t object) {
  const SourceTypePtr source = entry.type ? nullptr : elementInSource(*entry.named);
  const bool structs = source != nullptr && !numberIn(*source);
  const SourceTypePtr element = structs ? source : numberType(typeOf(entry, object));
  if (const auto buffer = buffers_.find(entry.name);
      buffer != buffers_.end() && buffer->second.object == object) {
    buffer->second.elementBytes = static_cast<unsigned>(element->bytes);
  }
  const std::optional<std::uint64_t> own = module_.objects[object].size;
  const bool said = entry.count || entry.list || entry.zeros || entry.iota;
  if (said) {
    arrays_.insert(object);
  }
  if (entry.zeros) {
    facts_.contents[object].bytes.assign(*entry.zeros, std::uint8_t{0});
    facts_.sizes[object] = own.value_or(*entry.zeros);
    if (structs) {
      shapes_[object] = {element, *entry.zeros > element->bytes};
    }
    return;
  }
  std::uint64_t numbers = 0;  // in an element
  for (const SourceNumbers& row : numbersOf(*element, 1, false)) {
    numbers += row.count;
  }
  const std::uint64_t listed = (entry.values.size() + numbers - 1) / std::max<std::uint64_t>(numbers, 1);
  const std::uint64_t count = entry.count.value_or(own ? *own / element->bytes : entry.list ? listed : 1);
  if (own && count * element->bytes > *own) {
    fail(entry.span, fmt::format("'{}' has {} bytes", entry.named->name, *own));
    return;
  }
  facts_.sizes[object] =
      own.value_or(entry.named->tailStride != 0 ? entry.named->tailOffset + count * entry.named->tailStride
                                                : count * element->bytes);
  if (structs) {
    shapes_[object] = {element, said || count > 1};
  }
  fill(entry, object, numbersOf(*element, entry.named->tailStride != 0 ? 1 : count, true), 0);
}

/// Numbers, one after the other: as they are listed, counted, or all the same.
void InputReader::fill(const Entry& entry, std::uint32_t object, const std::vector<SourceNumbers>& numbers,
                       std::uint64_t begin) {
  std::size_t next = 0;
  for (const SourceNumbers& row : numbers) {
    for (std::uint64_t i = 0; i < row.count; ++i, ++next) {
      const std::size_t which = entry.list ? next : 0;
      const std::string text = entry.iota                    ? std::to_string(next)
                               : which < entry.values.size() ? valueOf(entry.values[which])
                                                             : "";
      if (text.empty()) {
        continue;
      }
      const auto bits = bitsOfNumber(text, row.type);
      if (!bits) {
        fail(entry.span,
             fmt::format("'{}' is not a number that an element of '{}' holds", text, entry.named->name));
        return;
      }
      setBytes(facts_.contents[object], begin + row.offset + i * row.type.bytes, *bits, row.type.bytes);
    }
  }
  if (entry.list && entry.values.size() > next) {
    fail(entry.span, fmt::format("{} values for {} elements", entry.values.size(), next));
  }
}

/// `ring.head = 0`, `tiles[2].status = 1`, `u.n = 4`.
void InputReader::applyField(const Entry& entry) {
  const NamedObject& named = *entry.named;
  const SourceTypePtr element = elementInSource(named);
  const bool pointer = named.parameter && named.pointsTo != nullptr;
  const bool indexed = entry.path.starts_with('[');
  SourceTypePtr type = pointer ? arrayOf(element, kMostIndexed) : named.type;
  const std::string path = (pointer && !indexed ? "[0]" : "") + std::string(entry.path);
  const auto place = type == nullptr ? std::nullopt : placeIn(type, path);
  if (!place) {
    fail(entry.span,
         type == nullptr ? fmt::format("it is not specified which fields '{}' has", named.name)
                         : fmt::format("'{}' has no '{}'", named.name, entry.path),
         type == nullptr ? "compile with -g, nvcc with -G" : "");
    return;
  }
  const std::uint32_t object = pointer ? pointee(named) : named.object;
  if (!pointer && !named.parameter) {
    shapes_[object] = {element, named.type->of != nullptr};
  } else if (pointer) {
    ObjectShape& shape = shapes_[object];
    shape = {element, shape.indexed || indexed};
    const std::uint64_t elements = place->offset / element->bytes + 1;
    facts_.sizes[object] = std::max(facts_.sizes[object], elements * element->bytes);
  }
  fill(entry, object, numbersOf(*place->type, 1, false), place->offset);
}

void InputReader::applyScalar(const Entry& entry, std::uint32_t object) {
  const ObjectDeclaration& parameter = module_.objects[object];
  const std::uint64_t size = parameter.size.value_or(4);
  if (entry.values.size() != 1 || entry.list || entry.count) {
    fail(entry.span,
         fmt::format("parameter '{}' is not a pointer: its value is a number", entry.named->name));
    return;
  }
  if (size > kAddressBytes) {
    fail(entry.span,
         fmt::format("parameter '{}' has {} bytes, which cannot be specified", entry.named->name, size),
         fmt::format("specify its fields: '{}.n = 1'", entry.named->name));
    return;
  }
  const auto uses = uses_.types.find(object);
  const auto only = uses == uses_.types.end() ? std::nullopt : onlyType(uses->second);
  const auto source = entry.named->type == nullptr ? std::nullopt : numberIn(*entry.named->type);
  ElementType type = entry.type.value_or(source.value_or(only.value_or(ElementType{})));
  type.bytes = static_cast<unsigned>(size);
  const auto bits = bitsOfNumber(valueOf(entry.values.front()), type);
  if (!bits) {
    fail(entry.span, fmt::format("'{}' is not a number of {} bits", entry.values.front(), size * 8));
    return;
  }
  setBytes(facts_.contents[object], 0, *bits, static_cast<unsigned>(size));
}

/// Parameters that nobody says, and that the code takes for addresses and the source not for numbers, point
/// to objects of their own.
void InputReader::pointRest() {
  const auto waits = [&](const NamedObject& named) {
    return named.parameter && module_.objects[named.object].size == kAddressBytes &&
           !facts_.contents.contains(named.object) && uses_.pointedTo.contains(named.object) &&
           !isNumberInSource(named);
  };
  for (const NamedObject& named : names_.all()) {
    if (waits(named)) {
      std::vector<const NamedObject*> together;
      for (const NamedObject* other : names_.find(named.name)) {
        if (waits(*other)) {
          together.push_back(other);
        }
      }
      if (together.size() > 1) {
        diagnostics_.warning(
            module_.objects[named.object].place,
            fmt::format("'{}' is taken to be one buffer in all launches that have a parameter of this name",
                        named.name),
            fmt::format("say what each points to: --init 'x[1]; {}.{} = x'", named.launch, named.name));
        pointTogether(together, named.name);
      }
      const std::uint32_t object = pointee(named);
      if (const auto only = onlyType(uses_.pointedTo.at(named.object))) {
        types_.emplace(object, *only);
      }
    }
  }
}

/// What the source says of the elements of what no line speaks of.
void InputReader::shapeRest() {
  for (const NamedObject& named : names_.all()) {
    const auto pointee = pointees_.find(named.object);
    const std::uint32_t object = pointee == pointees_.end() ? named.object : pointee->second;
    const SourceTypePtr element =
        named.parameter && pointee == pointees_.end() ? nullptr : elementInSource(named);
    if (element == nullptr || shapes_.contains(object)) {
      continue;
    }
    shapes_[object] = {element, !named.parameter && named.type->of != nullptr};
    if (const auto number = numberIn(*element)) {
      types_[object] = *number;
    } else {
      types_.erase(object);
    }
  }
}

}  // namespace hrfcheck::frontend::lowlevel
