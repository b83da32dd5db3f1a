#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "frontend/ptx/translate/function_translator.h"

// Control, barriers, and what the lanes of a warp do together (PTX ISA, 9.7.12 and 9.7.13).

namespace hrfcheck::frontend::ptx {
namespace {

/// What changes no result: hints, and naps.
constexpr std::array<std::string_view, 7> kHints = {
    "nanosleep", "prefetch", "prefetchu", "applypriority", "pmevent", "setmaxnreg", "griddepcontrol"};

}  // namespace

bool FunctionTranslator::control() {
  const std::string_view name = in_->name;
  if (std::ranges::find(kHints, name) != kHints.end()) {
    naps_ = naps_ || name == "nanosleep";
    emit(Nothing{});
  } else if (name == "}") {
    Forget forget;
    for (const PtxOperand& variable : in_->operands) {
      forget.objects.push_back(context_.objectOf(variable.index));
    }
    emit(std::move(forget));
  } else if (name == "bra") {
    if (operand(0).kind != PtxOperand::Kind::Label) {
      refuse(fmt::format("there is no label '{}'", operand(0).text));
    }
    if (in_->guard) {
      const NumberPtr reg = registerNumber(in_->guard->reg, 1);
      emit(Branch{in_->guard->negated ? number(NumberOp::Not, 1, {reg}) : reg, operand(0).index});
    } else {
      emit(Jump{operand(0).index});
    }
  } else if (name == "brx") {
    choose();
  } else if (name == "ret") {
    emit(Return{});
  } else if (name == "exit") {
    emit(Exit{});
  } else if (name == "trap" || name == "brkpt") {
    emit(Fault{});
  } else if (name == "call") {
    call();
  } else if ((name == "bar" || name == "barrier") && has("warp")) {
    warpBarrier();
  } else if (name == "bar" || name == "barrier") {
    barrier();
  } else if (name == "shfl") {
    shuffle();
  } else if (name == "vote" || name == "match") {
    vote();
  } else if (name == "redux") {
    reduce();
  } else {
    return false;
  }
  return true;
}

void FunctionTranslator::choose() {
  const PtxOperand& list = operand(1);
  const auto targets = std::ranges::find_if(function_.targets,
                                            [&](const NamedList& known) { return known.name == list.text; });
  if (targets == function_.targets.end()) {
    refuse("its targets are not declared");
  }
  const NumberPtr index = source(0, 32);
  for (std::size_t i = 0; i < targets->labels.size(); ++i) {
    emit(Branch{numberFrom(NumberOp::Eq, 32, 1, {index, literal(i, 32)}), targets->labels[i].index});
  }
  emit(Fault{});
}

void FunctionTranslator::call() {
  std::size_t next = 0;
  std::vector<PtxOperand> results;
  if (operand(next).kind == PtxOperand::Kind::List) {
    results = operand(next++).parts;
  }
  const PtxOperand& callee = operand(next++);
  Call made;
  if (callee.kind == PtxOperand::Kind::Register) {
    made.address = sourceOf(callee, 64);
  } else if (callee.kind != PtxOperand::Kind::Name) {
    refuse("expected the name or the address of a function");
  } else if (callee.text == "vprintf" || callee.text == "free") {
    emit(Nothing{});
    return;
  } else if (callee.text == "__assertfail") {
    emit(Fault{});
    return;
  } else if (!hasBody(callee.text)) {
    const bool given = next < in_->operands.size() && operand(next).kind == PtxOperand::Kind::List;
    callOpen(results, given ? operand(next).parts : std::vector<PtxOperand>{}, callee.text);
    return;
  } else {
    made.function = functionNamed(callee.text);
  }
  const auto objects = [&](const std::vector<PtxOperand>& operands) {
    std::vector<std::uint32_t> result;
    for (const PtxOperand& argument : operands) {
      if (argument.kind != PtxOperand::Kind::Variable) {
        refuse("arguments that are not in .param variables are not supported");
      }
      result.push_back(context_.objectOf(argument.index));
    }
    return result;
  };
  made.results = objects(results);
  if (next < in_->operands.size() && in_->operands[next].kind == PtxOperand::Kind::List) {
    made.arguments = objects(in_->operands[next].parts);
  }
  emit(std::move(made));
}

std::uint32_t FunctionTranslator::functionNamed(std::string_view name) const {
  const auto function = context_.functionNamed(name);
  if (!function) {
    refuse(fmt::format("there is no function '{}'", name));
  }
  return *function;
}

/// bar.sync, bar.arrive, bar.red, and barrier.cta with these.
void FunctionTranslator::barrier() {
  BlockBarrier made;
  const bool votes = has("red");
  const std::size_t first = votes ? 1 : 0;
  made.number = source(first, 32);
  made.waits = !has("arrive");
  if (votes) {
    BlockVote vote;
    vote.question = has("and")  ? BlockVote::Question::All
                    : has("or") ? BlockVote::Question::Any
                                : BlockVote::Question::HowMany;
    if (in_->operands.size() > 3) {
      made.count = source(2, 32);
    }
    vote.vote = sourceOf(in_->operands.back(), 1);
    vote.barrier = made;
    const auto target = targetOf(operand(0));
    vote.reg = target ? *target : temporary(32);
    emit(std::move(vote));
    return;
  }
  if (in_->operands.size() > 1) {
    made.count = source(1, 32);
  }
  emit(std::move(made));
}

void FunctionTranslator::warpBarrier() {
  emit(WarpBarrier{source(0, 32)});
}

/// shfl.sync.mode.b32 d|p, a, b, c, mask
void FunctionTranslator::shuffle() {
  if (!has("sync")) {
    refuse("without .sync, which lanes take part is not defined");
  }
  LaneExchange made;
  made.kind = has("up")     ? LaneExchange::Kind::Up
              : has("down") ? LaneExchange::Kind::Down
              : has("bfly") ? LaneExchange::Kind::Butterfly
                            : LaneExchange::Kind::Index;
  const PtxOperand& target = operand(0);
  const bool pair = target.kind == PtxOperand::Kind::Pair;
  made.target = targetOf(pair ? target.parts[0] : target);
  made.inRange = pair ? targetOf(target.parts[1]) : std::nullopt;
  made.value = source(1, 32);
  made.lane = source(2, 32);
  made.clamp = source(3, 32);
  made.mask = source(4, 32);
  emit(std::move(made));
}

void FunctionTranslator::vote() {
  if (!has("sync")) {
    refuse();
  }
  LaneExchange made;
  const bool matches = in_->name == "match";
  made.kind = matches         ? has("all") ? LaneExchange::Kind::MatchAll : LaneExchange::Kind::Match
              : has("ballot") ? LaneExchange::Kind::Ballot
              : has("all")    ? LaneExchange::Kind::VoteAll
              : has("any")    ? LaneExchange::Kind::VoteAny
                              : LaneExchange::Kind::VoteUniform;
  const PtxOperand& target = operand(0);
  const bool pair = target.kind == PtxOperand::Kind::Pair;
  made.target = targetOf(pair ? target.parts[0] : target);
  made.inRange = pair ? targetOf(target.parts[1]) : std::nullopt;
  made.value = source(1, matches ? type().bits : 1);
  made.mask = source(2, 32);
  emit(std::move(made));
}

/// redux.sync.op.type d, a, mask
void FunctionTranslator::reduce() {
  const PtxType t = type();
  if (!has("sync") || t.bits != 32 || t.kind == PtxType::Class::Float) {
    refuse();
  }
  using Kind = LaneExchange::Kind;
  const bool isSigned = t.kind == PtxType::Class::Signed;
  LaneExchange made;
  made.kind = has("add")   ? Kind::Sum
              : has("min") ? (isSigned ? Kind::LeastSigned : Kind::Least)
              : has("max") ? (isSigned ? Kind::MostSigned : Kind::Most)
              : has("and") ? Kind::And
              : has("or")  ? Kind::Or
                           : Kind::Xor;
  made.target = targetOf(operand(0));
  made.value = source(1, 32);
  made.mask = source(2, 32);
  emit(std::move(made));
}

}  // namespace hrfcheck::frontend::ptx
