#pragma once

#include <deque>
#include <functional>
#include <vector>

#include "advise/boxes.h"

namespace hrfcheck::inline advise {

/// Makes boxes larger, as far as something holds of all wordings in them.
class BoxGrower {
 public:
  using Holds = std::function<bool(const WordingBox&)>;

  /// @param sites must outlive this
  explicit BoxGrower(const std::vector<EditSite>& sites);

  /// A box around a wording that cannot be made larger at a single site: first many sites at once, as in a
  /// box that is known or down to their weakest variants; then sites as far as they go, those first that are
  /// left at the least cost.
  /// @param box `holds` of it, and it has the wording `at`
  /// @param known boxes of other wordings that may be alike; those first that are tried first
  WordingBox grown(WordingBox box, const Wording& at, const std::deque<WordingBox>& known,
                   const Holds& holds) const;

 private:
  const std::vector<EditSite>& sites_;
  std::vector<std::size_t> order_;  ///< of sites: those first that are left at the least cost
};

/// How large a box is, as a logarithm.
double roomOf(const WordingBox& box, const std::vector<EditSite>& sites);

}  // namespace hrfcheck::inline advise
