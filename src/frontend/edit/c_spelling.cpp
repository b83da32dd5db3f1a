#include <fmt/format.h>

#include <algorithm>

#include "frontend/c/language/language.h"
#include "frontend/edit/c_call.h"
#include "frontend/edit/dialect_spelling.h"
#include "program/ir/orders.h"

namespace hrfcheck::frontend {
namespace {

using c::Builtin;
using c::BuiltinKind;
using c::Language;

constexpr std::string_view kExplicit = "_explicit";

std::string_view scopeName(std::uint32_t level, const Language& language) {
  const auto found = std::ranges::find(language.scopes, level, [](const auto& row) { return row.second; });
  return found == language.scopes.end() ? std::string_view() : found->first;
}

/// The first function of a kind; null where the language has none.
const c::FunctionRow* functionOf(BuiltinKind kind, const Language& language) {
  const auto row = std::ranges::find(language.functions, kind, &c::FunctionRow::kind);
  return row == language.functions.end() ? nullptr : &*row;
}

/// The words behind the values of a call: order, order of failure, scope.
std::vector<std::string> wordsOf(const Annotation& annotation, bool swap, bool scope,
                                 const Language& language) {
  const Atomicity& atomicity = *annotation.atomicity;
  std::vector<std::string> words{std::string(c::nameOf(atomicity.order, language))};
  if (swap) {
    words.emplace_back(c::nameOf(annotation.failureOrder.value_or(readOf(atomicity.order)), language));
  }
  if (scope) {
    words.emplace_back(scopeName(atomicity.level, language));
  }
  return words;
}

/// The call of an instruction, where it is one whose annotation can be written.
struct Call {
  WrittenCall written;
  Builtin builtin;
  std::string base;  ///< the name without its suffixes
};

std::optional<Call> callOf(const Instruction& instruction, const Language& language) {
  const auto written = writtenCall(*instruction.place.source, instruction.code);
  if (!written) {
    return std::nullopt;
  }
  std::string base(instruction.place.source->slice(written->name));
  const auto builtin = c::findBuiltin(base, language);
  if (!builtin || builtin->legacy || builtin->orders + builtin->scopes + builtin->values == 0 ||
      builtin->kind == BuiltinKind::LegacyFence || builtin->kind == BuiltinKind::Initialise) {
    return std::nullopt;
  }
  for (const std::string_view suffix : {language.remoteSuffix, kExplicit}) {
    if (!suffix.empty() && base.ends_with(suffix)) {
      base.resize(base.size() - suffix.size());
    }
  }
  return Call{*written, *builtin, std::move(base)};
}

bool isFenceCall(const Builtin& builtin) {
  return builtin.kind == BuiltinKind::ThreadFence || builtin.kind == BuiltinKind::WorkItemFence;
}

bool takesScope(const Call& call, const Annotation& annotation, const Language& language) {
  if (!language.hasScopes() || call.builtin.kind == BuiltinKind::ThreadFence) {
    return false;
  }
  const bool given = call.written.arguments.size() > call.builtin.values + call.builtin.orders;
  return given || call.builtin.requiredScopes > 0 || annotation.atomicity->level != language.defaultScope;
}

/// Changes of the arguments behind the values, and of the name.
std::vector<TextChange> changesOf(const Source& source, const Call& call, const Annotation& annotation,
                                  const Language& language) {
  const bool fence = isFenceCall(call.builtin);
  const bool swap = call.builtin.kind == BuiltinKind::CompareExchange;
  const std::vector<std::string> words =
      wordsOf(annotation, swap, takesScope(call, annotation, language), language);
  const std::string name =
      call.base + std::string(fence ? "" : kExplicit) +
      std::string(!fence && annotation.atomicity->remote ? language.remoteSuffix : std::string_view());
  std::vector<TextChange> changes;
  if (source.slice(call.written.name) != name) {
    changes.push_back({call.written.name, name});
  }
  std::string added;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::size_t at = call.builtin.values + i;
    if (at >= call.written.arguments.size()) {
      added += (at == 0 ? "" : ", ") + words[i];
    } else if (source.slice(call.written.arguments[at]) != words[i]) {
      changes.push_back({call.written.arguments[at], words[i]});
    }
  }
  if (!added.empty()) {
    changes.push_back({{call.written.close, call.written.close}, added});
  }
  return changes;
}

/// The flags that name these address spaces.
std::string flagsFor(const FenceSpaces& spaces, const Language& language) {
  std::string flags;
  for (const auto& [name, orders] : language.fenceFlags) {
    const bool wanted = (orders.global && spaces.global) || (orders.local && spaces.local);
    flags += wanted ? (flags.empty() ? "" : " | ") + std::string(name) : "";
  }
  return flags;
}

/// An ordinary access, as a call of an atomic one; its variable becomes atomic, too.
std::optional<std::vector<TextChange>> madeAtomic(const Instruction& instruction,
                                                  const Annotation& annotation, const Language& language) {
  const Source& source = *instruction.place.source;
  const bool load = std::holds_alternative<LoadOp>(instruction.operation);
  const auto assignment = load ? std::nullopt : writtenAssignment(source, instruction.code);
  const std::string_view place =
      source.slice(load ? instruction.code : assignment.value_or(WrittenAssignment{}).target);
  const BuiltinKind kind = load ? BuiltinKind::Load : BuiltinKind::Store;
  const c::FunctionRow* row = functionOf(kind, language);
  const bool plain = !place.empty() && place.find('=') == std::string_view::npos && (load || assignment) &&
                     !place.ends_with("++") && !place.starts_with("++");
  if (!plain || row == nullptr) {
    return std::nullopt;
  }
  // What is around the place and the value is written, and they stay: there may be other accesses in them.
  const bool pointed = place.starts_with('*');
  const std::uint32_t begin = instruction.code.begin;
  const std::string call = fmt::format(
      "{}{}{}({}", row->name, kExplicit,
      annotation.atomicity->remote ? language.remoteSuffix : std::string_view(), pointed ? "" : "&");
  std::vector<TextChange> changes{{{begin, begin + (pointed ? 1 : 0)}, call}};
  if (!load) {
    changes.push_back({{assignment->target.end, assignment->value.begin}, ", "});
  }
  std::string words;
  for (const std::string& word : wordsOf(annotation, false, language.hasScopes(), language)) {
    words += ", " + word;
  }
  changes.push_back({{instruction.code.end, instruction.code.end}, words + ")"});
  const auto type = declaredType(source, load ? instruction.code : assignment->target);
  if (!type) {
    return std::nullopt;
  }
  if (!type->means.starts_with("atomic_")) {
    changes.push_back({type->span, fmt::format("atomic_{}", type->means)});
  }
  return changes;
}

}  // namespace

