#include "program/structure/fence_concerns.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "program/ir/operands.h"
#include "program/ir/ptx_marks.h"
#include "program/ir/scope_levels.h"
#include "program/ir/shared_memory.h"

namespace hrfcheck::inline program {
namespace {

constexpr std::array<std::string_view, 3> kProxyFences{kMarkFenceAsync, kMarkFenceToAsync,
                                                       kMarkFenceToTensormap};
// Levels of PTX.
constexpr std::string_view kCta = "cta";
constexpr std::string_view kCluster = "cluster";

/// The outermost level in place of one that the dialect has not got.
std::uint32_t levelOf(const ScopeTree& scopes, std::string_view name) {
  const auto named = std::ranges::find(scopes.levels(), name);
  return named == scopes.levels().end() ? outermostLevel(scopes)
                                        : static_cast<std::uint32_t>(named - scopes.levels().begin());
}

bool isFence(const Instruction& instruction) {
  return std::holds_alternative<FenceOp>(instruction.operation);
}

bool isMarked(const Instruction& instruction, std::string_view mark) {
  return std::ranges::find(instruction.marks, mark) != instruction.marks.end();
}

class Concerns {
 public:
  Concerns(const std::vector<Event>& events, const Program& program)
      : events_(events),
        program_(program),
        cta_(levelOf(program.scopes, kCta)),
        cluster_(levelOf(program.scopes, kCluster)) {}

  Relation run() const {
    Relation result(events_.size());
    for (EventId f = 0; f < events_.size(); ++f) {
      if (events_[f].kind != EventKind::Fence) {
        continue;
      }
      for (EventId e = 0; e < events_.size(); ++e) {
        if (isAccess(events_[e].kind) && concerns(f, e)) {
          result.insert(f, e);
        }
      }
    }
    return result;
  }

 private:
  const Instruction& instruction(EventId e) const {
    return program_.threads[events_[e].thread].instructions[events_[e].instruction];
  }

  bool concerns(EventId fence, EventId access) const {
    return std::ranges::all_of(instruction(fence).marks, [&](const std::string& mark) {
      return !mark.starts_with(kMarkAbout) || isAbout(mark, fence, access);
    });
  }

  bool isAbout(const std::string& mark, EventId fence, EventId access) const {
    if (mark == kMarkAboutReads) {
      return events_[access].kind == EventKind::Read;
    }
    if (mark == kMarkAboutInit) {
      return events_[access].thread == events_[fence].thread && access < fence &&
             isMarked(instruction(access), kMarkInit);
    }
    const std::optional<LocationId> location = locationOf(access);
    return location && isAbout(mark, events_[fence].thread, program_.locations[*location]);
  }

  /// Where it is known without running anything.
  std::optional<LocationId> locationOf(EventId access) const {
    if (events_[access].kind == EventKind::InitialWrite) {
      return events_[access].initialOf;
    }
    const ExprPtr address = operandsOf(instruction(access).operation).address;
    const auto* known = std::get_if<ConstantExpr>(&address->node);
    return known == nullptr ? std::nullopt : program_.locationAt(known->value);
  }

  static bool isAccess(EventKind kind) {
    return kind == EventKind::Read || kind == EventKind::Write || kind == EventKind::InitialWrite;
  }

  bool isAbout(const std::string& mark, ThreadId thread, const MemoryLocation& location) const {
    if (mark.starts_with(kMarkAboutLocation)) {
      return mark.substr(kMarkAboutLocation.size()) == location.name;
    }
    if (mark == kMarkAboutGlobal) {
      return !sharedOf(location);
    }
    const std::uint32_t level = mark == kMarkAboutCta ? cta_ : cluster_;
    const std::optional<ThreadId> owner = sharedOf(location);
    return owner && program_.scopes.instanceOf(thread, level) == program_.scopes.instanceOf(*owner, level);
  }

  const std::vector<Event>& events_;
  const Program& program_;
  std::uint32_t cta_, cluster_;
};

}  // namespace

bool hasAsynchronousFences(const Program& program) {
  return std::ranges::any_of(program.threads, [](const Thread& thread) {
    return std::ranges::any_of(thread.instructions, [](const Instruction& instruction) {
      return isFence(instruction) && std::ranges::any_of(instruction.marks, [](const std::string& mark) {
               return mark.starts_with(kMarkAbout) ||
                      std::ranges::find(kProxyFences, mark) != kProxyFences.end();
             });
    });
  });
}

Relation fenceConcerns(const std::vector<Event>& events, const Program& program) {
  return Concerns(events, program).run();
}

}  // namespace hrfcheck::inline program
