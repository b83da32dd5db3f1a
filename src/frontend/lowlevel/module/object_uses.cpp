#include "frontend/lowlevel/module/object_uses.h"

#include <algorithm>
#include <iterator>

#include "util/overloaded.h"

namespace hrfcheck::frontend::lowlevel {
namespace {

constexpr std::uint64_t kAnywhere = ~std::uint64_t{0};
constexpr std::uint64_t kPlaces = (std::uint64_t{1} << 20) - 1;  // what is left where windows are added
constexpr std::size_t kMostOffsets = 16;  // of one object in one register: then it is anywhere

/// A place in an object, or what an object that is a parameter holds. Places matter in what belongs to a
/// thread: compilers keep many variables in one object.
struct Root {
  std::uint32_t object;
  bool content;
  std::uint64_t offset = 0;

  friend auto operator<=>(const Root&, const Root&) = default;
};
using Roots = std::vector<Root>;  // sorted

void insert(Roots& to, const Root& root) {
  const auto at = std::ranges::lower_bound(to, root);
  if (at == to.end() || *at != root) {
    to.insert(at, root);
  }
}

Roots rootsOfEither(const Roots& a, const Roots& b) {
  Roots result;
  std::ranges::set_union(a, b, std::back_inserter(result));
  return result;
}

/// How often something has grown: what depends on nothing that has grown since need not be looked at again.
using Growth = std::uint64_t;

/// What a register, or a place in memory, may hold.
struct HeldRoots {
  Roots roots = {};
  Growth growth = 0;
};
struct RootsByPlace {
  std::map<std::uint64_t, HeldRoots> at = {};
  Roots all = {};
  Growth growth = 0;
};

/// Whether an address may come out of an operator that goes in: not of a product, for instance.
bool keepsAddresses(NumberOp op) {
  switch (op) {
    case NumberOp::Truncate:
    case NumberOp::Add:
    case NumberOp::Sub:
    case NumberOp::And:
    case NumberOp::Or:
    case NumberOp::Select:
      return true;
    default:
      return false;
  }
}

class UseFinder {
 public:
  UseFinder(const Module& module, const Deadline& deadline) : module_(module), look_(deadline) {
    for (const Function& function : module.functions) {
      registers_.emplace_back(function.registers.size());
      seen_.emplace_back(function.code.size());
    }
  }

  /// What a kernel does not call is passed once: other kernels may say what types variables have.
  ObjectUses run(const std::vector<std::uint32_t>& entries) {
    std::set<std::uint32_t> reached;
    for (const std::uint32_t entry : entries) {
      reached.merge(reachedFrom(entry));
    }
    do {
      changed_ = false;
      std::ranges::for_each(reached, [&](std::uint32_t f) { passAll(f); });
    } while (changed_);
    for (std::uint32_t f = 0; f < module_.functions.size(); ++f) {
      if (!reached.contains(f)) {
        passAll(f);
      }
    }
    copiedAsOthersAre();
    return std::move(uses_);
  }

 private:
  /// @return whether there are new ones
  bool add(Roots& to, const Roots& more) {
    Roots fresh;
    for (const Root& root : more) {
      const auto at = std::ranges::lower_bound(to, root);
      const auto anywhere =
          std::lower_bound(at, to.end(), Root{root.object, root.content, kAnywhere}) - to.begin();
      const bool isAnywhere = static_cast<std::size_t>(anywhere) < to.size() &&
                              to[anywhere] == Root{root.object, root.content, kAnywhere};
      if (!isAnywhere && (at == to.end() || *at != root)) {
        fresh.push_back(root);
      }
    }
    if (fresh.empty()) {
      return false;
    }
    const auto known = static_cast<std::ptrdiff_t>(to.size());
    to.insert(to.end(), fresh.begin(), fresh.end());
    std::inplace_merge(to.begin(), to.begin() + known, to.end());
    changed_ = true;
    return true;
  }

