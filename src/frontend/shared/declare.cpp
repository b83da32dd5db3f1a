#include "frontend/shared/declare.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "frontend/shared/phase_words.h"
#include "frontend/shared/text/cursor.h"
#include "program/ir/shared_memory.h"
#include "util/overloaded.h"
#include "util/text.h"

namespace hrfcheck::frontend {
namespace {

/// `mbarrier m = 2`: its value is how many arrivals it expects.
constexpr std::string_view kBarrierObject = "mbarrier";

class Declarer {
 public:
  Declarer(const Dialect& dialect, Names& names, const SourcePtr& source, Diagnostics& diagnostics)
      : dialect_(dialect), names_(names), source_(source), diagnostics_(diagnostics) {}

  std::vector<Pin> run(const std::vector<InitialEntry>& entries) {
    for (const InitialEntry& entry : entries) {
      std::visit(Overloaded{[&](const LocationEntry& e) { declare(e); }, [](const RegisterEntry&) {}}, entry);
    }
    for (const InitialEntry& entry : entries) {
      std::visit(Overloaded{[&](const LocationEntry& e) { declareAlias(e); }, [](const RegisterEntry&) {}},
                 entry);
    }
    for (const InitialEntry& entry : entries) {
      std::visit(Overloaded{[&](const LocationEntry& e) { setValues(e); },
                            [&](const RegisterEntry& e) { setRegister(e); }},
                 entry);
    }
    return std::move(pins_);
  }

 private:
  Place placeOf(const Token& token) const { return {source_, token.span}; }

  /// Structs are declared as their fields.
  bool hasFields(const Token& name) const { return !names_.fieldsOf(name.text).empty(); }

  /// Reports a location that is there already.
  bool isDeclared(const Token& name) {
    const bool declared = names_.object(name.text) != nullptr;
    if (declared) {
      diagnostics_.error(placeOf(name), fmt::format("location '{}' is declared twice", name.text));
    }
    return declared;
  }

  void declareAlias(const LocationEntry& entry) {
    if (!entry.aliased) {
      return;
    }
    if (!dialect_.aliases) {
      diagnostics_.error(placeOf(*entry.aliased), "aliases are not part of this dialect");
    } else if (entry.proxy &&
               std::ranges::find(dialect_.proxies, entry.proxy->text) == dialect_.proxies.end()) {
      const std::vector<std::string> known(dialect_.proxies.begin(), dialect_.proxies.end());
      diagnostics_.error(placeOf(*entry.proxy),
                         fmt::format("dialect {} has no proxy '{}'", dialect_.name, entry.proxy->text),
                         known.empty() ? "write NAME aliases NAME" : "proxies: " + commaList(known));
    }
    const MemoryObject* object = names_.object(entry.aliased->text);
    if (object == nullptr) {
      diagnostics_.error(placeOf(*entry.aliased),
                         fmt::format("location '{}' is not declared", entry.aliased->text),
                         didYouMean(entry.aliased->text, names_.objectNames()));
      names_.noteDoubtful(entry.name.text);
    } else if (!isDeclared(entry.name)) {
      // A surface, texture or constant alias is the same virtual address, seen through another proxy.
      const bool proxied = entry.proxy && entry.proxy->text != "generic";
      names_.declareAlias(std::string(entry.name.text), *object,
                          proxied ? Names::Aliases::SameReference : Names::Aliases::OtherReference);
    }
  }

  void declare(const LocationEntry& entry) {
    if (entry.member || entry.aliased || hasFields(entry.name) || isDeclared(entry.name)) {
      return;
    }
    requireRoom(names_, entry.size, placeOf(entry.name), diagnostics_);
    const MemoryObject& object = names_.declare(std::string(entry.name.text), entry.size, entry.array);
    std::optional<std::uint32_t> level;
    const std::optional<ThreadId> sharedOf = blockOf(entry);
    if (entry.observableLevel && !sharedOf) {
      level = findLevel(dialect_, entry.observableLevel->text);
      if (!level) {
        diagnostics_.error(
            placeOf(*entry.observableLevel),
            fmt::format("dialect {} has no scope level '{}'", dialect_.name, entry.observableLevel->text),
            "levels: " + levelList(dialect_));
      }
    }
    for (LocationId id = object.first; id < object.first + object.size; ++id) {
      names_.location(id).space = entry.space;
      names_.location(id).observableLevel = level;
      if (sharedOf) {
        names_.location(id).regions.push_back(sharedRegion(*sharedOf));
      }
      names_.location(id).atomicType = dialect_.layout == Layout::Columns || entry.atomic;
      names_.location(id).kind = dialect_.layout == Layout::Columns ? std::nullopt : entry.kind;
    }
    pin(entry, object);
  }