bool cCanSay(const Program& program, const Language& language, ThreadId thread, std::uint32_t instruction,
             const Annotation& annotation) {
  const Instruction& at = program.threads[thread].instructions[instruction];
  if (!annotation.atomicity || at.code == Span{}) {
    return false;
  }
  const Atomicity& wanted = *annotation.atomicity;
  if (!language.hasScopes() && wanted.level != language.defaultScope) {
    return false;
  }
  const auto call = callOf(at, language);
  const bool fence = std::holds_alternative<FenceOp>(at.operation);
  const bool ordinary = !annotationOf(at.operation)->atomicity;
  const BuiltinKind kind = call                                           ? call->builtin.kind
                           : std::holds_alternative<LoadOp>(at.operation) ? BuiltinKind::Load
                                                                          : BuiltinKind::Store;
  if ((!call && !ordinary) || !c::mayCarry(kind, wanted.order)) {
    return false;
  }
  if (fence && (wanted.remote || wanted.order == Order::Relaxed || wanted.order == Order::Consume)) {
    return false;
  }
  if (fence && call->builtin.kind == BuiltinKind::ThreadFence && language.hasScopes()) {
    return wanted.level == language.defaultScope;
  }
  return !wanted.remote || !language.remoteSuffix.empty();
}

std::optional<std::vector<TextChange>> respelledCall(const Program& program, const Language& language,
                                                     ThreadId thread, std::uint32_t instruction,
                                                     const Annotation& annotation) {
  const Instruction& at = program.threads[thread].instructions[instruction];
  if (at.code == Span{} || !annotation.atomicity) {
    return std::nullopt;
  }
  if (const auto call = callOf(at, language)) {
    return changesOf(*at.place.source, *call, annotation, language);
  }
  return madeAtomic(at, annotation, language);
}

/// Flags that stand for no address space here (images) would be lost.
std::optional<std::vector<TextChange>> respelledFlags(const Program& program, const Language& language,
                                                      ThreadId thread, std::uint32_t instruction,
                                                      const FenceSpaces& spaces) {
  const Instruction& at = program.threads[thread].instructions[instruction];
  const auto call = at.code == Span{} || language.fenceFlags.empty() ? std::nullopt : callOf(at, language);
  if (!call || call->builtin.kind != BuiltinKind::Barrier || call->builtin.values == 0 ||
      call->written.arguments.empty()) {
    return std::nullopt;
  }
  const Span flags = call->written.arguments.front();
  const std::string_view written = at.place.source->slice(flags);
  const bool loses = std::ranges::any_of(language.fenceFlags, [&](const auto& flag) {
    return !flag.second.global && !flag.second.local && written.find(flag.first) != std::string_view::npos;
  });
  return loses ? std::nullopt : std::optional(std::vector<TextChange>{{flags, flagsFor(spaces, language)}});
}

std::optional<TextChange> cFenceBefore(const Program& program, const Language& language, ThreadId thread,
                                       std::uint32_t instruction) {
  const Instruction& at = program.threads[thread].instructions[instruction];
  const c::FunctionRow* const flagged = functionOf(BuiltinKind::WorkItemFence, language);
  const c::FunctionRow* const row =
      flagged != nullptr ? flagged : functionOf(BuiltinKind::ThreadFence, language);
  if (row == nullptr || at.statement == Span{}) {
    return std::nullopt;
  }
  std::vector<std::string> arguments;
  if (flagged != nullptr) {
    arguments.push_back(flagsFor({true, featuresOf(program).localMemory}, language));
  }
  const Annotation annotation{Atomicity{Order::AcquireRelease, language.defaultScope}};
  const auto words = wordsOf(annotation, false, flagged != nullptr && language.hasScopes(), language);
  arguments.insert(arguments.end(), words.begin(), words.end());
  return beforeStatement(*at.place.source, at.statement,
                         fmt::format("{}({});", row->name, fmt::join(arguments, ", ")));
}

std::string cBarrier(const Language& language) {
  const c::FunctionRow* const row = functionOf(BuiltinKind::Barrier, language);
  return row == nullptr || language.fenceFlags.empty()
             ? std::string()
             : fmt::format("{}({});", row->name, flagsFor({true, true}, language));
}

}  // namespace hrfcheck::frontend
