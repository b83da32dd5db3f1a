#include "advise/search/out_of_reach.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "program/ir/operands.h"

namespace hrfcheck::inline advise {
namespace {

/// What some site lets an instruction of the test have.
struct Reach {
  std::set<Order> orders;
  std::set<std::uint32_t> levels;
  bool fence = false;  ///< right before it
};

class ReachSearch {
 public:
  ReachSearch(const EditedTest& test, const EditKinds& kinds) : test_(test), kinds_(kinds) {
    for (const EditVariable& site : test.sites()) {
      for (const InstructionRef& at : site.written) {
        add(site, reach_[{at.thread, at.instruction}]);
      }
    }
  }

  std::vector<std::string> run() {
    const Program& program = *test_.written();
    for (ThreadId t = 0; t < program.threads.size(); ++t) {
      for (std::uint32_t i = 0; i < program.threads[t].instructions.size(); ++i) {
        look(program.threads[t].instructions[i], reach_[{t, i}]);
      }
    }
    std::vector<std::string> told;
    for (const auto& [line, what] : found_) {
      told.push_back(fmt::format("line {}: {}", line, fmt::join(what, "; ")));
    }
    return told;
  }

 private:
  static void add(const EditVariable& site, Reach& reach) {
    reach.fence = reach.fence || site.kind == SiteKind::Fence;
    if (site.kind != SiteKind::Operation && site.kind != SiteKind::Access) {
      return;
    }
    for (const Variant& variant : site.variants) {
      if (variant.annotation && variant.annotation->atomicity) {
        reach.orders.insert(variant.annotation->atomicity->order);
        reach.levels.insert(variant.annotation->atomicity->level);
      }
    }
  }

  void look(const Instruction& instruction, const Reach& reach) {
    const Atomicity* atomicity = atomicityOf(instruction.operation);
    const bool access = accessKindOf(instruction.operation) != AccessKind::None;
    if (!instruction.place.known()) {
      return;
    }
    if (atomicity != nullptr && kinds_.order && reach.orders.size() < 2 &&
        atomicity->order != Order::SeqCst) {
      tell(instruction, "the order of " + instruction.text);
    }
    if (atomicity != nullptr && kinds_.scope && reach.levels.size() < 2) {
      tell(instruction, "the scope of " + instruction.text);
    }
    if (atomicity == nullptr && access && kinds_.atomic && reach.orders.empty()) {
      tell(instruction, "an atomic access instead of " + instruction.text);
    }
    const bool barrier = std::holds_alternative<BarrierOp>(instruction.operation);
    if (kinds_.fence && (access || barrier) && !reach.fence) {
      tell(instruction, "a fence before " + instruction.text);
    }
  }

  void tell(const Instruction& instruction, const std::string& what) {
    std::vector<std::string>& line = found_[instruction.place.position().line];
    if (std::ranges::find(line, what) == line.end()) {
      line.push_back(what);
    }
  }

  const EditedTest& test_;
  const EditKinds& kinds_;
  std::map<std::pair<ThreadId, std::uint32_t>, Reach> reach_;
  std::map<std::uint32_t, std::vector<std::string>> found_;  ///< by line
};

}  // namespace

std::vector<std::string> outOfReach(const EditedTest& test, const EditKinds& kinds) {
  return ReachSearch(test, kinds).run();
}

}  // namespace hrfcheck::inline advise
