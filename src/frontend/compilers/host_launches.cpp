#include "frontend/compilers/host_launches.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "util/text.h"

namespace hrfcheck::frontend::via {
namespace {

constexpr std::string_view kLaunch = " hrfcheck launch ";
constexpr std::string_view kStub = "__device_stub__";

std::string_view behind(std::string_view text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  return at == std::string_view::npos ? std::string_view{} : text.substr(at + mark.size());
}

/// The next number behind `type`, which goes with it; nothing where it is none.
std::optional<std::uint64_t> number(std::string_view& text, std::string_view type) {
  text = behind(text, type);
  std::uint64_t value = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end.ec != std::errc()) {
    return std::nullopt;
  }
  text.remove_prefix(static_cast<std::size_t>(end.ptr - text.data()));
  return value;
}

/// Two dim3, each as clang passes it on: x and y in one number of 64 bits, and z.
std::string configuration(std::string_view arguments) {
  std::vector<std::uint64_t> sizes;
  for (int i = 0; i < 2; ++i) {
    const auto xy = number(arguments, "i64 ");
    const auto z = number(arguments, "i32 ");
    if (!xy || !z) {
      return "";
    }
    sizes.insert(sizes.end(), {*xy & 0xffffffffU, *xy >> 32U, *z});
  }
  const bool flat = sizes[1] == 1 && sizes[2] == 1 && sizes[4] == 1 && sizes[5] == 1;
  return flat ? fmt::format("{}x{}", sizes[0], sizes[3])
         : sizes[2] == 1 && sizes[5] == 1
             ? fmt::format("{},{}x{},{}", sizes[0], sizes[1], sizes[3], sizes[4])
             : fmt::format("{},{},{}x{},{},{}", sizes[0], sizes[1], sizes[2], sizes[3], sizes[4], sizes[5]);
}

/// What host code calls of CUDA or HIP, behind the configuration of a launch.
constexpr std::array<std::string_view, 2> kConfigurations = {"@__cudaPushCallConfiguration(",
                                                             "@__hipPushCallConfiguration("};
constexpr std::string_view kLaunchOfCuda = "@cudaLaunchKernel(";
constexpr std::string_view kLaunchOfHip = "@hipLaunchKernel(";

/// The entry whose stub is called, "_Z1kPi" of "_Z16__device_stub__kPi"; of HIP also the one that is
/// launched, which has a variable of its name in host code. Empty where there is none.
std::string entryOf(std::string_view line) {
  const std::size_t stub = line.find(kStub);
  if (const std::string_view launched = behind(line, kLaunchOfHip);
      stub == std::string_view::npos && !launched.empty()) {
    const std::string_view name = behind(launched.substr(0, launched.find(',')), "@");
    return std::string(name);
  }
  const std::size_t at = line.rfind('@', stub);
  if (stub == std::string_view::npos || at == std::string_view::npos) {
    return "";
  }
  std::size_t digits = stub;
  while (digits > at + 1 && line[digits - 1] >= '0' && line[digits - 1] <= '9') {
    --digits;
  }
  std::string_view rest = line.substr(stub + kStub.size());
  rest = rest.substr(0, rest.find_first_of(" (,)\""));
  std::string entry(line.substr(at + 1, digits - at - 1));
  if (digits < stub) {
    std::uint64_t length = 0;
    std::from_chars(line.data() + digits, line.data() + stub, length);
    if (length <= kStub.size()) {
      return "";
    }
    entry += std::to_string(length - kStub.size());
  }
  return entry + std::string(rest);
}

/// What one function launches, where each configuration is followed by its launch.
class FunctionLaunches {
 public:
  void read(std::string_view line) {
    if (line.find("call ") == std::string_view::npos) {
      return;
    }
    const auto* const pushed = std::ranges::find_if(
        kConfigurations, [&](std::string_view one) { return line.find(one) != std::string_view::npos; });
    if (pushed != kConfigurations.end()) {
      certain_ = certain_ && !pending_;
      pending_ = configuration(behind(line, *pushed));
    } else if (line.find(kLaunchOfCuda) != std::string_view::npos ||
               line.find(kLaunchOfHip) != std::string_view::npos ||
               line.find(kStub) != std::string_view::npos) {
      certain_ = certain_ && pending_;
      if (const std::string entry = entryOf(line); pending_ && !pending_->empty() && !entry.empty()) {
        launches_.push_back(fmt::format("{}{} {}\n", kLaunch, entry, *pending_));
      }
      pending_.reset();
    }
  }

  std::vector<std::string> take() {
    std::vector<std::string> result;
    if (certain_ && !pending_) {
      result = std::move(launches_);
    }
    *this = {};
    return result;
  }

 private:
  std::vector<std::string> launches_;
  std::optional<std::string> pending_;
  bool certain_ = true;
};

}  // namespace

std::string hostLaunches(std::string_view llvm, std::string_view comment) {
  std::set<std::string> launches;
  FunctionLaunches function;
  while (!llvm.empty()) {
    const std::string_view line = takeLine(llvm);
    if (line == "}") {
      for (const std::string& launch : function.take()) {
        launches.insert(std::string(comment) + launch);
      }
    } else {
      function.read(line);
    }
  }
  return fmt::format("{}", fmt::join(launches, ""));
}

std::string hostLaunchOf(std::string_view module, std::string_view entry) {
  const bool ofLlvm = module.find(fmt::format("\n;{}", kLaunch)) != std::string_view::npos;
  const std::string mark = fmt::format("\n{}{}{} ", ofLlvm ? ";" : "//", kLaunch, entry);
  std::string_view rest = behind(module, mark);
  std::string_view text = rest;
  const std::string launch(takeLine(text));
  return behind(rest, mark).empty() ? launch : "";
}

}  // namespace hrfcheck::frontend::via
