#include "frontend/c/launch/launch_kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "frontend/c/launch/array_uses.h"
#include "frontend/c/launch/launched.h"
#include "frontend/c/syntax/parsers.h"
#include "frontend/c/syntax/syntax.h"
#include "frontend/launch/unsaid.h"
#include "frontend/shared/names.h"
#include "program/ir/scope_levels.h"

// Parameters become locations by their names, as those of a thread of a litmus test do; what differs is done
// here, before anything is declared: values instead of registers, local memory for each work-group, sizes.

namespace hrfcheck::frontend::c {
namespace {

bool isPointer(const Parameter& parameter) {
  return parameter.array || parameter.type.pointers > 0;
}

/// How many pointers the type has, the one of an array parameter among them.
unsigned pointersOf(const Parameter& parameter) {
  return parameter.type.pointers + (parameter.array ? 1 : 0);
}

/// The part of a name before its first field or element.
std::string_view baseOf(std::string_view name) {
  return name.substr(0, name.find_first_of(".[@"));
}

/// How many elements an array has.
std::string elementsAreSaid(std::string_view array) {
  return "specify it: " +
         optionOrLine(fmt::format("--init '{}[4]'", array), fmt::format("init {}[4]", array));
}

class KernelLauncher {
 public:
  KernelLauncher(ParsedUnit& parsed, const Function& kernel, const Grid& grid,
                 std::vector<InitialEntry>& initial, const Dialect& dialect, const SourcePtr& source,
                 Diagnostics& diagnostics)
      : parsed_(parsed),
        kernel_(kernel),
        initial_(initial),
        dialect_(dialect),
        source_(source),
        diagnostics_(diagnostics),
        launched_(std::make_shared<Launched>()) {
    launched_->grid = grid;
  }

  void run() {
    for (const Parameter& parameter : kernel_.parameters) {
      this->parameter(parameter);
    }
    forEachStatement(*kernel_.body, [&](const Stmt& stmt) { localVariables(stmt); });
    voteCells();
    refuseUnknownNames();
    warnOfSubGroups();
    makeThreads();
  }

 private:
  const Grid& grid() const { return launched_->grid; }
  Place placeOf(const Token& token) const { return {source_, token.span}; }

  LocationEntry* entryOf(std::string_view name) {
    for (InitialEntry& entry : initial_) {
      auto* location = std::get_if<LocationEntry>(&entry);
      if (location != nullptr && !location->member && location->name.text == name) {
        return location;
      }
    }
    return nullptr;
  }

  /// The entry of that name, taken out of the initial state.
  std::optional<LocationEntry> takeEntry(std::string_view name) {
    std::optional<LocationEntry> taken;
    std::erase_if(initial_, [&](const InitialEntry& entry) {
      const auto* location = std::get_if<LocationEntry>(&entry);
      const bool found = location != nullptr && !location->member && location->name.text == name;
      if (found && taken) {
        diagnostics_.error(placeOf(location->name), fmt::format("'{}' is declared twice", name));
      }
      if (found) {
        taken = *location;
      }
      return found;
    });
    return taken;
  }

  void parameter(const Parameter& parameter) {
    known_.insert(parameter.name.text);
    if (!isPointer(parameter)) {
      scalar(parameter);
    } else if (parameter.type.space == AddressSpace::Local) {
      localParameter(parameter);
    } else {
      pointer(parameter);
      parameters_.push_back(parameter);
    }
  }

  void scalar(const Parameter& parameter) {
    const std::string_view name = parameter.name.text;
    const std::optional<LocationEntry> entry = takeEntry(name);
    parameters_.push_back(parameter);
    if (!entry || entry->values.empty()) {
      diagnostics_.error(placeOf(parameter.name), fmt::format("parameter '{}' has no value", name),
                         "give it one: " + optionOrLine(fmt::format("--init '{} = 1'", name),
                                                        fmt::format("init {} = 1", name)));
      return;
    }
    if (entry->array || entry->braced || entry->values.front().location) {
      diagnostics_.error(placeOf(entry->name),
                         fmt::format("parameter '{}' is not a pointer: its value is a number", name));
      return;
    }
    launched_->values[name] = entry->values.front().number;
  }

