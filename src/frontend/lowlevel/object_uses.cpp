#include "frontend/lowlevel/object_uses.h"

#include <algorithm>

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
using Roots = std::set<Root>;

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
    }
  }

  /// What a kernel does not call is passed once: other kernels may say what types variables have.
  ObjectUses run(std::uint32_t entry) {
    const std::set<std::uint32_t> reached = reachedFrom(entry);
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
  void add(Roots& to, const Roots& more) {
    const std::size_t before = to.size();
    for (const Root& root : more) {
      if (!to.contains({root.object, root.content, kAnywhere})) {
        to.insert(root);
      }
    }
    changed_ = changed_ || to.size() != before;
  }

  /// The same places, so many bytes on; nothing: some number of them.
  Roots moved(const Roots& roots, std::optional<std::uint64_t> bytes) const {
    Roots result;
    for (Root root : roots) {
      if (!root.content && isOwn(root.object) && root.offset != kAnywhere) {
        root.offset = bytes ? (root.offset + *bytes) & kPlaces : kAnywhere;
      }
      result.insert(root);
    }
    return result;
  }

  static std::optional<std::uint64_t> constantIn(const NumberPtr& number) {
    return number->op == NumberOp::Literal ? std::optional(number->literal) : std::nullopt;
  }

  void addToRegister(Roots& reg, Roots more) {
    if (reg.size() + more.size() > kMostOffsets) {
      more = moved(more, std::nullopt);
    }
    add(reg, more);
  }

  Roots rootsOf(std::uint32_t function, const NumberPtr& number) {
    Roots result;
    if (number == nullptr) {
      return result;
    }
    if (number->op == NumberOp::Register) {
      return registers_[function][number->index];
    }
    if (number->op == NumberOp::ObjectAddress) {
      result.insert({number->index, false});
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
      result.insert(more.begin(), more.end());
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
        for (std::uint32_t callee = 0; call != nullptr && callee < module_.functions.size(); ++callee) {
          if (calls(*call, callee) && reached.insert(callee).second) {
            open.push_back(callee);
          }
        }
      }
    }
    return reached;
  }

  void passAll(std::uint32_t f) {
    for (const Instruction& instruction : module_.functions[f].code) {
      look_.spend(8);
      pass(f, instruction.operation);
    }
  }

  void pass(std::uint32_t f, const Operation& operation) {
    std::visit(Overloaded{[&](const Compute& o) { addToRegister(registers_[f][o.reg], rootsOf(f, o.value)); },
                          [&](const Access& o) { access(f, o); },
                          [&](const AsyncCopy& o) {
                            add(copies_[&o].from, rootsOf(f, o.from));
                            add(copies_[&o].to, rootsOf(f, o.to));
                          },
                          [&](const Call& o) {
                            for (std::uint32_t callee = 0; callee < module_.functions.size(); ++callee) {
                              if (calls(o, callee)) {
                                passTo(o, module_.functions[callee]);
                              }
                            }
                          },
                          [](const auto&) {}},
               operation);
  }

  bool calls(const Call& call, std::uint32_t function) const {
    return call.address == nullptr ? function == call.function : mayBeCalled(call, function);
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
      for (const Root& root : sides.from) {
        if (typesOf(root).empty()) {
          typesOf(root) = {ElementType{}};
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
      std::uint64_t offset = root.offset;
      const auto next = [&] { offset += offset == kAnywhere ? 0 : access.bytes; };
      for (const std::optional<std::uint32_t>& target : access.targets) {
        if (target) {
          addToRegister(registers_[f][*target], heldAt(root.object, offset));
          addToRegister(registers_[f][*target], {{root.object, true}});
        }
        next();
      }
      offset = root.offset;
      for (const NumberPtr& value : access.values) {
        add(contents_[root.object][offset], rootsOf(f, value));
        next();
      }
    }
  }

  Roots heldAt(std::uint32_t object, std::uint64_t offset) const {
    Roots result;
    const auto known = contents_.find(object);
    if (known != contents_.end()) {
      for (const auto& [at, roots] : known->second) {
        if (at == offset || at == kAnywhere || offset == kAnywhere) {
          result.insert(roots.begin(), roots.end());
        }
      }
    }
    return result;
  }

  void copyContents(std::uint32_t from, std::uint32_t to) {
    const std::map<std::uint64_t, Roots> held = contents_[from];
    for (const auto& [offset, roots] : held) {
      add(contents_[to][offset], roots);
    }
  }

  const Module& module_;
  std::vector<std::vector<Roots>> registers_;
  std::map<std::uint32_t, std::map<std::uint64_t, Roots>> contents_;  ///< by object and place
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

ObjectUses usesOfObjects(const Module& module, std::uint32_t entry, const Deadline& deadline) {
  return UseFinder(module, deadline).run(entry);
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
