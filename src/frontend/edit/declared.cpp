#include "frontend/edit/declared.h"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/c/language/language.h"
#include "frontend/edit/c_call.h"
#include "frontend/edit/dialect_spelling.h"
#include "frontend/edit/word_like.h"
#include "frontend/shared/dialect.h"
#include "util/characters.h"

namespace hrfcheck {
namespace {

const frontend::c::Language* cppLanguageOf(const Program& program) {
  for (const frontend::Dialect* dialect : frontend::supportedDialects()) {
    if (dialect->name == program.dialect) {
      const bool cpp = dialect->c != nullptr && dialect->c->cpp && !frontend::isPtxText(program);
      return cpp ? dialect->c : nullptr;
    }
  }
  return nullptr;
}

std::string_view fileText(const Source& source) {
  return std::string_view(source.text()).substr(0, source.fileEnd());
}

/// The words of a text that are not part of calls whose arguments can be edited.
class Words {
 public:
  Words(const Program& program, const frontend::c::Language& language) : text_(fileText(*program.source)) {
    for (const Thread& thread : program.threads) {
      for (const Instruction& instruction : thread.instructions) {
        if (!instruction.place.known() || instruction.code == Span{} ||
            instruction.place.source != program.source || !annotationOf(instruction.operation)) {
          continue;
        }
        if (const auto call = frontend::cppArgumentsOf(instruction, language)) {
          calls_.push_back(*call);
        }
      }
    }
  }

  template <typename Visit>
  void forEach(Visit visit) const {
    for (std::size_t at = 0; at < text_.size();) {
      std::size_t end = at;
      while (end < text_.size() && isWordPart(text_[end])) {
        ++end;
      }
      const Span span{static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end)};
      if (end > at && std::ranges::none_of(calls_, [&](const Span& call) {
            return call.begin <= span.begin && span.end <= call.end;
          })) {
        visit(span, text_.substr(at, end - at));
      }
      at = end > at ? end : at + 1;
    }
  }

 private:
  std::string_view text_;
  std::vector<Span> calls_;
};

bool isStronger(Order order, Order than) {
  switch (than) {
    case Order::Relaxed:
    case Order::Consume:
      return order != Order::Relaxed && order != Order::Consume;
    case Order::Acquire:
    case Order::Release:
      return order == Order::AcquireRelease || order == Order::SeqCst;
    case Order::AcquireRelease:
      return order == Order::SeqCst;
    case Order::SeqCst:
      return false;
  }
  return false;
}

constexpr std::string_view kCachedLoads[] = {"__ldcg(", "__ldca(", "__ldcs(", "__ldcv(", "__ldlu("};

/// Plain accesses in place of loads by call whose argument speaks of a name.
std::vector<TextChange> plainLoads(std::string_view text, std::string_view name) {
  std::vector<TextChange> changes;
  for (const std::string_view call : kCachedLoads) {
    for (std::size_t at = text.find(call); at != std::string_view::npos; at = text.find(call, at + 1)) {
      const std::string_view argument = text.substr(at, text.find(')', at) - at);
      if (argument.find(name) != std::string_view::npos) {
        changes.push_back(
            {{static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + call.size())}, "*("});
      }
    }
  }
  return changes;
}

}  // namespace

std::vector<DeclaredWord> declaredWords(const Program& program, const std::vector<std::uint32_t>& levels) {
  std::vector<DeclaredWord> result;
  const frontend::c::Language* language = cppLanguageOf(program);
  if (language == nullptr) {
    return result;
  }
  const auto named = [](std::string_view word) {
    return [word](const auto& row) { return row.first == word; };
  };
  Words(program, *language).forEach([&](Span span, std::string_view word) {
    DeclaredWord found{span};
    if (const auto row = std::ranges::find_if(language->scopes, named(word)); row != language->scopes.end()) {
      found.scope = true;
      found.level = row->second;
      for (const std::uint32_t level : levels) {
        const auto other = frontend::wordLike(word, language->scopes, level);
        if (level > row->second && other) {
          found.stronger.push_back({std::string(*other), level, Order::Relaxed});
        }
      }
    } else if (const auto order = std::ranges::find_if(language->orders, named(word));
               order != language->orders.end()) {
      found.order = order->second;
      for (const Order wanted : {Order::Acquire, Order::Release, Order::AcquireRelease, Order::SeqCst}) {
        const auto other = frontend::wordLike(word, language->orders, wanted);
        if (isStronger(wanted, order->second) && other) {
          found.stronger.push_back({std::string(*other), 0, wanted});
        }
      }
    }
    if (!found.stronger.empty()) {
      result.push_back(std::move(found));
    }
  });
  return result;
}

std::vector<AtomicDeclaration> atomicDeclarations(const Program& program, std::string_view name) {
  std::vector<AtomicDeclaration> result;
  const frontend::c::Language* language = cppLanguageOf(program);
  if (language == nullptr || !language->volatileScope) {
    return result;
  }
  const std::string_view text = fileText(*program.source);
  const bool included = text.find("<cuda/") != std::string_view::npos;
  const auto device =
      std::ranges::find(language->scopes, "thread_scope_device", [](const auto& row) { return row.first; });
  const bool known = included && device != language->scopes.end();
  const Atomicity atomicity{known ? Order::SeqCst : Order::Relaxed,
                            known ? device->second : *language->volatileScope};
  const std::vector<TextChange> plain = plainLoads(text, name);
  for (const frontend::WrittenType& type : frontend::declarationsOf(*program.source, name)) {
    const std::string now(program.source->slice(type.span));
    const std::string then =
        known ? fmt::format("cuda::atomic<{}, cuda::thread_scope_device>", now) : "volatile " + now;
    AtomicDeclaration declaration{now, then, type.span, atomicity, {{type.span, then}}};
    result.push_back(declaration);
    if (!plain.empty()) {
      declaration.changes.insert(declaration.changes.end(), plain.begin(), plain.end());
      result.push_back(std::move(declaration));
    }
  }
  return result;
}

std::optional<AtomicAssignment> atomicAssignment(const Program& program, const Instruction& instruction) {
  const frontend::c::Language* language = cppLanguageOf(program);
  const bool inFile = instruction.place.known() && instruction.place.source == program.source &&
                      instruction.statement.end <= program.source->fileEnd();
  if (language == nullptr || language->suffixedScope == 0 || !inFile || instruction.statement == Span{}) {
    return std::nullopt;
  }
  Span span = instruction.statement;
  while (span.end > span.begin && !isWordPart(program.source->text()[span.end - 1]) &&
         (program.source->text()[span.end - 1] == ';' || program.source->text()[span.end - 1] == ' ')) {
    --span.end;
  }
  const auto assignment = frontend::writtenAssignment(*program.source, span);
  if (!assignment) {
    return std::nullopt;
  }
  return AtomicAssignment{std::string(program.source->slice(span)),
                          fmt::format("atomicExch(&{}, {})", program.source->slice(assignment->target),
                                      program.source->slice(assignment->value)),
                          span,
                          {Order::Relaxed, language->suffixedScope}};
}

}  // namespace hrfcheck
