#include "advise/edits/variant_choice.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <tuple>
#include <utility>

namespace hrfcheck::inline advise {

std::vector<std::size_t> sitesByExit(const Nogood& box, const std::vector<EditVariable>& sites) {
  std::vector<std::pair<Cost, std::size_t>> exits;
  for (std::size_t i = 0; i < box.size(); ++i) {
    if (const std::uint64_t out = everyVariant(sites[i]) & ~box[i]; out != 0) {
      Cost least = std::numeric_limits<Cost>::max();
      forEachVariant(out, [&](std::uint32_t v) { least = std::min(least, sites[i].variants[v].cost); });
      exits.emplace_back(least, i);
    }
  }
  std::ranges::sort(exits);
  std::vector<std::size_t> ordered;
  std::ranges::transform(exits, std::back_inserter(ordered), [](const auto& exit) { return exit.second; });
  return ordered;
}

std::uint32_t strongest(const EditVariable& site, std::uint64_t variants) {
  const auto weight = [&](std::uint32_t v) {
    const Variant& variant = site.variants[v];
    const auto& annotation = variant.annotation;
    const Atomicity* a = annotation && annotation->atomicity ? &*annotation->atomicity : nullptr;
    const unsigned spaces = variant.spaces ? 1U + variant.spaces->global + variant.spaces->local : 0U;
    return a == nullptr ? std::tuple(false, spaces, -1)
                        : std::tuple(!a->remote, a->level, static_cast<int>(a->order));
  };
  auto best = static_cast<std::uint32_t>(std::countr_zero(variants));
  forEachVariant(variants, [&](std::uint32_t v) { best = weight(v) > weight(best) ? v : best; });
  return best;
}

std::vector<std::uint32_t> cheaperThan(std::uint32_t one, const std::vector<Variant>& variants) {
  std::vector<std::uint32_t> cheaper;
  for (std::uint32_t v = 0; v < variants.size(); ++v) {
    if (variants[v].cost < variants[one].cost) {
      cheaper.push_back(v);
    }
  }
  std::ranges::stable_sort(cheaper, {}, [&](std::uint32_t v) { return variants[v].cost; });
  return cheaper;
}

}  // namespace hrfcheck::inline advise
