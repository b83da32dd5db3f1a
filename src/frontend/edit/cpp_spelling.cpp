#include <fmt/format.h>

#include <algorithm>

#include "frontend/c/language/language.h"
#include "frontend/edit/c_call.h"
#include "frontend/edit/dialect_spelling.h"
#include "frontend/edit/word_like.h"
#include "program/ir/orders.h"
#include "util/characters.h"

namespace hrfcheck::frontend {
namespace {

using c::Builtin;
using c::BuiltinKind;
using c::FunctionRow;
using c::Language;

/// A call that makes an operation, as it is written.
struct CppCall {
  WrittenCall written;
  Builtin builtin;
  std::string name;  ///< of the function, without what is before it
};

/// Where the parenthesis opens that the span ends with; nothing where it does not end so.
std::optional<std::uint32_t> openingOf(std::string_view text, Span span) {
  int depth = 0;
  for (std::uint32_t at = span.end; at > span.begin; --at) {
    const char c = text[at - 1];
    depth += c == ')' || c == ']' ? 1 : c == '(' || c == '[' ? -1 : 0;
    if (depth == 0) {
      return c == '(' ? std::optional(at - 1) : std::nullopt;
    }
  }
  return std::nullopt;
}

std::optional<CppCall> cppCallOf(const Instruction& instruction, const Language& language) {
  const Source& source = *instruction.place.source;
  const std::string_view text = source.text();
  const auto open = openingOf(text, instruction.code);
  if (!open) {
    return std::nullopt;
  }
  std::uint32_t begin = *open;
  while (begin > 0 && isWordPart(text[begin - 1])) {
    --begin;
  }
  const auto written = writtenCall(source, {begin, instruction.code.end});
  if (!written) {
    return std::nullopt;
  }
  const bool member = begin > 0 && (text[begin - 1] == '.' || text.substr(0, begin).ends_with("->"));
  std::string name(source.slice(written->name));
  auto builtin = c::findBuiltin(member ? "." + name : name, language);
  if (!builtin) {
    return std::nullopt;
  }
  builtin->values -= builtin->ofObject ? 1 : 0;  // the object stands before the name
  return CppCall{*written, std::move(*builtin), std::move(name)};
}

/// The last word of an argument, behind its namespaces.
Span lastWord(const Source& source, Span argument) {
  const auto colon = source.slice(argument).rfind(':');
  return {colon == std::string_view::npos ? argument.begin
                                          : argument.begin + static_cast<std::uint32_t>(colon) + 1,
          argument.end};
}

/// Collects changes of arguments; `possible` is false once one cannot be written.
class CppArguments {
 public:
  CppArguments(const Source& source, const CppCall& call) : source_(source), call_(call) {}

  template <typename Words, typename Value>
  void set(std::size_t at, const Words& words, const Value& value, std::string_view standard) {
    const auto& arguments = call_.written.arguments;
    if (at < arguments.size()) {
      const Span word = lastWord(source_, arguments[at]);
      const std::string_view now = source_.slice(word);
      const auto row = std::ranges::find(words, now, [](const auto& w) { return w.first; });
      const auto wanted = wordLike(now, words, value);
      if (row == words.end() || !wanted) {
        possible = false;
      } else if (row->second != value) {
        changes.push_back({word, std::string(*wanted)});
      }
      return;
    }
    const auto wanted = wordLike(standard, words, value);
    const bool next = at == arguments.size() + added_;
    if (!wanted || !next) {
      possible = false;
      return;
    }
    const std::string_view space = wanted->starts_with("_") || wanted->starts_with("\"") ? "" : "cuda::";
    text_ += fmt::format("{}{}{}", at == 0 ? "" : ", ", space, *wanted);
    ++added_;
  }

  std::optional<std::vector<TextChange>> done() {
    if (added_ > 0) {
      changes.push_back({{call_.written.close, call_.written.close}, text_});
    }
    return possible ? std::optional(changes) : std::nullopt;
  }

  std::vector<TextChange> changes;
  bool possible = true;

