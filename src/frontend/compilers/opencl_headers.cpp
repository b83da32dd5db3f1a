#include "frontend/compilers/opencl_headers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace hrfcheck::frontend::via {
namespace {

/// A part of the headers, and what names of its functions begin with or have in them.
struct HeaderPart {
  std::string_view name;
  std::vector<std::string_view> words;
};

const std::vector<HeaderPart>& headerParts() {
  static const std::vector<HeaderPart> parts = {
      {"ATOMICS", {"atom"}},
      {"WORDS",
       {"_hi", "mad_sat", "upsample", "hadd", "rotate", "clz", "ctz", "popcount", "24", "abs_diff", "add_sat",
        "sub_sat"}},
      {"RELATIONS", {"is", "any", "all", "select", "signbit"}},
      {"PARTS",
       {"frexp", "ldexp", "logb", "nan", "nextafter", "modf", "fract", "sincos", "fdim", "mag", "lgamma_r",
        "remquo"}},
      {"ELSEWHERE",
       {"acos",  "asin", "atan",  "cbrt", "cosh",  "cospi", "erf",   "exp10",     "expm1", "gamma", "log1p",
        "rsqrt", "sinh", "sinpi", "tanh", "tanpi", "fmod",  "hypot", "remainder", "pown",  "rootn"}},
      {"ROUGH", {"native_", "half_"}},
      {"CONVERSIONS", {"convert_"}},
      {"SATURATION", {"_sat"}},
      {"DIRECTED", {"_rtz", "_rtp", "_rtn"}},
      {"VECTOR_MEMORY", {"vload", "vstore"}},
      {"SUB_GROUPS", {"sub_group"}},
      {"VOTES", {"work_group_a"}},
      {"COPIES", {"async_work_group", "prefetch", "wait_group_events"}},
      {"IMAGES", {"image"}},
      {"HALVES", {"half"}}};
  return parts;
}

struct ConvertedType {
  const char* name;
  bool isFloat = false;
};
constexpr auto kConvertedTypes = std::to_array<ConvertedType>({{"char"},
                                                               {"uchar"},
                                                               {"short"},
                                                               {"ushort"},
                                                               {"int"},
                                                               {"uint"},
                                                               {"long"},
                                                               {"ulong"},
                                                               {"float", true},
                                                               {"double", true},
                                                               {"half", true}});
constexpr std::array kWidths = {"", "2", "3", "4", "8", "16"};
constexpr std::array kModes = {"", "_rte", "_rtz", "_rtp", "_rtn"};

/// What clang does by itself: integers are cut off, floats are rounded to nearest.
bool isUsual(const ConvertedType& type, std::string_view mode) {
  return mode.empty() || mode == (type.isFloat ? "_rte" : "_rtz");
}

void addNames(const ConvertedType& type, std::string_view width, std::string& text) {
  const std::string whole = std::string(type.name) + std::string(width);
  const auto converted = [&](const std::string& of) {
    return width.empty() ? fmt::format("(({})({}))", whole, of)
                         : fmt::format("__builtin_convertvector(({}), {})", of, whole);
  };
  for (const std::string_view mode : kModes) {
    const bool usual = isUsual(type, mode);
    // Of floats, the operand is rounded among numbers of the type itself.
    const std::string of = usual          ? "__VA_ARGS__"
                           : type.isFloat ? fmt::format("hrfcheck_{}{}(__VA_ARGS__)", type.name, mode)
                                          : fmt::format("hrfcheck{}(__VA_ARGS__)", mode);
    const auto out = std::back_inserter(text);
    fmt::format_to(out, "#define convert_{}{}(...) {}\n", whole, mode, converted(of));
    if (!type.isFloat) {
      fmt::format_to(out, "#define convert_{}_sat{}(...) {}\n", whole, mode,
                     converted(fmt::format("hrfcheck_sat_{}({})", type.name, of)));
    }
  }
}

}  // namespace

std::vector<std::string> headerPartsOf(std::string_view text) {
  std::vector<std::string> options;
  for (const HeaderPart& part : headerParts()) {
    const bool named = std::ranges::any_of(
        part.words, [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
    if (named) {
      options.push_back(fmt::format("-DHRFCHECK_WITH_{}", part.name));
    }
  }
  return options;
}

const std::string& conversionNames() {
  static const std::string text = [] {
    std::string names = "#pragma once\n";
    for (const ConvertedType& type : kConvertedTypes) {
      for (const std::string_view width : kWidths) {
        addNames(type, width, names);
      }
    }
    return names;
  }();
  return text;
}

}  // namespace hrfcheck::frontend::via