  /// PTX alone has proxies.
  bool hasSharedMemory() const { return !dialect_.proxies.empty(); }

  /// `x @ P1`: in the shared memory of that thread's block.
  std::optional<ThreadId> blockOf(const LocationEntry& entry) {
    if (!hasSharedMemory() || !entry.observableLevel) {
      return std::nullopt;
    }
    const std::optional<ThreadId> thread = threadNumber(entry.observableLevel->text);
    if (thread && *thread >= names_.program().threads.size()) {
      diagnostics_.error(placeOf(*entry.observableLevel), fmt::format("there is no thread P{}", *thread));
    }
    return thread;
  }

  void pin(const LocationEntry& entry, const MemoryObject& object) {
    if (!entry.pin) {
      return;
    }
    const auto error = [&](const std::string& message) { diagnostics_.error(placeOf(*entry.pin), message); };
    constexpr auto kWord = static_cast<Value>(kBytesPerWord);
    if (!dialect_.pinsAddresses) {
      error(fmt::format("locations of dialect {} have no fixed addresses", dialect_.name));
    } else if (entry.pinnedAt < 0 || entry.pinnedAt > kMaxByteAddress || entry.pinnedAt % kWord != 0) {
      error(fmt::format("a byte address is a multiple of {} up to {:#x}", kWord, kMaxByteAddress));
    } else {
      pins_.push_back({placeOf(*entry.pin), object.first, object.size});
    }
    for (std::uint32_t i = 0; i < object.size; ++i) {
      MemoryLocation& location = names_.location(object.first + i);
      location.pinned = true;
      location.byteAddress = static_cast<std::uint64_t>(entry.pinnedAt) + i * kBytesPerWord;
    }
  }

  void setValues(const LocationEntry& entry) {
    if (entry.aliased) {
      return;
    }
    if (entry.member) {
      setMember(entry);
      return;
    }
    if (hasFields(entry.name)) {
      refuseStruct(entry);
      return;
    }
    setElements(*names_.object(entry.name.text), entry);
  }

  void setElements(const MemoryObject& object, const LocationEntry& entry) {
    for (std::uint32_t i = 0; i < object.size && !entry.values.empty(); ++i) {
      if (entry.braced && i >= entry.values.size()) {
        break;
      }
      const Value value = valueOf(entry.values[entry.braced ? i : 0]);
      names_.location(object.first + i).initial =
          isBarrierObject(entry) ? objectFor(value, entry.name) : value;
    }
  }

  static bool isBarrierObject(const LocationEntry& entry) {
    return entry.typeName && entry.typeName->text == kBarrierObject;
  }

  /// The word of a barrier object that expects so many arrivals.
  Value objectFor(Value arrivals, const Token& at) {
    if (!hasSharedMemory()) {
      diagnostics_.error(placeOf(at), fmt::format("dialect {} has no barrier objects", dialect_.name));
    } else if (arrivals < 1 || arrivals > phase_words::kMostArrivals) {
      diagnostics_.error(
          placeOf(at), fmt::format("a barrier object expects 1 to {} arrivals", phase_words::kMostArrivals));
    }
    return phase_words::initialized(arrivals);
  }

  /// `[q] = 0` says nothing new of a struct, anything else says too little.
  void refuseStruct(const LocationEntry& entry) {
    const bool zero = std::ranges::all_of(
        entry.values, [](const InitialValue& value) { return !value.location && value.number == 0; });
    if (!zero) {
      const std::string& first = names_.fieldsOf(entry.name.text).front()->name;
      diagnostics_.error(
          placeOf(entry.name),
          fmt::format("'{}' is a struct: its fields are initialized one by one", entry.name.text),
          fmt::format("write {} = ...", first));
    }
  }

  void setMember(const LocationEntry& entry) {
    const MemoryObject* object = names_.object(entry.name.text);
    if (object == nullptr) {
      diagnostics_.error(placeOf(entry.name), fmt::format("location '{}' is not declared", entry.name.text),
                         didYouMean(entry.name.text, names_.objectNames()));
      return;
    }
    if (entry.element) {
      if (checkIndex(*object, *entry.element, entry.name) && !entry.values.empty()) {
        const Value value = valueOf(entry.values[0]);
        names_.location(object->first + static_cast<LocationId>(*entry.element)).initial = value;
      }
      return;
    }
    if (entry.braced && entry.values.size() > object->size) {
      diagnostics_.error(placeOf(entry.name),
                         fmt::format("'{}' has {}, but {} values", object->name,
                                     counted(object->size, "element"), entry.values.size()));
      return;
    }
    setElements(*object, entry);
  }

