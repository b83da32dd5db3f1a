#include "frontend/lowlevel/object_uses.h"

#include <algorithm>

#include "util/overloaded.h"

namespace hrfcheck::frontend::lowlevel {
namespace {

/// An object, or what an object that belongs to a thread or is a parameter holds.
struct Root {
  std::uint32_t object;
  bool content;

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

  ObjectUses run() {
    do {
      changed_ = false;
      for (std::uint32_t f = 0; f < module_.functions.size(); ++f) {
        for (const Instruction& instruction : module_.functions[f].code) {
          look_.spend(8);
          pass(f, instruction.operation);
        }
      }
    } while (changed_);
    return std::move(uses_);
  }

 private:
  void add(Roots& to, const Roots& more) {
    const std::size_t before = to.size();
    to.insert(more.begin(), more.end());
    changed_ = changed_ || to.size() != before;
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
    for (const NumberPtr& operand : number->operands) {
      const Roots more = rootsOf(function, operand);
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

  void pass(std::uint32_t f, const Operation& operation) {
    std::visit(Overloaded{[&](const Compute& o) { add(registers_[f][o.reg], rootsOf(f, o.value)); },
                          [&](const Access& o) { access(f, o); },
                          [&](const Call& o) {
                            const Function& callee = module_.functions[o.function];
                            for (std::size_t i = 0;
                                 i < std::min(o.arguments.size(), callee.parameters.size()); ++i) {
                              add(contents_[callee.parameters[i]], contents_[o.arguments[i]]);
                            }
                            for (std::size_t i = 0; i < std::min(o.results.size(), callee.results.size());
                                 ++i) {
                              add(contents_[o.results[i]], contents_[callee.results[i]]);
                            }
                          },
                          [](const auto&) {}},
               operation);
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
      Roots& held = contents_[root.object];
      for (const std::optional<std::uint32_t>& target : access.targets) {
        if (target) {
          add(registers_[f][*target], held);
          add(registers_[f][*target], {{root.object, true}});
        }
      }
      for (const NumberPtr& value : access.values) {
        add(held, rootsOf(f, value));
      }
    }
  }

  const Module& module_;
  std::vector<std::vector<Roots>> registers_;
  std::map<std::uint32_t, Roots> contents_;
  ObjectUses uses_;
  PacedLook look_;
  bool changed_ = false;
};

}  // namespace

ObjectUses usesOfObjects(const Module& module, const Deadline& deadline) {
  return UseFinder(module, deadline).run();
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