 private:
  const Source& source_;
  const CppCall& call_;
  std::string text_;
  std::size_t added_ = 0;
};

/// `atomicAdd_block`, `__threadfence_system`: a function whose name says its scope, with another one.
std::optional<std::string> namedFor(const CppCall& call, std::uint32_t level, const Language& language) {
  if (call.builtin.kind == BuiltinKind::ThreadFence) {
    const auto row = std::ranges::find_if(language.functions, [&](const FunctionRow& f) {
      return f.forms == c::Forms::Scoped && f.level == level;
    });
    return row == language.functions.end() ? std::nullopt : std::optional(std::string(row->name));
  }
  std::string base = call.name;
  for (const auto& [suffix, of] : language.scopeSuffixes) {
    if (base.ends_with(suffix)) {
      base.resize(base.size() - suffix.size());
      break;
    }
  }
  if (level == language.suffixedScope) {
    return base;
  }
  const auto suffix =
      std::ranges::find(language.scopeSuffixes, level, [](const auto& row) { return row.second; });
  return suffix == language.scopeSuffixes.end() ? std::nullopt
                                                : std::optional(base + std::string(suffix->first));
}

/// A function whose name says its order and its scope.
std::optional<std::vector<TextChange>> renamed(const Source& source, const CppCall& call,
                                               const Atomicity& wanted, const Language& language) {
  const auto name =
      *call.builtin.order == wanted.order ? namedFor(call, wanted.level, language) : std::nullopt;
  if (!name) {
    return std::nullopt;
  }
  return source.slice(call.written.name) == *name ? std::vector<TextChange>{}
                                                  : std::vector<TextChange>{{call.written.name, *name}};
}

/// Whether a compiler would not know the functions of namespace cuda: nobody includes their header.
bool compiledWithoutAtomics(const Source& source) {
  return source.module() != nullptr && source.text().find("<cuda/") == std::string::npos;
}

bool mayOrder(const CppCall& call, Order order) {
  const bool fence = call.builtin.kind == BuiltinKind::ThreadFence;
  return c::mayCarry(call.builtin.kind, order) &&
         !(fence && (order == Order::Relaxed || order == Order::Consume));
}

}  // namespace

std::optional<Span> cppArgumentsOf(const Instruction& instruction, const Language& language) {
  const auto call = cppCallOf(instruction, language);
  return call ? std::optional(Span{call->written.name.begin, instruction.code.end}) : std::nullopt;
}

std::optional<std::vector<TextChange>> respelledCppCall(const Program& program, const Language& language,
                                                        ThreadId thread, std::uint32_t instruction,
                                                        const Annotation& annotation) {
  const Instruction& at = program.threads[thread].instructions[instruction];
  const auto now = annotationOf(at.operation);
  if (at.code == Span{} || !annotation.atomicity || annotation.atomicity->remote || !now || !now->atomicity) {
    return std::nullopt;
  }
  const auto call = cppCallOf(at, language);
  if (!call || call->builtin.kind == BuiltinKind::Barrier) {
    return std::nullopt;
  }
  const Source& source = *at.place.source;
  const Atomicity& wanted = *annotation.atomicity;
  if (call->builtin.scope && call->builtin.order) {
    return renamed(source, *call, wanted, language);
  }
  if (call->builtin.orders == 0 || !mayOrder(*call, wanted.order)) {
    return std::nullopt;
  }
  CppArguments arguments(source, *call);
  const std::size_t first = call->builtin.values;
  if (wanted.order != now->atomicity->order || call->written.arguments.size() > first) {
    arguments.set(first, language.orders, wanted.order, "memory_order");
  }
  if (call->builtin.orders == 2) {
    const Order failure = annotation.failureOrder.value_or(readOf(wanted.order));
    if (call->written.arguments.size() > first + 1 || failure != readOf(wanted.order)) {
      arguments.set(first + 1, language.orders, failure, "memory_order");
    }
  }
  const std::size_t scope = first + call->builtin.orders;
  if (call->builtin.scopes > 0 &&
      (call->written.arguments.size() > scope || wanted.level != now->atomicity->level)) {
    const std::string_view like = call->name.starts_with("__nv") ? "__NV_THREAD_SCOPE" : "thread_scope";
    arguments.set(scope, language.scopes, wanted.level, like);
  } else if (wanted.level != now->atomicity->level) {
    return std::nullopt;
  }
  return arguments.done();
}

std::optional<TextChange> cppFenceBefore(const Program& program, const Language& language, ThreadId thread,
                                         std::uint32_t instruction) {
  const Instruction& at = program.threads[thread].instructions[instruction];
  if (at.statement == Span{}) {
    return std::nullopt;
  }
  const Source& source = *at.place.source;
  const std::string fence =
      &language == &c::kHip ? R"(__builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "agent");)"
      : compiledWithoutAtomics(source)
          ? "__threadfence();"
          : "cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device);";
  return beforeStatement(source, at.statement, fence);
}

}  // namespace hrfcheck::frontend
