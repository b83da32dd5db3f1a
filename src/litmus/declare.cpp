#include "litmus/declare.h"

#include <fmt/format.h>

#include "util/overloaded.h"

namespace hrfcheck::litmus {
namespace {

class Declarer {
 public:
  Declarer(const Dialect& dialect, Names& names, const SourcePtr& source, Diagnostics& diagnostics)
      : dialect_(dialect), names_(names), source_(source), diagnostics_(diagnostics) {}

  void run(const std::vector<InitialEntry>& entries) {
    for (const InitialEntry& entry : entries) {
      std::visit(Overloaded{[&](const LocationEntry& e) { declare(e); }, [](const RegisterEntry&) {}}, entry);
    }
    for (const InitialEntry& entry : entries) {
      std::visit(Overloaded{[&](const LocationEntry& e) { setValues(e); },
                            [&](const RegisterEntry& e) { setRegister(e); }},
                 entry);
    }
  }

 private:
  Place placeOf(const Token& token) const { return {source_, token.span}; }

  void declare(const LocationEntry& entry) {
    if (names_.object(entry.name.text) != nullptr) {
      diagnostics_.error(placeOf(entry.name),
                         fmt::format("location '{}' is declared twice", entry.name.text));
      return;
    }
    const MemoryObject& object = names_.declare(std::string(entry.name.text), entry.size, entry.array);
    std::optional<std::uint32_t> level;
    if (entry.observableLevel) {
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
    }
  }

  void setValues(const LocationEntry& entry) {
    const MemoryObject object = *names_.object(entry.name.text);
    for (std::uint32_t i = 0; i < object.size && !entry.values.empty(); ++i) {
      if (entry.braced && i >= entry.values.size()) {
        break;
      }
      const Value value = valueOf(entry.values[entry.braced ? i : 0]);
      names_.location(object.first + i).initial = value;
    }
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
    if (object == nullptr) {
      object = &names_.declare(std::string(name.text), 1, false);
    }
    if (value.index < 0 || value.index >= object->size) {
      diagnostics_.error(placeOf(name),
                         fmt::format("index {} is outside of '{}', which has {} element{}", value.index,
                                     object->name, object->size, object->size == 1 ? "" : "s"));
      return 0;
    }
    return names_.addressOf(*object, value.index);
  }

  const Dialect& dialect_;
  Names& names_;
  const SourcePtr& source_;
  Diagnostics& diagnostics_;
};

}  // namespace

void declareInitialState(const std::vector<InitialEntry>& entries, const Dialect& dialect, Names& names,
                         const SourcePtr& source, Diagnostics& diagnostics) {
  Declarer(dialect, names, source, diagnostics).run(entries);
}

}  // namespace hrfcheck::litmus
