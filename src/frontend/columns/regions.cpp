#include "frontend/columns/regions.h"

#include <fmt/format.h>

#include <algorithm>

namespace hrfcheck::frontend {
namespace {

/// Of one location: real tests have one.
constexpr std::size_t kMaxRegions = 16;

/// Whether the current token is a region: another location has a colon behind it, another section, too.
bool atRegion(const TokenCursor& in) {
  return in.peek().kind == TokenKind::Identifier && !in.peek().firstOnLine && !in.peek(1).isSymbol(":");
}

void addRegion(const MemoryObject* object, const Token& region, Names& names) {
  for (LocationId i = 0; object != nullptr && i < object->size; ++i) {
    std::vector<std::string>& regions = names.location(object->first + i).regions;
    if (std::ranges::find(regions, region.text) == regions.end()) {
      regions.emplace_back(region.text);
    }
  }
}

void oneLocation(TokenCursor& in, Names& names) {
  const Token name = in.expectIdentifier("a location");
  const MemoryObject* object = names.object(name.text);
  if (object == nullptr) {
    in.error(name, fmt::format("there is no location '{}'", name.text),
             didYouMean(name.text, names.objectNames()));
  }
  if (object != nullptr && !names.location(object->first).regions.empty()) {
    in.fail(name, fmt::format("the regions of '{}' are given twice", name.text));
  }
  in.expect(":", "and a region after the location");
  if (!atRegion(in)) {
    in.failExpected("the name of a region");
  }
  for (std::size_t count = 1; atRegion(in); ++count) {
    if (count > kMaxRegions) {
      in.fail(in.peek(), fmt::format("more than {} regions of one location", kMaxRegions));
    }
    addRegion(object, in.take(), names);
  }
}

}  // namespace

void parseRegions(TokenCursor& in, Names& names) {
  do {
    oneLocation(in, names);
  } while (in.accept(","));
}

}  // namespace hrfcheck::frontend
