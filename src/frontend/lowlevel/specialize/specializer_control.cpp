#include <fmt/format.h>

#include <algorithm>

#include "frontend/lowlevel/module/address_map.h"
#include "frontend/lowlevel/specialize/specializer.h"
#include "frontend/lowlevel/values/value_parts.h"
#include "program/expr/further_operators.h"
#include "util/overloaded.h"

// How control goes through the code of a thread, and which blocks are written for that.

namespace hrfcheck::frontend::lowlevel {
namespace {

/// Steps and blocks of one thread: more than a thread of a test can have.
constexpr std::size_t kMostSteps = 2'000'000;
constexpr std::size_t kMostBlocks = 20'000;
constexpr std::size_t kDeepestCall = 200;
constexpr const char* kRoundsOfExchanges =
    "lanes exchange values in a loop whose end depends on values that are read from memory";

}  // namespace

WrittenThread writeThread(const Module& module, LivenessOfFunctions& liveness, const LaunchFacts& facts,
                          ThreadId thread, const Deadline& deadline) {
  Specializer specializer(module, liveness, facts, thread, deadline);
  specializer.run();
  return specializer.take();
}

Specializer::Specializer(const Module& module, LivenessOfFunctions& liveness, const LaunchFacts& facts,
                         ThreadId thread, const Deadline& deadline)
    : module_(module),
      liveness_(liveness),
      facts_(facts),
      thread_(thread),
      look_(deadline),
      registers_(module.functions.size()) {}

void Specializer::run() {
  pending_.swap(waiting_);
  if (blocks_.empty()) {
    ThreadState start;
    start.frames.push_back({entry(), 0});
    state_ = start;
    wayTo(std::move(start), false);
  }
  while (!pending_.empty()) {
    Pending next = std::move(pending_.front());
    pending_.pop_front();
    try {
      block(next.block, std::move(next.state));
    } catch (const Refusal& refusal) {
      result_.refusal = result_.refusal ? result_.refusal : refusal;
    }
  }
}

void Specializer::refuse(const std::string& message, const std::string& hint) const {
  throw Refusal{instructionHere().origin, message, hint};
}

const Instruction& Specializer::instructionHere() const {
  static const Instruction kNone{Nothing{}, 0};
  if (state_.frames.empty()) {
    return kNone;
  }
  const std::vector<Instruction>& code = module_.functions[state_.frames.back().function].code;
  const std::uint32_t at = state_.frames.back().at;
  return at < code.size() ? code[at] : code.empty() ? kNone : code.back();
}

void Specializer::emit(ResidualOperation operation) {
  if (!std::holds_alternative<Assign>(operation)) {
    requireNotArrived();
  }
  result_.code.blocks[current_].steps.push_back({std::move(operation), instructionHere().origin});
}

/// Forgets what is not read any more.
void Specializer::prune(ThreadState& state) {
  state.registers.eraseIf([&](const auto& entry) {
    for (const Frame& frame : state.frames) {
      if (frame.function == entry.first.function) {
        // Of those that have called, what is read after the call.
        const std::uint32_t at = frame.at + (&frame == &state.frames.back() ? 0 : 1);
        return entry.second.kind == ThreadValue::Kind::Undefined ||
               !liveness_.of(frame.function).isLive(at, entry.first.reg);
      }
    }
    return true;
  });
  tidyNames(state);
}

/// The block for a state, which is written later if it is new.
std::uint32_t Specializer::wayTo(ThreadState state, bool byChoice) {
  prune(state);
  if (const auto known = blocks_.find(state); known != blocks_.end()) {
    return known->second;
  }
  if (const auto other = tooOften(state, byChoice)) {
    if (const auto united = generalized(state, **other, byChoice)) {
      return *united;
    }
  }
  const auto number = static_cast<std::uint32_t>(result_.code.blocks.size());
  if (number >= kMostBlocks) {
    throw Refusal{
        .origin = instructionHere().origin,
        .message = fmt::format("thread {} has more than {} blocks of code when its loops are unrolled",
                               thread_, kMostBlocks),
        .hint = "use a smaller launch",
        .large = true};
  }
  result_.code.blocks.emplace_back();
  const auto [entry, fresh] = blocks_.emplace(state, number);
  states_.push_back(&entry->first);
  ancestry_.push_back({number == 0 ? std::nullopt : std::optional(current_), byChoice, chooses(byChoice)});
  variants_[state.frames].push_back(number);
  pending_.push_back({number, std::move(state)});
  return number;
}

/// Whether a way on from the block that is written depends on values that are read.
bool Specializer::chooses(bool byChoice) const {
  return byChoice || (current_ < ancestry_.size() && ancestry_[current_].anyChoice);
}

/// A state at the same place which this one should be united with: it belongs to an earlier round of a loop
/// that has been written out often enough, or there are too many.
std::optional<const ThreadState*> Specializer::tooOften(const ThreadState& state, bool byChoice) const {
  const auto variants = variants_.find(state.frames);
  if (variants == variants_.end() || variants->second.size() < facts_.bounds.rounds || !chooses(byChoice)) {
    return std::nullopt;
  }
  std::size_t rounds = 0;
  bool choice = byChoice;
  const ThreadState* nearest = nullptr;
  for (std::optional<std::uint32_t> at = current_; at; at = ancestry_[*at].parent) {
    const ThreadState* earlier = states_[*at];
    if (earlier != nullptr && choice && earlier->frames == state.frames) {
      nearest = nearest == nullptr ? earlier : nearest;
      if (++rounds >= facts_.bounds.rounds) {
        return nearest;
      }
    }
    choice = choice || ancestry_[*at].byChoice;
  }
  if (choice && variants->second.size() >= facts_.bounds.variants) {
    return states_[variants->second.back()];
  }
  return std::nullopt;
}

/// What differs between two states is put into registers before control goes on with it. Nothing where it is
/// in registers already.
std::optional<std::uint32_t> Specializer::generalized(ThreadState state, const ThreadState& other,
                                                      bool byChoice) {
  if (state.exchanges != other.exchanges) {
    throw Refusal{instructionHere().origin, kRoundsOfExchanges, "", true, true};
  }
  if (state.async != other.async) {
    refuse("asynchronous copies in a loop whose end depends on values that are read from memory");
  }
  const auto number = static_cast<std::uint32_t>(result_.code.blocks.size());
  result_.code.blocks.emplace_back();
  states_.push_back(nullptr);
  ancestry_.push_back({current_, byChoice, chooses(byChoice)});
  bool changed = false;
  const auto putOne = [&](Content& content, RegisterId reg) {
    if (content.kind == ThreadValue::Kind::Known || content.kind == ThreadValue::Kind::Open) {
      const bool known = content.kind == ThreadValue::Kind::Known;
      result_.code.blocks[number].steps.push_back(
          {Assign{reg, expressionOf(contentOf(content, reg))}, instructionHere().origin});
      const auto place = known ? placeOf(Space::Generic, content.bits) : std::nullopt;
      content = {ThreadValue::Kind::Computed,
                 0,
                 place ? Origins{place->object} : Origins{},
                 0,
                 false,
                 content.width};
      changed = true;
    }
  };
  const auto put = [&](Content& content, RegisterId reg, const Content* before) {
    if (content.parts.empty()) {
      putOne(content, reg);
      return;
    }
    if (before == nullptr ||
        !std::ranges::equal(content.parts, before->parts, {}, &Content::width, &Content::width)) {
      const ThreadValue joined = whole(contentOf(content, reg), leaves().originsOf);
      result_.code.blocks[number].steps.push_back(
          {Assign{reg, expressionOf(joined)}, instructionHere().origin});
      content = {ThreadValue::Kind::Computed, 0, joined.origins};
      changed = true;
      return;
    }
    unsigned begin = 0;
    for (std::size_t i = 0; i < content.parts.size(); ++i) {
      const unsigned width = content.parts[i].width;
      if (!sameNumber(content.parts[i], before->parts[i])) {
        putOne(content.parts[i], partOf(reg, begin, width));
      }
      begin += width;
    }
  };
  // Which numbers are equal may differ from round to round, too.
  changed = state.names != 0;
  forgetNames(state);
  for (auto& [reg, content] : state.registers) {
    const auto before = other.registers.find(reg);
    if (before == other.registers.end() || !sameNumber(before->second, content)) {
      put(content, registerOf(reg), before == other.registers.end() ? nullptr : &before->second);
      if (before != other.registers.end() && content.kind == ThreadValue::Kind::Computed &&
          before->second.kind == ThreadValue::Kind::Computed && before->second.origins != content.origins) {
        Origins both;
        std::ranges::set_union(before->second.origins, content.origins, std::back_inserter(both));
        changed = changed || both != content.origins;
        content.origins = std::move(both);
      }
    }
  }
  for (auto& [bytes, content] : state.memory) {
    const auto before = other.memory.find(bytes);
    if (before == other.memory.end() || before->second.size != content.size ||
        !sameNumber(before->second.content, content.content)) {
      put(content.content, registerOf(bytes, content.size), nullptr);
    }
  }
  if (!changed) {
    result_.code.blocks.pop_back();
    states_.pop_back();
    ancestry_.pop_back();
    return std::nullopt;
  }
  const std::uint32_t before = current_;
  current_ = number;
  const std::uint32_t target = wayTo(std::move(state), false);
  current_ = before;
  result_.code.blocks[number].next = target;
  result_.code.blocks[number].origin = instructionHere().origin;
  return number;
}

void Specializer::block(std::uint32_t number, ThreadState state) {
  current_ = number;
  state_ = std::move(state);
  nameAll(state_);
  done_ = false;
  for (bool first = true; !done_; first = false) {
    look_.spend(1 + state_.registers.size() / 16);
    if (++steps_ > kMostSteps) {
      refuse(fmt::format("thread {} executes more than {} instructions", thread_, kMostSteps),
             "use a smaller launch");
    }
    const Frame& frame = state_.frames.back();
    if (frame.at >= module_.functions[frame.function].code.size()) {
      leave();
      continue;
    }
    if (!first && liveness_.of(frame.function).isJoin(frame.at)) {
      jumpOn();
      return;
    }
    try {
      step();
    } catch (const HangsOnOpen&) {
      stop();
    } catch (const WaitsForLanes&) {
      waiting_.push_back({current_, std::move(state_)});
      return;
    } catch (const Unsupported& unsupported) {
      throw Refusal{instructionHere().origin, unsupported.message};
    }
  }
}

/// To the instruction that comes next.
void Specializer::jumpOn() {
  const std::uint32_t origin = instructionHere().origin;
  ThreadState state = std::move(state_);
  state_.frames = state.frames;  // where a refusal is
  const std::uint32_t target = wayTo(std::move(state), false);
  result_.code.blocks[current_].next = target;
  result_.code.blocks[current_].origin = origin;
  done_ = true;
}

void Specializer::step() {
  std::visit(Overloaded{[&](const Require& o) { require(o); },
                        [&](const Jump& o) { state_.frames.back().at = o.target; },
                        [&](const Branch& o) { branch(o); }, [&](const Call& o) { call(o); },
                        [&](const Return&) { leave(); }, [&](const Exit&) { end(); },
                        [&](const Fault&) { fault(); }, [&](const Refused& o) { refuse(o.message); },
                        [&](const auto& o) {
                          execute(o);
                          advance();
                        }},
             instructionHere().operation);
}

void Specializer::execute(const Forget& forgotten) {
  for (const std::uint32_t object : forgotten.objects) {
    forget(object);
  }
}

void Specializer::branch(const Branch& branch) {
  const ThreadValue condition = value(branch.condition);
  const Frame here = state_.frames.back();
  if (condition.isOpen()) {
    throw HangsOnOpen{};
  }
  if (condition.isKnown()) {
    state_.frames.back().at = condition.bits != 0 ? branch.target : here.at + 1;
    return;
  }
  const Number& number = *branch.condition;
  const bool negated = number.op == NumberOp::Not && number.operands[0]->op == NumberOp::Register;
  std::optional<OwnRegister> decided;
  if (number.op == NumberOp::Register || negated) {
    decided = OwnRegister{here.function, negated ? number.operands[0]->index : number.index};
  }
  divide(condition, branch.target, here.at + 1, decided, negated);
}

/// Goes both ways. A predicate is known on either of them.
void Specializer::divide(const ThreadValue& condition, std::uint32_t taken, std::uint32_t next,
                         const std::optional<OwnRegister>& decided, bool negated) {
  const std::uint32_t here = current_;
  const std::uint32_t origin = instructionHere().origin;
  const std::uint32_t predicate = decided ? state_.registers[*decided].name : condition.name;
  const auto goingTo = [&](std::uint32_t target, bool holds) {
    ThreadState state = state_;
    state.frames.back().at = target;
    learn(state, predicate, holds != negated);
    if (decided) {
      state.registers[*decided] = {ThreadValue::Kind::Known, holds != negated ? 1U : 0U, {}, 0};
    }
    return wayTo(std::move(state), true);
  };
  const ExprPtr expr = expressionOf(condition);
  const std::uint32_t whenTaken = goingTo(taken, true);
  const std::uint32_t otherwise = goingTo(next, false);
  ResidualBlock& block = result_.code.blocks[here];
  block.condition = expr;
  block.taken = whenTaken;
  block.next = otherwise;
  block.origin = origin;
  done_ = true;
}

/// Which function it is must be known, as what else decides which code is executed.
std::uint32_t Specializer::calleeOf(const Call& call) {
  if (call.address == nullptr) {
    return call.function;
  }
  const ThreadValue address = value(call.address);
  if (address.isOpen()) {
    throw HangsOnOpen{};
  }
  if (!address.isKnown()) {
    refuse("a call through an address read from memory that threads write is not supported");
  }
  const std::optional<std::uint32_t> function = functionAt(address.bits);
  if (!function || *function >= module_.functions.size()) {
    refuse(fmt::format("the address {:#x} does not belong to any function", address.bits));
  }
  return *function;
}

void Specializer::call(const Call& call) {
  const std::uint32_t function = calleeOf(call);
  const Function& callee = module_.functions[function];
  if (!callee.body) {
    refuse(fmt::format("function '{}' has no body", callee.name));
  }
  const bool recursive =
      std::ranges::any_of(state_.frames, [&](const Frame& frame) { return frame.function == function; });
  if (recursive || state_.frames.size() >= kDeepestCall) {
    refuse(recursive ? fmt::format("function '{}' calls itself", callee.name)
                     : "calls are nested too deeply");
  }
  if (call.arguments.size() != callee.parameters.size()) {
    refuse(fmt::format("function '{}' has {} parameters, not {}", callee.name, callee.parameters.size(),
                       call.arguments.size()));
  }
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    copyObject(call.arguments[i], callee.parameters[i]);
  }
  state_.frames.push_back({function, 0});
}

