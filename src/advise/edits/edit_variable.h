#pragma once

#include <optional>
#include <string>
#include <vector>

#include "advise/edits/costs.h"
#include "program/ir/annotation.h"
#include "program/structure/event_structure.h"

namespace hrfcheck::inline advise {

/// The kinds of edits, by the words of `--edits`.
struct EditKinds {
  bool scope = true;
  bool order = true;
  bool remote = true;
  bool fence = true;
  bool atomic = true;
  bool barrier = true;
};

/// What is looked for: the cheapest edits, or the cheapest annotations.
enum class Purpose { Repair, Narrow };

enum class SiteKind {
  Operation,   ///< an atomic operation or a fence: its order and scope
  Access,      ///< an ordinary access, which may become atomic
  Fence,       ///< a fence that may be inserted before an access
  Barrier,     ///< an execution barrier: the address spaces that it orders
  NewBarrier,  ///< an execution barrier that may be inserted before a statement
  ProxyFence   ///< a fence between proxies that may be inserted before an instruction
};

/// One thing that may stand at a place of the source, and what it costs.
struct Variant {
  std::optional<Annotation> annotation;  ///< nothing: the fence or the barrier is not there
  Cost cost = 0;
  Cost change = 0;  ///< of what is written into this: decides between assignments of the same cost
  std::optional<FenceSpaces> spaces = std::nullopt;  ///< of a barrier, which has no annotation of its own
};

/// A place of the source, whatever threads and calls execute it, and what may stand there.
struct EditVariable {
  SiteKind kind = SiteKind::Operation;
  Place place;                       ///< in the test as written; of what is inserted, of the access behind it
  std::string text;                  ///< of the instruction
  std::vector<InstructionRef> here;  ///< in the program with everything that may be inserted
  std::vector<InstructionRef>
      written;                    ///< in the program as written; of what is inserted, the accesses behind it
  std::vector<Variant> variants;  ///< the first is what is written
};

/// At most as many variants has a site; a test with more is refused, since none may be left out.
inline constexpr std::size_t kMostVariants = 64;

/// By site, which of its variants stands there. What is written is all zeros.
using Assignment = std::vector<std::uint32_t>;

Cost costOf(const std::vector<EditVariable>& sites, const Assignment& assignment);

}  // namespace hrfcheck::inline advise