  /// The same places, so many bytes on; nothing: some number of them.
  Roots moved(const Roots& roots, std::optional<std::uint64_t> bytes) const {
    Roots result;
    for (Root root : roots) {
      if (!root.content && isOwn(root.object) && root.offset != kAnywhere) {
        root.offset = bytes ? (root.offset + *bytes) & kPlaces : kAnywhere;
      }
      insert(result, root);
    }
    return result;
  }

  static std::optional<std::uint64_t> constantIn(const NumberPtr& number) {
    return number->op == NumberOp::Literal ? std::optional(number->literal) : std::nullopt;
  }

  void addTo(HeldRoots& reg, Roots more) {
    if (reg.roots.size() + more.size() > kMostOffsets) {
      more = moved(more, std::nullopt);
    }
    reg.growth += add(reg.roots, more) ? 1 : 0;
  }

  void hold(std::uint32_t object, std::uint64_t offset, const Roots& roots) {
    RootsByPlace& contents = contents_[object];
    HeldRoots& held = contents.at[offset];
    if (!add(held.roots, roots)) {
      return;
    }
    contents.all = rootsOfEither(contents.all, held.roots);
    held.growth += 1;
    contents.growth += 1;
  }

  Roots rootsOf(std::uint32_t function, const NumberPtr& number) {
    Roots result;
    if (number == nullptr) {
      return result;
    }
    if (number->op == NumberOp::Register) {
      return registers_[function][number->index].roots;
    }
    if (number->op == NumberOp::ObjectAddress) {
      insert(result, {number->index, false});
    }
    if (!keepsAddresses(number->op)) {
      return result;
    }
    for (std::size_t i = 0; i < number->operands.size(); ++i) {
      Roots more = rootsOf(function, number->operands[i]);
      if (number->op == NumberOp::Add || number->op == NumberOp::Or) {  // of what is aligned, `or` is a sum
        more = moved(more, constantIn(number->operands[1 - i]));
      } else if (number->op == NumberOp::Sub && i == 0) {
        const auto less = constantIn(number->operands[1]);
        more = moved(more, less ? std::optional(0 - *less) : std::nullopt);
      } else if (number->op != NumberOp::Select && number->op != NumberOp::Truncate) {
        more = moved(more, std::nullopt);
      }
      result = rootsOfEither(result, more);
    }
    return result;
  }

  bool isOwn(std::uint32_t object) const {
    const Space space = module_.objects[object].space;
    return space == Space::Local || space == Space::Parameter;
  }

  void note(std::map<std::uint32_t, std::vector<ElementType>>& in, std::uint32_t object,
            const ElementType& type) {
    std::vector<ElementType>& types = in[object];
    if (std::ranges::find(types, type) == types.end()) {
      types.push_back(type);
    }
  }

  std::set<std::uint32_t> reachedFrom(std::uint32_t entry) const {
    std::set<std::uint32_t> reached = {entry};
    std::vector<std::uint32_t> open = {entry};
    while (!open.empty()) {
      const std::uint32_t f = open.back();
      open.pop_back();
      for (const Instruction& instruction : module_.functions[f].code) {
        const auto* call = std::get_if<Call>(&instruction.operation);
        for (const std::uint32_t callee : call == nullptr ? std::vector<std::uint32_t>{} : calleesOf(*call)) {
          if (reached.insert(callee).second) {
            open.push_back(callee);
          }
        }
      }
    }
    return reached;
  }

  void passAll(std::uint32_t f) {
    const std::vector<Instruction>& code = module_.functions[f].code;
    for (std::size_t i = 0; i < code.size(); ++i) {
      look_.spend(8);
      const Growth growth = growthOf(f, code[i].operation);
      if (seen_[f][i] != growth) {
        seen_[f][i] = growth;
        look_.spend(64);
        pass(f, code[i].operation);
      }
    }
  }

