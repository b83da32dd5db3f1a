#include "frontend/lowlevel/unknown_words.h"

#include <algorithm>

#include "frontend/lowlevel/residual/residual_parts.h"
#include "program/expr/expr_parts.h"
#include "program/expr/further_operators.h"

namespace hrfcheck::frontend::lowlevel {
namespace {

using Objects = std::set<std::uint32_t>;
using RegisterSet = std::set<RegisterId>;

class UnknownFinder {
 public:
  UnknownFinder(std::vector<WrittenThread>& threads, const LaunchFacts& facts)
      : threads_(threads), facts_(facts), registers_(threads.size()) {}

  Objects run() {
    for (std::size_t before = ~std::size_t{0}; before != size(); pass()) {
      before = size();
    }
    for (std::size_t t = 0; t < threads_.size(); ++t) {
      forEachOf<SharedAccess>(threads_[t],
                              [&](SharedAccess& access, const ResidualStep&) { keepApart(t, access); });
    }
    return std::move(objects_);
  }

 private:
  std::size_t size() const {
    std::size_t result = objects_.size() + exchanges_.size();
    for (const RegisterSet& registers : registers_) {
      result += registers.size();
    }
    return result;
  }

  void pass() {
    for (std::size_t t = 0; t < threads_.size(); ++t) {
      forEachStep(std::as_const(threads_[t]), [&](const ResidualStep& step) {
        if (const auto* assign = std::get_if<Assign>(&step.operation)) {
          if (mayBeUnknown(t, *assign->value)) {
            registers_[t].insert(assign->reg);
          }
        } else if (const auto* access = std::get_if<SharedAccess>(&step.operation)) {
          pass(t, *access);
        } else {
          passLanes(t, step.operation);
        }
      });
    }
  }

  void pass(std::size_t thread, const SharedAccess& access) {
    const std::vector<std::uint32_t> objects = objectsOf(access);
    for (const std::uint32_t object : objects) {
      if (seen_.insert(object).second && beginsUnknown(object)) {
        objects_.insert(object);
      }
    }
    const bool read = std::ranges::any_of(objects, [&](auto object) { return objects_.contains(object); });
    for (const ReadWord& word : access.targets) {
      for (const ReadWord::Part& part : word.parts) {
        if (read) {
          registers_[thread].insert(part.reg);
        }
      }
    }
    for (const StoredWord& word : access.values) {
      for (const StoredPart& part : word) {
        if (mayBeUnknown(thread, *part.value)) {
          objects_.insert(objects.begin(), objects.end());
        }
      }
    }
    if (access.access->atomicity) {
      for (const std::uint32_t object : objects) {
        largestAtomic_[object] = std::max(largestAtomic_[object], access.access->bytes);
      }
    }
  }

  /// What lanes give each other: of an exchange, any number may be any lane's.
  void passLanes(std::size_t thread, const ResidualOperation& operation) {
    const auto* give = std::get_if<GiveToLanes>(&operation);
    if (give != nullptr && mayBeUnknown(thread, *give->value)) {
      exchanges_.emplace(give->cell.warp, give->cell.exchange);
    }
    const auto* take = std::get_if<TakeFromLane>(&operation);
    if (take != nullptr && exchanges_.contains({take->cell.warp, take->cell.exchange})) {
      registers_[thread].insert(take->reg);
    }
  }

  bool beginsUnknown(std::uint32_t object) const {
    const auto known = facts_.contents.find(object);
    if (known == facts_.contents.end()) {
      return true;
    }
    const Contents& contents = known->second;
    const auto size = facts_.sizes.find(object);
    const bool all = size != facts_.sizes.end() && contents.bytes.size() >= size->second;
    return (!contents.rest && !all) ||
           std::ranges::any_of(contents.bytes, [](const auto& byte) { return !byte.has_value(); });
  }

  bool mayBeUnknown(std::size_t thread, const Expr& expr) const {
    return hasConstant(expr, isUnknown) || std::ranges::any_of(registersOf(expr), [&](RegisterId reg) {
             return registers_[thread].contains(reg);
           });
  }

  void keepApart(std::size_t thread, SharedAccess& access) {
    const bool atomic = std::ranges::any_of(objectsOf(access), [&](std::uint32_t object) {
      const auto largest = largestAtomic_.find(object);
      return largest != largestAtomic_.end() && largest->second * 8 > smallestPart(access);
    });
    access.apart = !atomic && std::ranges::any_of(access.values, [&](const StoredWord& word) {
      const auto isUnknown = [&](const StoredPart& part) { return mayBeUnknown(thread, *part.value); };
      return std::ranges::any_of(word, isUnknown) && !std::ranges::all_of(word, isUnknown);
    });
  }

  static unsigned smallestPart(const SharedAccess& access) {
    unsigned bits = 64;
    for (const StoredWord& word : access.values) {
      for (const StoredPart& part : word) {
        bits = std::min(bits, part.bits);
      }
    }
    return bits;
  }

  std::vector<WrittenThread>& threads_;
  const LaunchFacts& facts_;
  std::vector<RegisterSet> registers_;  ///< by thread: those that may hold what nobody knows
  Objects objects_;
  Objects seen_;
  std::set<std::pair<std::uint32_t, std::uint32_t>>
      exchanges_;                                    ///< by warp: in which such contents are given
  std::map<std::uint32_t, unsigned> largestAtomic_;  ///< by object: bytes of an access
};

}  // namespace

std::set<std::uint32_t> keepKnownApart(std::vector<WrittenThread>& threads, const LaunchFacts& facts) {
  return UnknownFinder(threads, facts).run();
}

}  // namespace hrfcheck::frontend::lowlevel