/// Behind a call, the results are in the caller's objects.
void Specializer::leave() {
  if (state_.frames.size() == 1) {
    end();
    return;
  }
  const std::uint32_t callee = state_.frames.back().function;
  state_.frames.pop_back();
  const auto& call = std::get<Call>(instructionHere().operation);
  const std::vector<std::uint32_t>& results = module_.functions[callee].results;
  for (std::size_t i = 0; i < std::min(results.size(), call.results.size()); ++i) {
    copyObject(results[i], call.results[i]);
  }
  leaveFunction(callee);
  advance();
}

void Specializer::leaveFunction(std::uint32_t function) {
  state_.registers.eraseIf([&](const auto& entry) { return entry.first.function == function; });
  state_.memory.eraseIf([&](const auto& entry) {
    const ObjectDeclaration& object = module_.objects[entry.first.object];
    return object.function == function;
  });
}

void Specializer::end() {
  requireNotArrived();
  result_.fewestExchanges = std::min(result_.fewestExchanges, state_.exchanges);
  result_.mostExchanges = std::max(result_.mostExchanges, state_.exchanges);
  result_.fewestAgents = std::min(result_.fewestAgents, state_.async.issued);
  result_.mostAgents = std::max(result_.mostAgents, state_.async.issued);
  result_.code.blocks[current_].origin = instructionHere().origin;
  done_ = true;
}

void Specializer::require(const Require& require) {
  const ThreadValue condition = value(require.condition);
  const bool fails = condition.isKnown() && condition.bits == 0;
  if (fails || !condition.isKnown()) {
    emit(Assign{temporary(), unary(UnaryOp::Assert, expressionOf(condition), kOfBarrierObject)});
  }
  if (fails) {
    result_.code.blocks[current_].origin = instructionHere().origin;
    done_ = true;
    return;
  }
  advance();
}

/// The thread comes to an end that is an incident.
void Specializer::fault() {
  emit(Assign{temporary(), unary(UnaryOp::Assert, constant(0))});
  result_.code.blocks[current_].origin = instructionHere().origin;
  done_ = true;
}

/// Nobody knows how the thread goes on. Lanes that it would give something to do not know it either.
void Specializer::stop() {
  emit(Assign{temporary(), unary(kKnown, constant(kUnknown))});
  result_.code.blocks[current_].origin = instructionHere().origin;
  SaidByLane nothing;
  nothing.stopped = true;
  result_.said[{warp(), inRounds() ? kNoExchange : state_.exchanges}].insert_or_assign(lane(), nothing);
  done_ = true;
}

}  // namespace hrfcheck::frontend::lowlevel
