#include "frontend/c/syntax/types.h"

#include <fmt/format.h>

#include <algorithm>

namespace hrfcheck::frontend::c {

const FieldLayout* StructLayout::field(std::string_view fieldName) const {
  const auto it = std::ranges::find(fields, fieldName, &FieldLayout::name);
  return it == fields.end() ? nullptr : &*it;
}

/// An integer that is used as a pointer does not say what it points to.
ValueType ValueType::pointee() const {
  if (pointers == 0 && layout == nullptr) {
    return undeclared();
  }
  ValueType type = *this;
  type.pointers = pointers == 0 ? 0 : pointers - 1;
  type.isVoid = false;
  return type;
}

ValueType ValueType::pointer() const {
  ValueType type = *this;
  ++type.pointers;
  type.known = true;
  return type;
}

TypeTable::TypeTable(const Unit& unit, const SourcePtr& source, Diagnostics& diagnostics) {
  for (const Struct& declaration : unit.structs) {
    add(declaration, source, diagnostics);
  }
  for (const Typedef& synonym : unit.typedefs) {
    if (synonym.type.base == Type::Base::Struct && synonym.type.pointers == 0) {
      synonyms_.emplace(synonym.name.text, find(synonym.type.name.text));
    }
  }
  for (const Struct& declaration : unit.structs) {
    completePointers(declaration);
  }
}

/// Fields that point to the struct itself, or to one that is declared behind it.
void TypeTable::completePointers(const Struct& declaration) {
  const auto layout = layouts_.find(declaration.name.text);
  for (const Field& field : declaration.fields) {
    if (layout == layouts_.end() || field.type.base != Type::Base::Struct || field.type.pointers == 0) {
      continue;
    }
    for (FieldLayout& known : layout->second.fields) {
      if (known.name == field.name.text && known.type.layout == nullptr) {
        known.type.layout = find(field.type.name.text);
        known.type.incomplete = known.type.layout == nullptr;
      }
    }
  }
}

/// A vector: cells side by side.
StructLayout TypeTable::flatLayout(const Struct& declaration) const {
  StructLayout layout{declaration.name.text, {}, declaration.span, declaration.fields.size()};
  layout.flat = true;
  layout.alignment = declaration.alignment;
  for (const Field& field : declaration.fields) {
    layout.fields.push_back(
        {field.name.text, of(field.type), false, false, 1, static_cast<Value>(layout.fields.size())});
  }
  return layout;
}

void TypeTable::add(const Struct& declaration, const SourcePtr& source, Diagnostics& diagnostics) {
  if (declaration.span > 0) {
    layouts_.emplace(declaration.name.text, flatLayout(declaration));
    return;
  }
  StructLayout layout{declaration.name.text, {}, 0, 0};
  bool nested = false;
  Value objects = 0;
  for (const Field& field : declaration.fields) {
    const Place place{source, field.name.span};
    const ValueType type = of(field.type);
    if (field.type.base == Type::Base::Struct && field.type.pointers == 0 && type.layout == nullptr) {
      diagnostics.error(place, fmt::format("a struct '{}' inside struct '{}' must be declared before it",
                                           field.type.name.text, declaration.name.text));
      continue;
    }
    const bool apart = type.isStruct() && !type.layout->flat;  // its fields are objects of their own
    if (apart) {
      objects += nested || objects > 0 ? kStructGap : 0;
      nested = true;
    }
    layout.fields.push_back({field.name.text, type, field.array,
                             field.type.atomic && field.type.pointers == 0, field.size,
                             objects * kAddressStride});
    layout.depth = std::max(layout.depth, type.isStruct() ? type.layout->depth + 1 : 1);
    layout.cells += field.size * (type.isStruct() ? type.layout->cells : 1);
    objects += apart ? field.size * (type.layout->size / kAddressStride) + kStructGap : 1;
    if (layout.cells > kMaxStructCells) {
      diagnostics.error(place, fmt::format("struct '{}' is too large: more than {} memory cells",
                                           declaration.name.text, kMaxStructCells));
      return;
    }
    if (layout.depth > kMaxStructDepth) {
      diagnostics.error(place, fmt::format("structs are nested more than {} deep", kMaxStructDepth));
      return;
    }
  }
  if (declaration.fields.empty()) {
    diagnostics.error({source, declaration.name.span},
                      fmt::format("struct '{}' has no fields", declaration.name.text));
  }
  if (layout.fields.empty()) {
    return;  // as a field of others it would double for nothing
  }
  layout.size = objects * kAddressStride;
  if (!layouts_.emplace(declaration.name.text, std::move(layout)).second) {
    diagnostics.error({source, declaration.name.span},
                      fmt::format("a second struct '{}'", declaration.name.text));
  }
}

const StructLayout* TypeTable::find(std::string_view name) const {
  const auto it = layouts_.find(name);
  if (it != layouts_.end()) {
    return &it->second;
  }
  const auto synonym = synonyms_.find(name);
  return synonym == synonyms_.end() ? nullptr : synonym->second;
}

ValueType TypeTable::of(const Type& type) const {
  ValueType result;
  result.pointers = type.pointers;
  result.isVoid = type.base == Type::Base::Void && type.pointers == 0;
  result.layout = type.base == Type::Base::Struct ? find(type.name.text) : nullptr;
  result.incomplete = type.base == Type::Base::Struct && result.layout == nullptr;
  result.ofVoid = type.base == Type::Base::Void;
  result.local = type.space == AddressSpace::Local;
  result.integer = type.base == Type::Base::Integer ? type.integer : kUndeclared;
  result.atomic = type.object;
  result.isVolatile = type.isVolatile;
  result.word = type.word;
  return result;
}

ValueType TypeTable::of(const Parameter& parameter) const {
  const ValueType type = of(parameter.type);
  return parameter.array ? type.pointer() : type;
}

std::vector<const StructLayout*> TypeTable::withField(std::string_view field) const {
  std::vector<const StructLayout*> result;
  for (const auto& [name, layout] : layouts_) {
    if (layout.field(field) != nullptr) {
      result.push_back(&layout);
    }
  }
  return result;
}

Value strideOf(const ValueType& pointer) {
  return pointer.layout != nullptr && pointer.pointers == 1 ? pointer.layout->size : 1;
}

}  // namespace hrfcheck::frontend::c
