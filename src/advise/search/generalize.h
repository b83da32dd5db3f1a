#pragma once

#include <deque>
#include <functional>
#include <vector>

#include "advise/search/nogoods.h"

namespace hrfcheck::inline advise {

/// Makes boxes larger, as far as something holds of all assignments in them.
class Generalizer {
 public:
  using Holds = std::function<bool(const Nogood&)>;

  /// @param sites must outlive this
  explicit Generalizer(const std::vector<EditVariable>& sites);

  /// A box around a assignment that cannot be made larger at a single site: first many sites at once, as in a
  /// box that is known or down to their weakest variants; then sites as far as they go, those first that are
  /// left at minimum cost.
  /// @param box `holds` of it, and it has the assignment `at`
  /// @param known boxes of other assignments that may be alike; those first that are tried first
  Nogood grown(Nogood box, const Assignment& at, const std::deque<Nogood>& known, const Holds& holds) const;

 private:
  const std::vector<EditVariable>& sites_;
  std::vector<std::size_t> order_;  ///< of sites: those first that are left at minimum cost
};

/// How large a box is, as a logarithm.
double roomOf(const Nogood& box, const std::vector<EditVariable>& sites);

}  // namespace hrfcheck::inline advise
