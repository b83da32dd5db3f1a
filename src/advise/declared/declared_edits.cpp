#include "advise/declared/declared_edits.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>

#include "advise/edits/scope_choices.h"
#include "frontend/edit/declared.h"
#include "program/ir/operands.h"
#include "program/lock_unit/lock_bit.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline advise {
namespace {

std::string fileText(const Program& program) {
  return program.source->text().substr(0, program.source->fileEnd());
}

/// What stays the same where an edit has no effect.
std::vector<std::vector<std::optional<Annotation>>> annotationsOf(const Program& program) {
  std::vector<std::vector<std::optional<Annotation>>> all;
  for (const Thread& thread : program.threads) {
    auto& of = all.emplace_back();
    for (const Instruction& instruction : thread.instructions) {
      of.push_back(annotationOf(instruction.operation));
    }
  }
  return all;
}

/// How the threads access an object without atomics.
struct OrdinaryUse {
  std::set<ThreadId> threads;
  std::set<std::uint32_t> places;  ///< in the text
  std::vector<InstructionRef> stores;
  std::size_t accesses = 0;  ///< ordinary ones
  bool written = false;
  bool races = false;
};

/// By name, the objects that several threads access and some write, with ordinary accesses among them.
/// @param racing where given, only those that some of these instructions access
std::map<std::string, OrdinaryUse> sharedObjects(const Program& program,
                                                 const std::optional<std::set<InstructionRef>>& racing) {
  std::map<std::string, OrdinaryUse> uses;
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    for (std::uint32_t i = 0; i < program.threads[t].instructions.size(); ++i) {
      const Instruction& instruction = program.threads[t].instructions[i];
      const AccessKind kind = accessKindOf(instruction.operation);
      if (kind == AccessKind::None) {
        continue;
      }
      for (const LocationId word : wordsNamedBy(program, *operandsOf(instruction.operation).address)) {
        const std::string& name = program.locations[word].name;
        OrdinaryUse& use = uses[name.substr(0, name.find_first_of("[.@"))];
        use.threads.insert(t);
        use.written = use.written || kind != AccessKind::Load;
        use.races = use.races || !racing || racing->contains({t, i});
        if (atomicityOf(instruction.operation) == nullptr && instruction.place.known()) {
          use.places.insert(instruction.place.span.begin);
          ++use.accesses;
          if (kind == AccessKind::Store) {
            use.stores.push_back({t, i});
          }
        }
      }
    }
  }
  std::erase_if(uses, [](const auto& entry) {
    const OrdinaryUse& use = entry.second;
    return use.threads.size() < 2 || !use.written || use.places.empty() || !use.races;
  });
  return uses;
}

class DeclaredEdits {
 public:
  DeclaredEdits(std::shared_ptr<const Program> written, const TestReader& read, const Deadline& deadline)
      : written_(std::move(written)), read_(read), deadline_(deadline), before_(annotationsOf(*written_)) {}

  void addWords(const EditKinds& kinds, const Costs& costs) {
    std::vector<DeclaredWord> words = declaredWords(*written_, scopeChoices(*written_));
    std::erase_if(words, [&](const DeclaredWord& word) { return !(word.scope ? kinds.scope : kinds.order); });
    for (const DeclaredWord& word : meaningful(words)) {
      std::vector<DeclaredEdit> here;
      for (const DeclaredWord::Stronger& stronger : word.stronger) {
        const Cost cost = word.scope ? costs.scope * (stronger.level - word.level)
                                     : costs.ofOrder(stronger.order) - costs.ofOrder(word.order);
        DeclaredEdit edit = editAt(word.span, stronger.word, {{word.span, stronger.word}}, cost);
        if (hasEffect({edit})) {
          here.push_back(std::move(edit));
        }
      }
      add(std::move(here));
    }
  }

  void addObjects(const Costs& costs, const std::optional<std::set<InstructionRef>>& racing,
                  std::optional<Cost> below) {
    for (const auto& [name, use] : sharedObjects(*written_, racing)) {
      std::vector<DeclaredEdit> here;
      for (const AtomicDeclaration& declaration : atomicDeclarations(*written_, name)) {
        const Cost cost = (costs.atomic + costs.of({declaration.atomicity})) * use.places.size();
        if (below && cost >= *below) {
          continue;
        }
        const bool known = !here.empty() && here.back().changes.front().span == declaration.span;
        DeclaredEdit edit = editAt(declaration.span, declaration.then, declaration.changes, cost);
        if (!known && hasEffect({edit})) {
          here.push_back(std::move(edit));
        }
      }
      add(std::move(here));
    }
  }

  /// Stores alone become atomic where every other access of the object is.
  void addStores(const Costs& costs, const std::optional<std::set<InstructionRef>>& racing,
                 std::optional<Cost> below) {
    for (const auto& [name, use] : sharedObjects(*written_, racing)) {
      addAssignments(use, costs, below);
    }
  }

  std::vector<std::vector<DeclaredEdit>> take() && {
    std::ranges::sort(all_, {}, [](const auto& here) { return here.front().changes.front().span.begin; });
    return std::move(all_);
  }

