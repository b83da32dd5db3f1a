#pragma once

#include "cat/model/model.h"

namespace hrfcheck::inline engine {

/// What a model's requirements say so plainly that the search need not try.
struct ModelHints {
  /// `empty rmw & (fr ; co)` is required: the write of a read-modify-write directly follows, in coherence,
  /// the write that its read reads from, unless it comes before it (Search::confirmAtomicity).
  bool atomicity = false;
};

ModelHints hintsOf(const Model& model);

}  // namespace hrfcheck::inline engine