  bool checkIndex(const MemoryObject& object, Value index, const Token& at) {
    const bool good = index >= 0 && index < object.size;
    if (!good) {
      diagnostics_.error(placeOf(at), fmt::format("index {} is out of bounds for '{}', which has {}", index,
                                                  object.name, counted(object.size, "element")));
    }
    return good;
  }

  void setRegister(const RegisterEntry& entry) {
    if (entry.thread >= names_.program().threads.size()) {
      diagnostics_.error(placeOf(entry.threadToken), fmt::format("there is no thread P{}", entry.thread));
      return;
    }
    if (names_.object(entry.name.text) != nullptr) {
      diagnostics_.error(placeOf(entry.name),
                         fmt::format("'{}' is a location; expected a register here", entry.name.text));
      return;
    }
    const RegisterId reg = names_.addRegister(entry.thread, entry.name.text);
    if (names_.hasInitial(entry.thread, reg)) {
      diagnostics_.error(placeOf(entry.name), fmt::format("register {}:{} gets its initial value twice",
                                                          entry.thread, entry.name.text));
    }
    names_.setInitial(entry.thread, reg, valueOf(entry.value));
  }

  Value valueOf(const InitialValue& value) {
    if (!value.location) {
      return value.number;
    }
    const Token& name = *value.location;
    const MemoryObject* object = names_.object(name.text);
    if (object == nullptr && hasFields(name)) {
      return structAddress(name, value.index);
    }
    if (object == nullptr && isField(name)) {
      diagnostics_.error(placeOf(name), fmt::format("location '{}' is not declared", name.text),
                         didYouMean(name.text, names_.objectNames()));
      return 0;
    } else if (object == nullptr) {
      requireRoom(names_, 1, placeOf(name), diagnostics_);
      object = &names_.declare(std::string(name.text), 1, false);
      names_.location(object->first).atomicType = dialect_.layout == Layout::Columns;
    }
    return checkIndex(*object, value.index, name) ? names_.addressOf(*object, value.index) : 0;
  }

  /// Where the struct is, or an element of an array of structs.
  Value structAddress(const Token& name, Value index) {
    const std::string element = fmt::format("{}[{}]", name.text, index);
    std::vector<const MemoryObject*> fields = names_.fieldsOf(element);
    if (fields.empty() && index == 0) {
      fields = names_.fieldsOf(name.text);
    }
    if (fields.empty()) {
      diagnostics_.error(placeOf(name), fmt::format("there is no '{}'", element));
      return 0;
    }
    return names_.addressOf(*fields.front());
  }

  const Dialect& dialect_;
  Names& names_;
  const SourcePtr& source_;
  Diagnostics& diagnostics_;
  std::vector<Pin> pins_;
};

}  // namespace

void requireRoom(const Names& names, std::size_t count, const Place& place, Diagnostics& diagnostics) {
  if (!names.hasRoom(count)) {
    diagnostics.error(place, fmt::format("a test has at most {} memory cells", kMaxLocations));
    throw SyntaxFailure{};
  }
}

std::vector<Pin> declareInitialState(const std::vector<InitialEntry>& entries, const Dialect& dialect,
                                     Names& names, const SourcePtr& source, Diagnostics& diagnostics) {
  return Declarer(dialect, names, source, diagnostics).run(entries);
}

void layOut(Program& program, const std::vector<Pin>& pins, Diagnostics& diagnostics) {
  std::map<std::uint64_t, LocationId> taken;
  for (LocationId id = 0; id < program.locations.size(); ++id) {
    MemoryLocation& location = program.locations[id];
    if (!location.pinned) {
      location.byteAddress = id * kBytesPerWord;
      taken.emplace(location.byteAddress, id);
    }
  }
  for (const Pin& pin : pins) {
    bool reported = false;
    for (LocationId id = pin.first; id < pin.first + pin.size; ++id) {
      const MemoryLocation& location = program.locations[id];
      const auto [other, fresh] = taken.emplace(location.byteAddress, id);
      if (!fresh && !reported) {
        diagnostics.error(
            pin.place,
            fmt::format("'{}' and '{}' are both at {:#x}", program.locations[other->second].name,
                        location.name, location.byteAddress),
            "without a fixed address, the locations are at 0x0, 0x4, 0x8, ... as declared");
        reported = true;
      }
    }
  }
}

}  // namespace hrfcheck::frontend
