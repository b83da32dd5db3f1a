#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "frontend/lowlevel/specialize/specializer.h"
#include "frontend/lowlevel/values/value_parts.h"
#include "program/expr/further_operators.h"

// The registers of a thread.

namespace hrfcheck::frontend::lowlevel {

Leaves Specializer::leaves() {
  return {[this](const Number& number) { return leaf(number); },
          [](std::uint64_t bits) {
            const auto place = placeOf(Space::Generic, bits);
            return place ? Origins{place->object} : Origins{};
          },
          [this] { result_.notComputed.insert(instructionHere().origin); },
          [this] { result_.approximated.insert(instructionHere().origin); }};
}

ThreadValue Specializer::value(const NumberPtr& number) {
  return whole(word(number), leaves().originsOf);
}

ThreadValue Specializer::word(const NumberPtr& number) {
  return evaluate(*number, leaves());
}

ThreadValue Specializer::leaf(const Number& number) {
  switch (number.op) {
    case NumberOp::Register: {
      const OwnRegister reg{state_.frames.back().function, number.index};
      const auto content = state_.registers.find(reg);
      return content == state_.registers.end() ? ThreadValue{} : contentOf(content->second, registerOf(reg));
    }
    case NumberOp::ObjectAddress:
      return ThreadValue::known(addressOf(module_.objects[number.index].space, number.index) +
                                number.literal);
    case NumberOp::ObjectBytes: {
      const auto size = facts_.sizes.find(number.index);
      if (size == facts_.sizes.end()) {
        const std::string& name = module_.objects[number.index].name;
        refuse(fmt::format("it is not specified how large '{}' is, and the code asks for it", name),
               fmt::format("specify it: --init '{}[4]'", name));
      }
      return ThreadValue::known(size->second);
    }
    default:
      break;
  }
  const auto which = static_cast<BuiltIn>(number.index);
  const ThreadValue result = builtIn(which);
  if (which == BuiltIn::LanesActive && result.isOpen()) {
    result_.notComputed.insert(instructionHere().origin);
  }
  return result;
}

ThreadValue Specializer::contentOf(const Content& content, RegisterId reg) {
  switch (content.kind) {
    case ThreadValue::Kind::Undefined:
      return {};
    case ThreadValue::Kind::Known:
      return ThreadValue::known(content.bits);
    case ThreadValue::Kind::Computed:
      return ThreadValue::computed(registerRef(reg), content.origins, content.name);
    case ThreadValue::Kind::Open:
      return {content.kind, content.bits, content.held ? registerRef(reg) : nullptr, {}, 0};
    case ThreadValue::Kind::Parts:
      break;
  }
  ThreadValue result;
  result.kind = ThreadValue::Kind::Parts;
  unsigned begin = 0;
  for (const Content& part : content.parts) {
    result.parts.push_back(contentOf(part, partOf(reg, begin, part.width)));
    result.parts.back().width = part.width;
    begin += part.width;
  }
  return result;
}

/// PTX ISA, chapter 10; threads of a block are in warps by their linear number.
ThreadValue Specializer::builtIn(BuiltIn which) const {
  const OneLaunch& launch = facts_.launches.of(thread_);
  const Grid& grid = launch.grid;
  const ThreadId inLaunch = thread_ - launch.firstThread;
  const Coordinates at = grid.coordinatesOf(inLaunch);
  const auto number = static_cast<unsigned>(which);
  const std::uint64_t one = std::uint64_t{1} << lane();
  const std::array<const Grid::Size*, 4> sizes = {&at.item, &grid.items, &at.group, &grid.groups};
  switch (which) {
    case BuiltIn::ItemX:
    case BuiltIn::ItemY:
    case BuiltIn::ItemZ:
    case BuiltIn::ItemsX:
    case BuiltIn::ItemsY:
    case BuiltIn::ItemsZ:
    case BuiltIn::GroupX:
    case BuiltIn::GroupY:
    case BuiltIn::GroupZ:
    case BuiltIn::GroupsX:
    case BuiltIn::GroupsY:
    case BuiltIn::GroupsZ:  // three of each, from 0 on
      return ThreadValue::known((*sizes[number / 3])[number % 3]);
    case BuiltIn::Lane:
      return ThreadValue::known(lane());
    case BuiltIn::Warp:
      return ThreadValue::known(grid.subGroupOf(inLaunch));
    case BuiltIn::Warps:
      return ThreadValue::known(launch.warpsOfGroup());
    case BuiltIn::LanesOfWarp:
      return ThreadValue::known(grid.subGroupSize());
    case BuiltIn::Dimensions:
      return ThreadValue::known(grid.dimensions);
    case BuiltIn::LanesHere:
      return ThreadValue::known(lanesOfWarp());
    case BuiltIn::LanesEqual:
      return ThreadValue::known(one);
    case BuiltIn::LanesBelow:
      return ThreadValue::known(one - 1);
    case BuiltIn::LanesUpTo:
      return ThreadValue::known(one - 1 + one);
    case BuiltIn::LanesAbove:
      return ThreadValue::known(lowBits(32) & ~(one - 1 + one));
    case BuiltIn::LanesFrom:
      return ThreadValue::known(lowBits(32) & ~(one - 1));
    case BuiltIn::LanesActive:  // others may be elsewhere
      return lanesOfWarp() == one ? ThreadValue::known(one) : ThreadValue::ofOpen();
    case BuiltIn::Clock:
      return ThreadValue::ofOpen();
    case BuiltIn::ClusterRank:
      return ThreadValue::known(grid.groupOf(inLaunch) % grid.cluster);
    case BuiltIn::ClusterSize:
      return ThreadValue::known(grid.cluster);
    case BuiltIn::Clusters:
      return ThreadValue::known(grid.groupCount() / grid.cluster);
    case BuiltIn::ClusterX:
      return ThreadValue::known(grid.groupOf(inLaunch) / grid.cluster);
    case BuiltIn::DynamicSharedSize: {
      std::uint64_t size = 0;
      for (const auto& [object, bytes] : facts_.sizes) {
        const bool dynamic = module_.objects[object].space == Space::Shared && !module_.objects[object].size;
        size = std::max(size, dynamic ? bytes : 0);
      }
      return ThreadValue::known(size);
    }
    case BuiltIn::WorkspaceHigh:
    case BuiltIn::WorkspaceLow: {
      const std::vector<std::uint32_t>& workspaces = facts_.workspaces;
      const std::uint64_t address =
          workspaces.empty() ? 0 : addressOf(Space::Global, workspaces[facts_.launches.indexOf(thread_)]);
      return ThreadValue::known(which == BuiltIn::WorkspaceHigh ? address >> 32 : address & lowBits(32));
    }
  }
  return {};
}

unsigned Specializer::bitsOf(std::uint32_t reg) const {
  return module_.functions[state_.frames.back().function].registers[reg].bits;
}

void Specializer::execute(const Compute& compute) {
  if (compute.guard != nullptr) {
    const ThreadValue guard = value(compute.guard);
    if (guard.isKnown() && guard.bits == 0) {
      return;
    }
    if (!guard.isKnown()) {
      assign(compute.reg,
             word(selected(compute.guard, compute.value, registerNumber(compute.reg, bitsOf(compute.reg)))));
      return;
    }
  }
  const std::optional<KnownTest> test = testOf(*compute.value);
  assign(compute.reg, word(compute.value));
  const Content& result = state_.registers[{state_.frames.back().function, compute.reg}];
  if (test && result.name != 0) {
    state_.tests.emplace(result.name, *test);
  }
}

void Specializer::assign(std::uint32_t reg, const ThreadValue& value) {
  const OwnRegister own{state_.frames.back().function, reg};
  if (value.isInParts()) {
    assignParts(registerOf(own), value);
  } else if (value.expr != nullptr) {
    const auto* same = std::get_if<RegisterExpr>(&value.expr->node);
    if (same == nullptr || same->reg != registerOf(own)) {
      emit(Assign{registerOf(own), value.expr});
    }
  }
  state_.registers[own] = contentOf(value);
}

/// Each part goes to a register of its own. They may be made of one another: halves that change places.
void Specializer::assignParts(RegisterId reg, const ThreadValue& value) {
  std::vector<Assign> assigned;
  std::set<RegisterId> written;
  bool reads = false;
  unsigned begin = 0;
  for (const ThreadValue& part : value.parts) {
    const RegisterId target = partOf(reg, begin, part.width);
    begin += part.width;
    const auto* same = part.expr == nullptr ? nullptr : std::get_if<RegisterExpr>(&part.expr->node);
    if (part.expr == nullptr || (same != nullptr && same->reg == target)) {
      continue;
    }
    reads = reads || std::ranges::any_of(registersOf(*part.expr),
                                         [&](RegisterId read) { return written.contains(read); });
    written.insert(target);
    assigned.push_back({target, part.expr});
  }
  for (Assign& one : assigned) {
    if (reads) {
      const RegisterId kept = temporary();
      emit(Assign{kept, one.value});
      one.value = registerRef(kept);
    }
  }
  for (Assign& one : assigned) {
    emit(std::move(one));
  }
}

Content Specializer::contentOf(const ThreadValue& value) {
  const std::uint32_t name = !value.isComputed() ? 0 : value.name != 0 ? value.name : ++state_.names;
  Content content{value.kind, value.bits, value.origins, name, value.isOpen() && value.expr != nullptr};
  for (const ThreadValue& part : value.parts) {
    content.parts.push_back(contentOf(part));
    content.parts.back().width = part.width;
  }
  return content;
}

/// The register is written by what is emitted next.
void Specializer::assignUnknown(std::uint32_t reg, Origins origins) {
  state_.registers[{state_.frames.back().function, reg}] = {ThreadValue::Kind::Computed, 0,
                                                            std::move(origins), ++state_.names};
}

RegisterId Specializer::registerOf(const OwnRegister& reg) {
  const Function& function = module_.functions[reg.function];
  auto& known = registers_[reg.function];
  known.resize(function.registers.size());
  if (!known[reg.reg]) {
    known[reg.reg] = newRegister(function.registers[reg.reg].name);
  }
  return *known[reg.reg];
}

RegisterId Specializer::registerOf(const OwnBytes& bytes, unsigned size) {
  const std::tuple key(bytes.object, bytes.offset, size);
  const auto known = ofBytes_.find(key);
  return known != ofBytes_.end()
             ? known->second
             : ofBytes_.emplace(key, newRegister(module_.objects[bytes.object].name)).first->second;
}

RegisterId Specializer::newRegister(std::string name) {
  result_.code.registers.push_back(std::move(name));
  return static_cast<RegisterId>(result_.code.registers.size() - 1);
}

/// The register of a part of what a register stands for.
RegisterId Specializer::partOf(RegisterId reg, unsigned begin, unsigned bits) {
  const auto [entry, fresh] =
      parts_.emplace(std::tuple(reg, begin, bits), static_cast<RegisterId>(result_.code.registers.size()));
  if (fresh) {
    const std::string name = result_.code.registers[reg];
    result_.code.registers.push_back(name);
  }
  return entry->second;
}

RegisterId Specializer::temporary() {
  return newRegister("");
}

std::uint64_t Specializer::known(const NumberPtr& number, std::string_view what) {
  const ThreadValue found = value(number);
  if (found.isOpen()) {
    throw HangsOnOpen{};
  }
  if (!found.isKnown()) {
    refuse(fmt::format("{} depends on values that are read from memory, which is not supported", what));
  }
  return found.bits;
}

}  // namespace hrfcheck::frontend::lowlevel