  /// A pointer with an address of its own, or a location with its name.
  void pointer(const Parameter& parameter) {
    LocationEntry* entry = entryOf(parameter.name.text);
    const bool address = entry != nullptr && !entry->array && !entry->braced && entry->values.size() == 1 &&
                         entry->values.front().location && pointersOf(parameter) == 1;
    if (address) {
      pointTo(parameter, *takeEntry(parameter.name.text));
      return;
    }
    if (entry == nullptr && parameter.arraySize) {
      initial_.emplace_back(sized(parameter));
      return;
    }
    requireSize(parameter, entry);
    if (entry != nullptr) {
      complete(parameter, *entry);
    }
  }

  /// Each thread is given the address.
  void pointTo(const Parameter& parameter, const LocationEntry& entry) {
    for (ThreadId t = 0; t < grid().threadCount(); ++t) {
      initial_.emplace_back(RegisterEntry{entry.name, t, parameter.name, entry.values.front()});
    }
    known_.insert(entry.values.front().location->text);
  }

  LocationEntry sized(const Parameter& parameter) {
    LocationEntry entry;
    entry.name = parameter.name;
    entry.array = true;
    const Value size = *parameter.arraySize;
    if (size < 1 || size > kMaxArraySize) {
      diagnostics_.error(placeOf(parameter.name),
                         fmt::format("an array has 1 to {} elements", kMaxArraySize));
    } else {
      entry.size = static_cast<std::uint32_t>(size);
    }
    complete(parameter, entry);
    return entry;
  }

  /// What the kernel says of the type, and the initial state need not.
  static void complete(const Parameter& parameter, LocationEntry& entry) {
    if (parameter.type.base == Type::Base::Struct && pointersOf(parameter) == 1) {
      entry.typeName = parameter.type.name;
    }
    entry.atomic = entry.atomic || (parameter.type.atomic && pointersOf(parameter) == 1);
    if (entry.space == AddressSpace::Generic) {
      entry.space = parameter.type.space;
    }
  }

  void requireSize(const Parameter& parameter, const LocationEntry* entry) {
    const std::string_view name = parameter.name.text;
    if ((entry != nullptr && entry->array) || !usesAsArray(parsed_.unit, kernel_, name)) {
      return;
    }
    diagnostics_.error(
        placeOf(parameter.name),
        fmt::format("'{}' is used as an array, but it is not specified how many elements it has", name),
        elementsAreSaid(name));
  }

  void localParameter(const Parameter& parameter) {
    LocationEntry* entry = entryOf(parameter.name.text);
    if (entry == nullptr && parameter.arraySize) {
      instances(sized(parameter));
    } else {
      requireSize(parameter, entry);
      LocationEntry taken;
      taken.name = parameter.name;
      taken = takeEntry(parameter.name.text).value_or(taken);
      complete(parameter, taken);
      instances(taken);
    }
    launched_->localParameters.push_back(parameter);
  }

  /// One for each work-group.
  void instances(LocationEntry entry) {
    entry.space = AddressSpace::Local;
    const std::string_view name = entry.name.text;
    for (std::uint32_t group = 0; group < grid().groupCount(); ++group) {
      entry.name.text = launched_->invented.emplace_back(launched_->instanceName(name, group));
      initial_.emplace_back(entry);
    }
  }

  /// A cell for each thread of a block, where its threads vote.
  void voteCells() {
    bool votes = false;
    const std::function<void(const Expr&)> look = [&](const Expr& expr) {
      votes = votes || (std::holds_alternative<CallExpr>(expr.node) && voteOf(expr.token.text, *dialect_.c));
      forEachChild(expr, look);
    };
    for (const Function& function : parsed_.unit.functions) {
      forEachExpr(*function.body, look);
    }
    if (votes) {
      known_.insert(kVoteCells);
      LocationEntry entry;
      entry.name = {TokenKind::Identifier, kernel_.name.span, kVoteCells, false};
      entry.array = true;
      entry.size = grid().itemCount();
      instances(entry);
    }
  }

