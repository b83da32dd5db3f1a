#include <fmt/format.h>

#include "frontend/c/lower/lower.h"
#include "frontend/c/syntax/types.h"
#include "frontend/shared/declare.h"
#include "frontend/shared/text/cursor.h"

namespace hrfcheck::frontend::c {
namespace {

class StructDeclarer {
 public:
  StructDeclarer(const TypeTable& types, Names& names, const SourcePtr& source, Diagnostics& diagnostics)
      : types_(types), names_(names), source_(source), diagnostics_(diagnostics) {}

  void entry(const LocationEntry& entry) {
    const StructLayout* layout = entry.typeName ? types_.find(entry.typeName->text) : nullptr;
    if (layout == nullptr || entry.member) {
      return;
    }
    declare(entry.name, *layout, entry.array, entry.size, entry.space);
  }

  void variable(const Declarator& global) {
    const ValueType type = types_.of(global.type);
    if (type.isStruct() && !declared(global.name.text)) {
      const auto* size = global.arraySize ? std::get_if<Number>(&global.arraySize->node) : nullptr;
      const bool counted =
          !global.array || (size != nullptr && 0 < size->value && size->value <= kMaxArraySize);
      if (!counted) {
        diagnostics_.error(placeOf(global.name), fmt::format("an array has 1 to {} elements", kMaxArraySize));
        return;
      }
      declare(global.name, *type.layout, global.array,
              global.array ? static_cast<std::uint32_t>(size->value) : 1, global.type.space);
    }
  }

  void parameter(const Parameter& parameter) {
    const ValueType type = types_.of(parameter);
    if (type.pointers == 1 && type.layout != nullptr && !declared(parameter.name.text)) {
      declare(parameter.name, *type.layout, false, 1, parameter.type.space);
    }
  }

 private:
  Place placeOf(const Token& token) const { return {source_, token.span}; }
  bool declared(std::string_view name) const { return !names_.fieldsOf(name).empty(); }

  void declare(const Token& name, const StructLayout& layout, bool array, std::uint32_t size,
               AddressSpace space) {
    if (declared(name.text)) {
      diagnostics_.error(placeOf(name), fmt::format("location '{}' is declared twice", name.text));
      return;
    }
    if (layout.cells * size > kMaxStructCells) {
      diagnostics_.error(placeOf(name), fmt::format("'{}' is too large: more than {} memory cells", name.text,
                                                    kMaxStructCells));
      return;
    }
    requireRoom(names_, layout.cells * size, placeOf(name), diagnostics_);
    const Value stride = layout.size / kAddressStride;
    const Value first =
        layout.flat ? names_.reserve(1) : names_.reserve(2 * kStructGap + stride * size) + kStructGap;
    elements(std::string(name.text), layout, array, size, {first, 0}, space);
  }

  /// A cell of an object.
  struct Cell {
    Value number = 0;  ///< of the object
    Value offset = 0;
    Cell operator+(Value distance) const {
      return {number + distance / kAddressStride, offset + distance % kAddressStride};
    }
  };

  void elements(const std::string& name, const StructLayout& layout, bool array, std::uint32_t size,
                const Cell& first, AddressSpace space) {
    for (std::uint32_t i = 0; i < size; ++i) {
      fields(array ? fmt::format("{}[{}]", name, i) : name, layout, first + i * layout.size, space);
    }
  }

  void fields(const std::string& name, const StructLayout& layout, const Cell& first, AddressSpace space) {
    for (const FieldLayout& field : layout.fields) {
      const Cell cell = first + field.offset;
      const std::string full = fmt::format("{}.{}", name, field.name);
      if (field.type.isStruct()) {
        elements(full, *field.type.layout, field.array, field.size, cell, space);
        continue;
      }
      const MemoryObject& object = names_.declareAt(cell.number, full, field.size, field.array, cell.offset);
      for (LocationId l = object.first; l < object.first + object.size; ++l) {
        names_.location(l).space = space;
        names_.location(l).atomicType = field.atomic;
        names_.location(l).kind = field.type.isInteger() ? std::optional(field.type.integer) : std::nullopt;
      }
    }
  }

  const TypeTable& types_;
  Names& names_;
  const SourcePtr& source_;
  Diagnostics& diagnostics_;
};

}  // namespace

void declareStructs(const Unit& unit, const std::vector<InitialEntry>& initial, Names& names,
                    const SourcePtr& source, Diagnostics& diagnostics) {
  const TypeTable types(unit, source, diagnostics);
  StructDeclarer declarer(types, names, source, diagnostics);
  for (const InitialEntry& entry : initial) {
    if (const auto* location = std::get_if<LocationEntry>(&entry)) {
      declarer.entry(*location);
    }
  }
  for (const Declarator& global : unit.globals) {
    declarer.variable(global);
  }
  for (const ThreadFunction& thread : unit.threads) {
    for (const Parameter& parameter : thread.parameters) {
      declarer.parameter(parameter);
    }
  }
}

}  // namespace hrfcheck::frontend::c
