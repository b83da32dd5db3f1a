#include "report/rows/run_extent.h"

#include <fmt/format.h>

namespace hrfcheck::inline report {
namespace {

/// With a comma after every three digits.
std::string grouped(std::size_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) {
    digits.insert(at - 3, ",");
  }
  return digits;
}

}  // namespace

std::string incompleteText(const RunExtent& extent) {
  if (extent.complete()) {
    return "";
  }
  return fmt::format("{} of {} {} not run: {}", grouped(extent.left()), grouped(extent.tests),
                     extent.tests == 1 ? "test was" : "tests were", extent.stopped);
}

std::string onlyText(const RunExtent& extent) {
  switch (extent.asked) {
    case CheckQuestion::Everything:
    case CheckQuestion::Outcomes:
      break;
    case CheckQuestion::Condition:
      return "Only the condition was checked: races were not checked, and outcomes are not listed.";
    case CheckQuestion::Races:
      return "Only races were checked: the condition was not checked, and outcomes are not listed.";
    case CheckQuestion::Race:
    case CheckQuestion::Answers:
    case CheckQuestion::Expected:
      return "Only what the expectations ask about was checked: one race is listed, and no outcomes.";
  }
  return "";
}

}  // namespace hrfcheck::inline report
