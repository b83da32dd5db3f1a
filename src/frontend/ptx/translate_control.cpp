#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "frontend/ptx/function_translator.h"

// Control, barriers, and what the lanes of a warp do together (PTX ISA, 9.7.12 and 9.7.13).

namespace hrfcheck::frontend::ptx {
namespace {

using lowlevel::BlockBarrier;
using lowlevel::BlockVote;
using lowlevel::LaneExchange;
using lowlevel::literal;

/// What changes no result: hints, and naps.
constexpr std::array<std::string_view, 7> kHints = {
    "nanosleep", "prefetch", "prefetchu", "applypriority", "pmevent", "setmaxnreg", "griddepcontrol"};

}  // namespace

bool FunctionTranslator::control() {
  const std::string_view name = in_->name;
  if (std::ranges::find(kHints, name) != kHints.end()) {
    naps_ = naps_ || name == "nanosleep";
    emit(lowlevel::Nothing{});
  } else if (name == "}") {
    lowlevel::Forget forget;
    for (const PtxOperand& variable : in_->operands) {
      forget.objects.push_back(context_.objectOf(variable.index));
    }
    emit(std::move(forget));
  } else if (name == "bra") {
    if (operand(0).kind != PtxOperand::Kind::Label) {
      refuse(fmt::format("there is no label '{}'", operand(0).text));
    }
    if (in_->guard) {
      const NumberPtr reg = lowlevel::registerNumber(in_->guard->reg, 1);
      lowlevel::Branch branch;
      branch.condition = in_->guard->negated ? lowlevel::number(NumberOp::Not, 1, {reg}) : reg;
      branch.target = operand(0).index;
      emit(branch);
    } else {
      emit(lowlevel::Jump{operand(0).index});
    }
  } else if (name == "brx") {
    choose();
  } else if (name == "ret") {
    emit(lowlevel::Return{});
  } else if (name == "exit") {
    emit(lowlevel::Exit{});
  } else if (name == "trap" || name == "brkpt") {
    emit(lowlevel::Fault{});
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
    lowlevel::Branch branch;
    branch.condition = lowlevel::numberFrom(NumberOp::Eq, 32, 1, {index, literal(i, 32)});
    branch.target = targets->labels[i].index;
    emit(branch);
  }
  emit(lowlevel::Fault{});
}

void FunctionTranslator::call() {
  std::size_t next = 0;
  std::vector<PtxOperand> results;
  if (operand(next).kind == PtxOperand::Kind::List) {
    results = operand(next++).parts;
  }
  const PtxOperand& callee = operand(next++);
  lowlevel::Call made;
  if (callee.kind == PtxOperand::Kind::Register) {
    made.address = sourceOf(callee, 64);
  } else if (callee.kind != PtxOperand::Kind::Name) {
    refuse("expected the name or the address of a function");
  } else if (callee.text == "vprintf" || callee.text == "free") {
    emit(lowlevel::Nothing{});
    return;
  } else if (callee.text == "__assertfail") {
    emit(lowlevel::Fault{});
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

bool FunctionTranslator::hasBody(std::string_view name) const {
  return std::ranges::any_of(context_.module.functions,
                             [&](const PtxFunction& f) { return f.name == name && f.body; });
}

/// A function that is elsewhere: nobody knows what it gives, nor, unless it only gives new memory or computes
/// a number, what else it does.
void FunctionTranslator::callOpen(const std::vector<PtxOperand>& results,
                                  const std::vector<PtxOperand>& arguments, std::string_view name) {
  const std::vector<NumberPtr> given = isMathematical(name) ? wordsOf(arguments) : std::vector<NumberPtr>{};
  for (const PtxOperand& result : results) {
    lowlevel::Access access;
    access.writes = true;
    parameterAccess(access, result);
    const std::uint64_t elements = context_.module.variables[result.index].size() / access.bytes;
    for (std::uint64_t i = 0; i < elements; ++i) {
      access.values.push_back(lowlevel::number(NumberOp::NotComputed, access.bytes * 8, given));
    }
    emit(std::move(access));
  }
  if (name != "malloc" && !isMathematical(name)) {
    lowlevel::Branch goesOn;
    goesOn.condition = lowlevel::number(NumberOp::NotComputed, 1, {});
    goesOn.skips = true;
    goesOn.target = static_cast<std::uint32_t>(made_.code.size() + 1);
    emit(goesOn);
  }
}

/// Of libdevice ("libdevice User's Guide"): those with results behind pointers do more than give a number.
bool FunctionTranslator::isMathematical(std::string_view name) {
  constexpr std::array<std::string_view, 5> kByPointer = {"frexp", "modf", "remquo", "sincos", "sincospi"};
  constexpr std::string_view kLibdevice = "__nv_";
  if (!name.starts_with(kLibdevice)) {
    return false;
  }
  name.remove_prefix(kLibdevice.size());
  name = name.starts_with("fast_") ? name.substr(5) : name;
  return std::ranges::none_of(kByPointer, [&](std::string_view known) {
    return name.starts_with(known) && name.size() <= known.size() + 1;
  });
}

/// Of an access to a variable that an argument or a result is handed over in.
void FunctionTranslator::parameterAccess(lowlevel::Access& access, const PtxOperand& operand) {
  if (operand.kind != PtxOperand::Kind::Variable) {
    refuse("arguments and results that are not in .param variables are not supported");
  }
  access.space = lowlevel::Space::Parameter;
  access.address = sourceOf(operand, 64);
  access.bytes = context_.module.variables[operand.index].type.bytes();
}

/// What arguments are, in registers.
std::vector<lowlevel::NumberPtr> FunctionTranslator::wordsOf(const std::vector<PtxOperand>& arguments) {
  std::vector<NumberPtr> words;
  for (const PtxOperand& argument : arguments) {
    lowlevel::Access access;
    access.reads = true;
    parameterAccess(access, argument);
    const unsigned bits = access.bytes * 8;
    access.targets.emplace_back(temporary(bits));
    words.push_back(lowlevel::registerNumber(*access.targets.front(), bits));
    emit(std::move(access));
  }
  return words;
}

/// bar.sync, bar.arrive, bar.red, and barrier.cta with these.
void FunctionTranslator::barrier() {
  if (has("cluster")) {
    refuse();
  }
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
  emit(lowlevel::WarpBarrier{source(0, 32)});
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
  if (target.kind == PtxOperand::Kind::Pair) {
    made.target = targetOf(target.parts[0]);
    made.inRange = targetOf(target.parts[1]);
  } else {
    made.target = targetOf(target);
  }
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
