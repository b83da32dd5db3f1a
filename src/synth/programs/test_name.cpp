#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>

#include "synth/programs/test_program.h"

namespace hrfcheck::inline synth {
namespace {

/// The shapes of the literature, with threads and locations as they are generated.
constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kKnown{{
    {"RxRx|Wx", "corr"},
    {"RxRy|WyWx", "mp"},
    {"WxRy|WyRx", "sb"},
    {"RxWy|RyWx", "lb"},
    {"RxWy|WyWx", "s"},
    {"WxRy|WyWx", "r"},
    {"WxWy|WyWx", "2+2w"},
    {"RxRy|RyWx|Wy", "wrc"},
    {"RxRy|RzWx|WyWz", "isa2"},
    {"RxRy|RyRx|Wx|Wy", "iriw"},
}};

char letterOf(SynthKind kind) {
  switch (kind) {
    case SynthKind::Load:
      return 'R';
    case SynthKind::Store:
      return 'W';
    case SynthKind::Exchange:
      return 'U';
    case SynthKind::Fence:
      return 'F';
  }
  INVARIANT(false, "every kind has its letter");
}

/// "RxRy|WyWx"
std::string wordOf(const SynthShape& shape) {
  std::string word;
  for (std::size_t s = 0; s < shape.steps.size(); ++s) {
    if (s > 0 && shape.threadOf(s) != shape.threadOf(s - 1)) {
      word += '|';
    }
    word += letterOf(shape.steps[s].kind);
    if (shape.steps[s].kind != SynthKind::Fence) {
      word += "xyzw"[shape.steps[s].location];
    }
  }
  return word;
}

}  // namespace

std::string nameOf(const SynthShape& shape, const std::vector<StepAnnotation>& annotations) {
  std::string name = wordOf(shape);
  for (const auto& [word, known] : kKnown) {
    if (name == word) {
      name = known;
      break;
    }
  }
  for (char& c : name) {
    c = c == '|' ? '_' : c;
  }
  for (const StepAnnotation& annotation : annotations) {
    if (annotation) {
      name += "+" + annotationText(annotation);
    }
  }
  return name;
}

}  // namespace hrfcheck::inline synth