  void localVariables(const Stmt& stmt) {
    const auto* declaration = std::get_if<DeclarationStmt>(&stmt.node);
    if (declaration == nullptr) {
      return;
    }
    for (const Declarator& declarator : declaration->declarators) {
      if (declarator.type.space == AddressSpace::Local && declarator.type.pointers == 0) {
        localVariable(declarator);
      }
    }
  }

  void localVariable(const Declarator& declarator) {
    const std::string_view name = declarator.name.text;
    if (!known_.insert(name).second) {
      diagnostics_.error(
          placeOf(declarator.name),
          fmt::format("a second '{}': each local object of a kernel needs a different name", name));
      return;
    }
    launched_->localVariables.insert(name);
    LocationEntry entry;
    entry.name = declarator.name;
    entry.atomic = declarator.type.atomic;
    if (declarator.type.base == Type::Base::Struct) {
      entry.typeName = declarator.type.name;
    }
    const std::optional<LocationEntry> given = takeEntry(name);
    if (declarator.array && !giveSize(declarator, given, entry)) {
      return;
    }
    if (given) {
      if (given->array && given->size != entry.size) {
        diagnostics_.error(placeOf(given->name),
                           fmt::format("the kernel says that '{}' has {} elements", name, entry.size));
      }
      entry.values = given->values;
      entry.braced = given->braced;
    }
    instances(entry);
  }

  /// The size of an array in local memory: what the kernel says, or for `extern __shared__ int s[];` the
  /// launch.
  /// @return whether there is one
  bool giveSize(const Declarator& declarator, const std::optional<LocationEntry>& given,
                LocationEntry& entry) {
    const std::string_view name = declarator.name.text;
    entry.array = true;
    if (!declarator.arraySize && declarator.initialList.empty() && declarator.innerSizes.empty()) {
      if (!given || !given->array) {
        diagnostics_.error(placeOf(declarator.name),
                           fmt::format("it is not specified how many elements '{}' has", name),
                           elementsAreSaid(name));
      }
      entry.size = given && given->array ? given->size : 1;
      return true;
    }
    std::vector<ExprPtr> sizes = declarator.innerSizes;
    sizes.push_back(declarator.arraySize);
    Value count = 1;
    for (const ExprPtr& one : sizes) {
      const std::optional<Literal> size =
          one ? constantValue(*one, parsed_.constants, dialect_.c->shifts) : std::nullopt;
      const bool good = size && 1 <= size->value && size->value <= kMaxArraySize;
      count = good && count > 0 && count * size->value <= kMaxArraySize ? count * size->value : 0;
    }
    if (count == 0) {
      diagnostics_.error(placeOf(declarator.name),
                         fmt::format("an array has 1 to {} elements", kMaxArraySize));
      return false;
    }
    entry.size = static_cast<std::uint32_t>(count);
    return true;
  }

  /// Of the initial state: a typo would leave what was meant at 0.
  void refuseUnknownNames() {
    for (const Declarator& global : parsed_.unit.globals) {
      known_.insert(global.name.text);
    }
    for (const InitialEntry& entry : initial_) {
      if (const auto* location = std::get_if<LocationEntry>(&entry)) {
        for (const InitialValue& value : location->values) {
          if (value.location) {
            known_.insert(baseOf(value.location->text));
          }
        }
      }
    }
    for (const InitialEntry& entry : initial_) {
      const auto* location = std::get_if<LocationEntry>(&entry);
      if (location != nullptr && !location->aliased && known_.count(baseOf(location->name.text)) == 0) {
        diagnostics_.error(
            placeOf(location->name),
            fmt::format("kernel '{}' has no parameter '{}'", kernel_.name.text, location->name.text),
            didYouMean(location->name.text, {known_.begin(), known_.end()}));
      }
    }
  }

