#include "frontend/launch/grid.h"

#include <fmt/format.h>

#include <charconv>
#include <string>
#include <vector>

#include "frontend/shared/initial_state.h"
#include "util/text.h"

namespace hrfcheck::frontend {
namespace {

constexpr const char* kForm = "write the work-groups, x, and the work-items in each: 2x4, or 2,1x4,2";
/// Of the numbers in a launch; their product fits into 64 bits.
constexpr std::uint32_t kMaxNumber = 1'000'000;

std::optional<std::uint32_t> numberIn(std::string_view text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() && number <= kMaxNumber
             ? std::optional(number)
             : std::nullopt;
}

/// One side: up to three numbers.
std::optional<unsigned> readSide(std::string_view text, Grid::Size& into) {
  for (unsigned dimension = 0; dimension < into.size(); ++dimension) {
    const std::size_t comma = text.find(',');
    const std::optional<std::uint32_t> number = numberIn(stripped(text.substr(0, comma)));
    if (!number) {
      return std::nullopt;
    }
    into[dimension] = *number;
    if (comma == std::string_view::npos) {
      return dimension + 1;
    }
    text.remove_prefix(comma + 1);
  }
  return std::nullopt;
}

std::uint64_t product(const Grid::Size& size) {
  return std::uint64_t{size[0]} * size[1] * size[2];
}

/// The numbers of a place among as many; the first runs fastest.
Grid::Size numbersAt(std::uint32_t place, const Grid::Size& size) {
  return {place % size[0], place / size[0] % size[1], place / size[0] / size[1]};
}

}  // namespace

Coordinates Grid::coordinatesOf(ThreadId thread) const {
  return {numbersAt(groupOf(thread), groups), numbersAt(itemOf(thread), items), dimensions};
}

std::optional<Grid> readGrid(const SourcePtr& source, Span span, Diagnostics& diagnostics) {
  const std::string_view text = stripped(source->slice(span));
  const Place place{source, span};
  const std::size_t x = text.find_first_of("xX");
  Grid grid;
  const std::optional<unsigned> groups = readSide(text.substr(0, x), grid.groups);
  const std::optional<unsigned> items =
      x == std::string_view::npos ? std::nullopt : readSide(text.substr(x + 1), grid.items);
  if (!groups || !items) {
    diagnostics.error(place, fmt::format("'{}' is not the size of a launch", text), kForm);
    return std::nullopt;
  }
  grid.dimensions = std::max(*groups, *items);
  const std::uint64_t groupCount = product(grid.groups);
  const std::uint64_t itemCount = product(grid.items);
  if (groupCount == 0 || itemCount == 0) {
    diagnostics.error(place, fmt::format("a launch of 0 {} has no threads",
                                         groupCount == 0 ? "work-groups" : "work-items"));
    return std::nullopt;
  }
  // Either factor may be too large for the product to be formed.
  if (groupCount > kMaxThreads || itemCount > kMaxThreads || groupCount * itemCount > kMaxThreads) {
    diagnostics.error(
        place,
        fmt::format("this launch has {} of {}: a test has at most {} threads",
                    counted(groupCount, "work-group"), counted(itemCount, "work-item"), kMaxThreads),
        "the smallest launch that shows a mistake is the one to check: often 2x1, 2x2 or 3x1");
    return std::nullopt;
  }
  return grid;
}

std::optional<std::uint32_t> readSubGroup(const SourcePtr& source, Span span, Diagnostics& diagnostics) {
  const std::string_view text = stripped(source->slice(span));
  const std::optional<std::uint32_t> number = numberIn(text);
  if (!number || *number == 0) {
    diagnostics.error({source, span}, fmt::format("'{}' is not the size of a sub-group", text),
                      "write the number of work-items in a sub-group, such as 4");
    return std::nullopt;
  }
  return number;
}

std::optional<std::uint32_t> readCluster(const SourcePtr& source, Span span, const Grid& grid,
                                         Diagnostics& diagnostics) {
  const std::string_view text = stripped(source->slice(span));
  const std::optional<std::uint32_t> number = numberIn(text);
  if (!number || *number == 0 || grid.groupCount() % *number != 0) {
    diagnostics.error({source, span},
                      fmt::format("'{}' is not the size of a cluster in a launch of {}", text,
                                  counted(grid.groupCount(), "work-group")),
                      "write a number of work-groups that divides it");
    return std::nullopt;
  }
  return number;
}

std::uint32_t readOnOneDevice(const SourcePtr& source, Span span, const Grid& grid,
                              Diagnostics& diagnostics) {
  const std::string_view text = stripped(source->slice(span));
  const std::optional<std::uint32_t> number = numberIn(text);
  if (!number || *number == 0 || *number % grid.cluster != 0) {
    diagnostics.error({source, span},
                      fmt::format("'{}' is not how many work-groups are on each device", text),
                      grid.cluster == 1 ? "with 1, each work-group is on a device of its own"
                                        : "write a multiple of the size of a cluster");
    return 0;
  }
  return *number;
}

}  // namespace hrfcheck::frontend