  /// Of all that an operation reads and adds to: where it is what it was, passing it again changes nothing.
  Growth growthOf(std::uint32_t f, const Operation& operation) {
    Growth growth = 0;
    const auto ofNumber = [&](const NumberPtr& number) { growth += growthIn(f, number); };
    if (const auto* compute = std::get_if<Compute>(&operation)) {
      growth += registers_[f][compute->reg].growth;
      ofNumber(compute->value);
    } else if (const auto* mapped = std::get_if<MapAddress>(&operation)) {
      growth += registers_[f][mapped->reg].growth;
      ofNumber(mapped->address);
    } else if (const auto* access = std::get_if<Access>(&operation)) {
      ofNumber(access->address);
      std::ranges::for_each(access->values, ofNumber);
      for (const std::optional<std::uint32_t>& target : access->targets) {
        growth += target ? registers_[f][*target].growth : 0;
      }
      for (const Root& root : rootsOf(f, access->address)) {
        for (std::size_t e = 0; isOwn(root.object) && !root.content && e < elementsOf(*access); ++e) {
          growth += growthAt(root.object, placeOf(root, *access, e));
        }
      }
    } else if (const auto* copy = std::get_if<AsyncCopy>(&operation)) {
      ofNumber(copy->from);
      ofNumber(copy->to);
    } else if (const auto* call = std::get_if<Call>(&operation)) {
      const auto ofObjects = [&](const std::vector<std::uint32_t>& objects) {
        std::ranges::for_each(objects, [&](std::uint32_t object) { growth += contents_[object].growth; });
      };
      ofObjects(call->arguments);
      ofObjects(call->results);
      for (const std::uint32_t callee : calleesOf(*call)) {
        ofObjects(module_.functions[callee].parameters);
        ofObjects(module_.functions[callee].results);
      }
    }
    return growth;
  }

  static std::size_t elementsOf(const Access& access) {
    return std::max(access.targets.size(), access.values.size());
  }

  static std::uint64_t placeOf(const Root& root, const Access& access, std::size_t element) {
    return root.offset == kAnywhere ? kAnywhere : root.offset + element * access.bytes;
  }

  /// Of what may be read there, or is added to by writing there.
  Growth growthAt(std::uint32_t object, std::uint64_t offset) const {
    const auto contents = contents_.find(object);
    if (contents == contents_.end() || offset == kAnywhere) {
      return contents == contents_.end() ? 0 : contents->second.growth;
    }
    Growth growth = 0;
    for (const std::uint64_t place : {offset, kAnywhere}) {
      const auto held = contents->second.at.find(place);
      growth += held == contents->second.at.end() ? 0 : held->second.growth;
    }
    return growth;
  }

  Growth growthIn(std::uint32_t f, const NumberPtr& number) const {
    if (number == nullptr) {
      return 0;
    }
    Growth growth = number->op == NumberOp::Register ? registers_[f][number->index].growth : 0;
    for (const NumberPtr& operand : number->operands) {
      growth += growthIn(f, operand);
    }
    return growth;
  }

  void pass(std::uint32_t f, const Operation& operation) {
    std::visit(Overloaded{[&](const Compute& o) { addTo(registers_[f][o.reg], rootsOf(f, o.value)); },
                          [&](const MapAddress& o) { addTo(registers_[f][o.reg], rootsOf(f, o.address)); },
                          [&](const Access& o) { access(f, o); },
                          [&](const AsyncCopy& o) {
                            add(copies_[&o].from, rootsOf(f, o.from));
                            add(copies_[&o].to, rootsOf(f, o.to));
                          },
                          [&](const Call& o) {
                            for (const std::uint32_t callee : calleesOf(o)) {
                              passTo(o, module_.functions[callee]);
                            }
                          },
                          [](const auto&) {}},
               operation);
  }

  std::vector<std::uint32_t> calleesOf(const Call& call) const {
    if (call.address == nullptr) {
      return {call.function};
    }
    std::vector<std::uint32_t> callees;
    for (std::uint32_t f = 0; f < module_.functions.size(); ++f) {
      if (mayBeCalled(call, f)) {
        callees.push_back(f);
      }
    }
    return callees;
  }

  /// By an address that is not looked at.
  bool mayBeCalled(const Call& call, std::uint32_t function) const {
    const Function& callee = module_.functions[function];
    return callee.body && callee.parameters.size() == call.arguments.size() &&
           callee.results.size() == call.results.size();
  }

