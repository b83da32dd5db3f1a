#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "frontend/ptx/parser.h"
#include "frontend/shared/text/cursor.h"

// Instructions and their operands (PTX ISA, 4.3.2 and chapter 6).

namespace hrfcheck::frontend::ptx {
namespace {

constexpr unsigned kDeepestOperand = 20;
constexpr std::size_t kMostInstructions = 500'000;
constexpr std::size_t kMostOperands = 1'000;

/// Special registers (chapter 10) that have no components.
constexpr std::array<std::string_view, 27> kScalars = {"laneid",
                                                       "warpid",
                                                       "nwarpid",
                                                       "smid",
                                                       "nsmid",
                                                       "gridid",
                                                       "is_explicit_cluster",
                                                       "cluster_ctarank",
                                                       "cluster_nctarank",
                                                       "lanemask_eq",
                                                       "lanemask_le",
                                                       "lanemask_lt",
                                                       "lanemask_ge",
                                                       "lanemask_gt",
                                                       "clock",
                                                       "clock_hi",
                                                       "clock64",
                                                       "globaltimer",
                                                       "globaltimer_lo",
                                                       "globaltimer_hi",
                                                       "total_smem_size",
                                                       "aggr_smem_size",
                                                       "dynamic_smem_size",
                                                       "current_graph_exec",
                                                       "reserved_smem_offset_begin",
                                                       "reserved_smem_offset_end",
                                                       "reserved_smem_offset_cap"};
constexpr std::array<std::string_view, 8> kVectors = {
    "tid", "ntid", "ctaid", "nctaid", "clusterid", "nclusterid", "cluster_ctaid", "cluster_nctaid"};

bool isSpecial(std::string_view word) {
  if (!word.starts_with('%')) {
    return false;
  }
  word.remove_prefix(1);
  return std::ranges::find(kScalars, word) != kScalars.end() ||
         std::ranges::find(kVectors, word) != kVectors.end() || word == "WARP_SZ" ||
         word.starts_with("envreg") || word.starts_with("pm") || word.starts_with("reserved_smem_offset");
}

}  // namespace

void PtxParser::instruction(PtxFunction& function) {
  if (++instructions_ > kMostInstructions) {
    fail(peek(), fmt::format("a module of more than {} instructions", kMostInstructions));
  }
  PtxInstruction result;
  const PtxToken& first = peek();
  if (accept('@')) {
    const bool negated = accept('!');
    const PtxToken& name = expectWord("a predicate");
    const std::optional<std::uint32_t> reg = scopes_.registerOf(name.text, function);
    if (!reg || function.registers[*reg].type.kind != PtxType::Class::Predicate) {
      fail(name, fmt::format("'{}' is not a predicate", name.text));
    }
    result.guard = {*reg, negated};
  }
  result.name = expectWord("an instruction").text;
  while (peek().kind == PtxToken::Kind::Dotted) {
    result.modifiers.push_back(take().text);
  }
  if (!peek().isSymbol(';')) {
    do {
      result.operands.push_back(operand(function, 0));
    } while (accept(','));
  }
  const PtxToken& end = expect(';', "after an instruction");
  result.span = {first.span.begin, end.span.end};
  result.location = location_;
  function.code.push_back(std::move(result));
  scopeOf_.push_back(scopes_.current());
}

PtxOperand PtxParser::operand(PtxFunction& function, unsigned depth) {
  PtxOperand first = single(function, depth);
  if (!accept('|')) {
    return first;
  }
  PtxOperand pair{.kind = PtxOperand::Kind::Pair, .span = first.span};
  pair.parts.push_back(std::move(first));
  pair.parts.push_back(single(function, depth));
  pair.span.end = pair.parts.back().span.end;
  return pair;
}

bool PtxParser::atConstant() const {
  const PtxToken& word = peek();
  return word.kind == PtxToken::Kind::Number || word.kind == PtxToken::Kind::Float32 ||
         word.kind == PtxToken::Kind::Float64 || word.isSymbol('-') || word.isSymbol('+') ||
         word.isSymbol('~') || (word.isWord() && word.text == "WARP_SZ");
}

PtxOperand PtxParser::single(PtxFunction& function, unsigned depth) {
  if (depth > kDeepestOperand) {
    fail(peek(), "this operand is nested too deeply");
  }
  const PtxToken first = peek();
  PtxOperand result;
  result.span = first.span;
  if (first.isSymbol('!')) {
    take();
    result = single(function, depth + 1);
    if (result.kind == PtxOperand::Kind::Number) {
      result.bits = result.bits == 0 ? 1 : 0;
    } else {
      result.negated = !result.negated;
    }
    result.span.begin = first.span.begin;
  } else if (first.isSymbol('{')) {
    take();
    result.kind = PtxOperand::Kind::Vector;
    result.parts = list(function, '}', depth);
  } else if (first.isSymbol('[')) {
    result = address(function, depth);
  } else if (first.isSymbol('(')) {
    take();
    result.kind = PtxOperand::Kind::List;
    result.parts = list(function, ')', depth);
  } else if (atConstant()) {
    result = constantExpression();
  } else if (first.isWord()) {
    result = wordOperand(function);
  } else {
    fail(first, fmt::format("expected an operand, found {}", described(first)));
  }
  result.span.end = words_[at_ - 1].span.end;
  return result;
}

std::vector<PtxOperand> PtxParser::list(PtxFunction& function, char close, unsigned depth) {
  std::vector<PtxOperand> parts;
  if (accept(close)) {
    return parts;
  }
  do {
    parts.push_back(operand(function, depth + 1));
    if (parts.size() > kMostOperands) {
      fail(peek(), fmt::format("more than {} operands", kMostOperands));
    }
  } while (accept(','));
  expect(close, "after operands");
  return parts;
}

PtxOperand PtxParser::wordOperand(PtxFunction& function) {
  const PtxToken& word = take();
  PtxOperand result{.span = word.span, .text = word.text};
  if (word.text == "_") {
    result.kind = PtxOperand::Kind::Sink;
  } else if (const auto reg = scopes_.registerOf(word.text, function)) {
    result.kind = PtxOperand::Kind::Register;
    result.index = *reg;
    if (function.registers[*reg].vector > 1) {
      fail(word, "registers that are vectors are not supported");
    }
  } else if (isSpecial(word.text)) {
    result = special(word);
  } else if (const auto variable = scopes_.variable(word.text)) {
    result.kind = PtxOperand::Kind::Variable;
    result.index = *variable;
    result.bits = depthOfAddress_ == 0 ? offset() : 0;
  } else {
    result.kind = PtxOperand::Kind::Name;
  }
  return result;
}

PtxOperand PtxParser::special(const PtxToken& word) {
  PtxOperand result{.kind = PtxOperand::Kind::Special, .span = word.span, .text = word.text};
  if (peek().kind == PtxToken::Kind::Dotted) {
    const PtxToken& component = take();
    const std::size_t at = std::string_view("xyzw").find(component.text);
    if (component.text.size() != 1 || at == std::string_view::npos) {
      fail(component, fmt::format("'{}' has no component '.{}'", word.text, component.text));
    }
    result.bits = at;
  }
  return result;
}

/// `[%rd1+8]`, `[name]`, `[%rd1, {%r1, %r2}]`
PtxOperand PtxParser::address(PtxFunction& function, unsigned depth) {
  const PtxToken& open = take();
  PtxOperand result{.kind = PtxOperand::Kind::Address, .span = open.span};
  ++depthOfAddress_;
  result.parts.push_back(single(function, depth + 1));
  --depthOfAddress_;
  result.bits = offset();
  while (accept(',')) {
    result.parts.push_back(operand(function, depth + 1));
    if (result.parts.size() > kMostOperands) {
      fail(peek(), fmt::format("more than {} operands", kMostOperands));
    }
  }
  expect(']', "after an address");
  return result;
}

void PtxParser::resolveLabels(PtxFunction& function) {
  for (std::size_t i = 0; i < function.code.size(); ++i) {
    for (PtxOperand& operand : function.code[i].operands) {
      resolve(operand, scopeOf_[i]);
    }
  }
  for (NamedList& list : function.targets) {
    for (PtxOperand& label : list.labels) {
      const auto known = scopes_.label(label.text, scopeOf_.empty() ? 0 : scopeOf_.front());
      if (!known) {
        failAt(label.span, fmt::format("there is no label '{}'", label.text));
      }
      label.kind = PtxOperand::Kind::Label;
      label.index = *known;
    }
  }
}

void PtxParser::resolve(PtxOperand& operand, Scopes::Scope scope) {
  if (operand.kind == PtxOperand::Kind::Name) {
    if (const auto label = scopes_.label(operand.text, scope)) {
      operand.kind = PtxOperand::Kind::Label;
      operand.index = *label;
    }
  }
  for (PtxOperand& part : operand.parts) {
    resolve(part, scope);
  }
}

}  // namespace hrfcheck::frontend::ptx