  bool speaksOfSubGroups(const Expr& expr) const {
    const std::string_view name = expr.token.text;
    const IdRow* id = std::holds_alternative<CallExpr>(expr.node) ? findId(name, *dialect_.c) : nullptr;
    const std::optional<Builtin> builtin =
        std::holds_alternative<CallExpr>(expr.node) ? findBuiltin(name, *dialect_.c) : std::nullopt;
    const std::optional<std::uint32_t> scope =
        nameOf(expr) != nullptr ? findScope(name, *dialect_.c) : std::nullopt;
    return (id != nullptr && IdKind::SubGroupId <= id->kind && id->kind <= IdKind::NumSubGroups) ||
           (id != nullptr && id->kind == IdKind::WarpSize) || (scope && *scope == kWaveLevel) ||
           (builtin && builtin->kind == BuiltinKind::Barrier && builtin->level == kWaveLevel);
  }

  void warnOfSubGroups() {
    const Expr* first = nullptr;
    const std::function<void(const Expr&)> look = [&](const Expr& expr) {
      first = first == nullptr && speaksOfSubGroups(expr) ? &expr : first;
      forEachChild(expr, look);
    };
    for (const Function& function : parsed_.unit.functions) {
      forEachExpr(*function.body, look);
    }
    if (first != nullptr && grid().subGroup == 0) {
      diagnostics_.warning(
          {source_, first->token.span},
          "it is not specified how many work-items a sub-group has: each is its own sub-group here",
          "specify it: --sub-group 4 on the command line, or a line '//# sub-group 4'");
    } else if (first != nullptr && grid().subGroupTaken) {
      diagnostics_.warning(
          {source_, first->token.span},
          fmt::format("it is not specified how many threads a warp has: it is taken to be {}",
                      grid().subGroup),
          "other devices have a different number: --sub-group 32 on the command line, or a line '//# sub-group "
          "32'");
    }
  }

  void makeThreads() {
    ThreadFunction threads;
    threads.parameters = parameters_;
    threads.body = kernel_.body;
    threads.token = kernel_.name;
    for (ThreadId t = 0; t < grid().threadCount(); ++t) {
      threads.threads.push_back(t);
      HeaderCell cell{{t}, DeclaredIds(dialect_.levels.size()), true, kernel_.name};
      cell.ids[kGroupLevel] = grid().groupOf(t);
      if (grid().cluster > 1) {
        cell.ids[dialect_.oneInside] = grid().groupOf(t) / grid().cluster;
      }
      if (grid().onOneDevice != 0) {  // the level inside of the outermost one
        cell.ids[dialect_.levels.size() - 2] = grid().deviceOf(grid().groupOf(t));
      }
      if (grid().subGroup != 0) {
        cell.ids[kWaveLevel] = grid().subGroupOf(t);
      }
      parsed_.header.push_back(std::move(cell));
    }
    parsed_.unit.threads.push_back(std::move(threads));
    parsed_.unit.launched = launched_;
  }

  ParsedUnit& parsed_;
  const Function& kernel_;
  std::vector<InitialEntry>& initial_;
  const Dialect& dialect_;
  const SourcePtr& source_;
  Diagnostics& diagnostics_;
  std::shared_ptr<Launched> launched_;
  std::vector<Parameter> parameters_;  ///< but for those in local memory
  std::set<std::string_view> known_;   ///< names that the initial state may speak of
};

}  // namespace

void launchKernel(ParsedUnit& parsed, const Function& kernel, const Grid& grid,
                  std::vector<InitialEntry>& initial, const Dialect& dialect, const SourcePtr& source,
                  Diagnostics& diagnostics) {
  KernelLauncher(parsed, kernel, grid, initial, dialect, source, diagnostics).run();
}

}  // namespace hrfcheck::frontend::c