  void passTo(const Call& call, const Function& callee) {
    for (std::size_t i = 0; i < std::min(call.arguments.size(), callee.parameters.size()); ++i) {
      copyContents(call.arguments[i], callee.parameters[i]);
    }
    for (std::size_t i = 0; i < std::min(call.results.size(), callee.results.size()); ++i) {
      copyContents(callee.results[i], call.results[i]);
    }
  }

  std::vector<ElementType>& typesOf(const Root& root) {
    return (root.content ? uses_.pointedTo : uses_.types)[root.object];
  }

  /// What nothing but copies access has elements as their other side has, or words.
  void copiedAsOthersAre() {
    for (const auto& [copy, sides] : copies_) {
      for (const auto& [these, others] : {std::pair(sides.from, sides.to), std::pair(sides.to, sides.from)}) {
        for (const Root& root : these) {
          for (const Root& other : others) {
            if (typesOf(root).empty()) {
              typesOf(root) = typesOf(other);
            }
          }
        }
      }
    }
    for (const auto& [copy, sides] : copies_) {
      const ElementType word =
          copy->update ? ElementType{copy->update->bytes, false, copy->update->isSigned} : ElementType{};
      for (const Roots& roots : {sides.from, sides.to}) {
        for (const Root& root : roots) {
          if (typesOf(root).empty()) {
            typesOf(root) = {word};
          }
        }
      }
    }
  }

  void access(std::uint32_t f, const Access& access) {
    const ElementType type{access.bytes, access.isFloat, access.isSigned};
    for (const Root& root : rootsOf(f, access.address)) {
      if (root.content) {
        note(uses_.pointedTo, root.object, type);
        continue;
      }
      note(uses_.types, root.object, type);
      if (!isOwn(root.object)) {
        continue;
      }
      for (std::size_t e = 0; e < access.targets.size(); ++e) {
        if (access.targets[e]) {
          addTo(registers_[f][*access.targets[e]], heldAt(root.object, placeOf(root, access, e)));
          addTo(registers_[f][*access.targets[e]], {{root.object, true}});
        }
      }
      for (std::size_t e = 0; e < access.values.size(); ++e) {
        hold(root.object, placeOf(root, access, e), rootsOf(f, access.values[e]));
      }
    }
  }

  Roots heldAt(std::uint32_t object, std::uint64_t offset) const {
    const auto known = contents_.find(object);
    if (known == contents_.end()) {
      return {};
    }
    if (offset == kAnywhere) {
      return known->second.all;
    }
    Roots result;
    for (const std::uint64_t place : {offset, kAnywhere}) {
      const auto held = known->second.at.find(place);
      result = held == known->second.at.end() ? std::move(result) : rootsOfEither(result, held->second.roots);
    }
    return result;
  }

  void copyContents(std::uint32_t from, std::uint32_t to) {
    const std::map<std::uint64_t, HeldRoots> places = contents_[from].at;
    for (const auto& [offset, held] : places) {
      hold(to, offset, held.roots);
    }
  }

  const Module& module_;
  std::vector<std::vector<HeldRoots>> registers_;
  std::map<std::uint32_t, RootsByPlace> contents_;        ///< by object
  std::vector<std::vector<std::optional<Growth>>> seen_;  ///< by function and instruction: when last passed
  struct Copied {
    Roots from;
    Roots to;
  };
  std::map<const AsyncCopy*, Copied> copies_;
  ObjectUses uses_;
  PacedLook look_;
  bool changed_ = false;
};

}  // namespace

ObjectUses usesOfObjects(const Module& module, const std::vector<std::uint32_t>& entries,
                         const Deadline& deadline) {
  return UseFinder(module, deadline).run(entries);
}

std::optional<ElementType> onlyType(const std::vector<ElementType>& types) {
  if (types.empty()) {
    return std::nullopt;
  }
  ElementType result = types.front();
  for (const ElementType& type : types) {
    if (type.bytes != result.bytes) {
      return std::nullopt;
    }
    result.isFloat = result.isFloat || type.isFloat;
    result.isSigned = result.isSigned || type.isSigned;
  }
  return result;
}

}  // namespace hrfcheck::frontend::lowlevel
