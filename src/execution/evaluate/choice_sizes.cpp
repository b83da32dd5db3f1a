#include "execution/evaluate/choice_sizes.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "util/diagnostic.h"

namespace hrfcheck::inline execution {

void checkChoiceSizes(const Model& model, const EventStructure& structure) {
  if (std::ranges::none_of(model.choices, &Choice::partial)) {
    return;
  }
  const std::vector<MemoryLocation>& locations = structure.program().locations;
  std::vector<std::size_t> writes(locations.size(), 0);
  for (EventId e = 0; e < structure.size(); ++e) {
    if (structure.events()[e].kind == EventKind::Write) {
      for (const LocationId l : structure.mayLocations()[e]) {
        ++writes[l];
      }
    }
  }
  const auto most = std::ranges::max_element(writes);
  if (most != writes.end() && *most > kMostPartiallyOrdered) {
    throw UserError(
        Place{structure.program().source, {}},
        fmt::format(
            "{} leaves the order of writes partial, which is supported for at most {} writes to a location; "
            "{} may be written {} times",
            model.name, kMostPartiallyOrdered,
            locations[static_cast<std::size_t>(most - writes.begin())].name, *most),
        "a smaller --unroll makes fewer writes; the models ptx and ptx-v6.0 have no such limit");
  }
}

}  // namespace hrfcheck::inline execution