 private:
  void addAssignments(const OrdinaryUse& use, const Costs& costs, std::optional<Cost> below) {
    std::set<std::uint32_t> known;
    for (const InstructionRef& at : use.stores) {
      const auto atomic =
          atomicAssignment(*written_, written_->threads[at.thread].instructions[at.instruction]);
      if (!atomic || !known.insert(atomic->span.begin).second || use.stores.size() != use.accesses) {
        continue;
      }
      const Cost cost = costs.atomic + costs.of({atomic->atomicity});
      DeclaredEdit edit = editAt(atomic->span, atomic->then, {{atomic->span, atomic->then}}, cost);
      if (!(below && cost >= *below) && hasEffect({edit})) {
        add({std::move(edit)});
      }
    }
  }

  DeclaredEdit editAt(Span span, const std::string& to, std::vector<TextChange> changes, Cost cost) const {
    const std::string& text = written_->source->text();
    const std::size_t begin = text.rfind('\n', span.begin) + 1;
    const std::size_t first = text.find_first_not_of(" \t", begin);
    std::string line = text.substr(first, text.find('\n', first) - first);
    return {Place{written_->source, span},
            std::string(written_->source->slice(span)),
            to,
            std::move(line),
            std::move(changes),
            cost};
  }

  bool hasEffect(const DeclaredChoice& edits) const {
    deadline_.check();
    try {
      return annotationsOf(*programWith(*written_, read_, edits)) != before_;
    } catch (const UserError&) {
      return false;
    }
  }

  /// The words that mean something for the test. Most of a file do not, so that halves are compiled at once,
  /// with the strongest in place of each.
  /// @param known some of them do
  std::vector<DeclaredWord> meaningful(std::span<const DeclaredWord> words, bool known = false) const {
    if (words.empty()) {
      return {};
    }
    if (!known) {
      DeclaredChoice all;
      for (const DeclaredWord& word : words) {
        const std::string& strongest = word.stronger.back().word;
        all.push_back(editAt(word.span, strongest, {{word.span, strongest}}, 0));
      }
      deadline_.check();
      try {
        known = annotationsOf(*programWith(*written_, read_, all)) != before_;
        if (!known) {
          return {};
        }
      } catch (const UserError&) {
        // Some of them do not go together, or mean something to the compiler.
      }
    }
    if (words.size() == 1) {
      return {words.front()};
    }
    std::vector<DeclaredWord> result = meaningful(words.first(words.size() / 2));
    const std::vector<DeclaredWord> rest =
        meaningful(words.subspan(words.size() / 2), known && result.empty());
    result.insert(result.end(), rest.begin(), rest.end());
    return result;
  }

  void add(std::vector<DeclaredEdit> here) {
    std::ranges::stable_sort(here, {}, &DeclaredEdit::cost);
    if (!here.empty()) {
      all_.push_back(std::move(here));
    }
  }

  std::shared_ptr<const Program> written_;
  const TestReader& read_;
  const Deadline& deadline_;
  std::vector<std::vector<std::optional<Annotation>>> before_;
  std::vector<std::vector<DeclaredEdit>> all_;
};

}  // namespace

std::vector<std::vector<DeclaredEdit>> wordEdits(const std::shared_ptr<const Program>& written,
                                                 const TestReader& read, const EditKinds& kinds,
                                                 const Costs& costs, const Deadline& deadline) {
  DeclaredEdits edits(written, read, deadline);
  edits.addWords(kinds, costs);
  return std::move(edits).take();
}

std::vector<std::vector<DeclaredEdit>> objectEdits(const std::shared_ptr<const Program>& written,
                                                   const TestReader& read, const EditKinds& kinds,
                                                   const Costs& costs,
                                                   const std::optional<std::set<InstructionRef>>& racing,
                                                   std::optional<Cost> below, const Deadline& deadline,
                                                   ObjectEdits which) {
  DeclaredEdits edits(written, read, deadline);
  if (kinds.atomic && which == ObjectEdits::Stores) {
    edits.addStores(costs, racing, below);
  } else if (kinds.atomic) {
    edits.addObjects(costs, racing, below);
  }
  return std::move(edits).take();
}

std::vector<DeclaredChoice> declaredChoices(const std::vector<std::vector<DeclaredEdit>>& edits,
                                            std::size_t most) {
  std::vector<DeclaredChoice> all{{}};
  for (const std::vector<DeclaredEdit>& here : edits) {
    const std::size_t before = all.size();
    for (std::size_t i = 0; i < before && all.size() <= most; ++i) {
      for (const DeclaredEdit& edit : here) {
        DeclaredChoice more = all[i];
        more.push_back(edit);
        all.push_back(std::move(more));
      }
    }
  }
  all.erase(all.begin());
  std::ranges::stable_sort(
      all, {}, [](const DeclaredChoice& choice) { return std::pair(costOf(choice), choice.size()); });
  return all;
}

Cost costOf(const DeclaredChoice& choice) {
  Cost cost = 0;
  for (const DeclaredEdit& edit : choice) {
    cost += edit.cost;
  }
  return cost;
}

std::string textWith(const Program& written, const DeclaredChoice& choice) {
  std::vector<TextChange> changes;
  for (const DeclaredEdit& edit : choice) {
    changes.insert(changes.end(), edit.changes.begin(), edit.changes.end());
  }
  return changedText(fileText(written), changes);
}

std::shared_ptr<const Program> programWith(const Program& written, const TestReader& read,
                                           const DeclaredChoice& choice) {
  const Source& source = *written.source;
  return read(std::make_shared<const Source>(source.name(), textWith(written, choice),
                                             source.text().substr(source.fileEnd())));
}

}  // namespace hrfcheck::inline advise
