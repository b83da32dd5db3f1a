#include "frontend/launch/launches.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "util/characters.h"
#include "util/text.h"

namespace hrfcheck::frontend {
namespace {

constexpr const char* kLaunchLineForm =
    "write the kernel, its launch and its device: kernel send launch 1x32 device 0, or with a name of its own: "
    "kernel send as first launch 1x32 device 0";
constexpr std::uint32_t kMostLaunchDevices = 64;

/// The words of a line, with their places.
struct LineWord {
  std::string_view text;
  Span span;
};

std::vector<LineWord> wordsOfLaunch(std::string_view text, std::uint32_t begin) {
  std::vector<LineWord> words;
  for (std::size_t at = 0; at < text.size();) {
    if (isSpace(text[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && !isSpace(text[end])) {
      ++end;
    }
    words.push_back({text.substr(at, end - at),
                     {begin + static_cast<std::uint32_t>(at), begin + static_cast<std::uint32_t>(end)}});
    at = end;
  }
  return words;
}

bool isLaunchLabel(std::string_view text) {
  return !text.empty() && !isDigit(text.front()) &&
         std::ranges::all_of(text, [](char c) { return isLetterOrDigit(c) || c == '_'; });
}

/// The word after which the kernel's name, which may have spaces (`scan<int, 4>`), has ended.
std::size_t endOfKernelName(const std::vector<LineWord>& words) {
  const auto ends = [](const LineWord& word) { return word.text == "launch" || word.text == "as"; };
  return static_cast<std::size_t>(std::ranges::find_if(words, ends) - words.begin());
}

class LaunchLineReader {
 public:
  LaunchLineReader(const SourcePtr& source, const Directive& line, Diagnostics& diagnostics)
      : source_(source),
        line_(line),
        diagnostics_(diagnostics),
        words_(wordsOfLaunch(source->slice(line.rest), line.rest.begin)) {}

  LaunchLine run() {
    LaunchLine result;
    result.all = line_.all();
    at_ = endOfKernelName(words_);
    if (at_ == 0) {
      fail(line_.rest, "a launch has the name of a kernel first");
    }
    result.kernelSpan = {words_.front().span.begin, words_[at_ - 1].span.end};
    result.kernel = source_->slice(result.kernelSpan);
    result.label = std::string(result.kernel.substr(0, result.kernel.find_first_of("<: \t")));
    result.labelSpan = result.kernelSpan;
    bool launched = false;
    bool placed = false;
    while (at_ < words_.size()) {
      const LineWord word = words_[at_++];
      if (word.text == "as" && !launched) {
        const LineWord name = next(word, "a name");
        if (!isLaunchLabel(name.text)) {
          fail(name.span, fmt::format("'{}' is not a name for a launch", name.text));
        }
        result.label = std::string(name.text);
        result.labelSpan = name.span;
      } else if (word.text == "launch" && !launched) {
        result.size = next(word, "the size of a launch").span;
        launched = true;
      } else if (word.text == "device" && !placed) {
        result.device = device(next(word, "the number of a device"));
        placed = true;
      } else if (word.text == "after") {
        fail(word.span, "an order between launches is not supported: all of them start at once",
             "what runs after a kernel has ended is a test of its own, whose memory begins as that left it");
      } else {
        fail(word.span, fmt::format("'{}' is not understood in the launch of a kernel", word.text));
      }
    }
    if (!launched) {
      fail(line_.rest, "the kernel is not launched: it is not specified how many threads execute it");
    }
    return result;
  }

 private:
  LineWord next(const LineWord& before, const char* what) {
    if (at_ == words_.size()) {
      fail(before.span, fmt::format("expected {} after '{}'", what, before.text));
    }
    return words_[at_++];
  }

  std::uint32_t device(const LineWord& word) {
    std::uint32_t number = 0;
    const char* const end = word.text.data() + word.text.size();
    const auto [stop, error] = std::from_chars(word.text.data(), end, number);
    if (error != std::errc{} || stop != end || number >= kMostLaunchDevices) {
      fail(word.span, fmt::format("'{}' is not the number of a device", word.text),
           fmt::format("devices are 0 to {}", kMostLaunchDevices - 1));
    }
    return number;
  }

  [[noreturn]] void fail(Span span, const std::string& message, const std::string& hint = kLaunchLineForm) {
    diagnostics_.error({source_, span}, message, hint);
    throw SyntaxFailure{};
  }

  const SourcePtr& source_;
  const Directive& line_;
  Diagnostics& diagnostics_;
  std::vector<LineWord> words_;
  std::size_t at_ = 0;
};

}  // namespace

bool isLaunchLine(std::string_view rest) {
  const std::vector<LineWord> words = wordsOfLaunch(rest, 0);
  return std::ranges::any_of(words, [](const LineWord& word) { return word.text == "launch"; });
}

std::string_view kernelOfLaunchLine(std::string_view rest) {
  const std::vector<LineWord> words = wordsOfLaunch(rest, 0);
  const std::size_t end = endOfKernelName(words);
  return end == 0 ? std::string_view()
                  : rest.substr(words.front().span.begin, words[end - 1].span.end - words.front().span.begin);
}

std::vector<LaunchLine> launchLines(const SourcePtr& source, const Directives& directives,
                                    Diagnostics& diagnostics) {
  std::vector<Directive> lines = directives.all("kernel");
  const auto isOption = [&](const Directive& line) { return source->isAppended(line.wordSpan.begin); };
  if (std::ranges::any_of(lines, isOption)) {  // the command line takes precedence
    std::erase_if(lines, [&](const Directive& line) { return !isOption(line); });
  }
  std::vector<LaunchLine> result;
  const Directive* alone = nullptr;
  for (const Directive& line : lines) {
    if (isLaunchLine(source->slice(line.rest))) {
      result.push_back(LaunchLineReader(source, line, diagnostics).run());
    } else {
      alone = &line;
    }
  }
  if (result.empty()) {
    return result;
  }
  if (alone != nullptr) {
    diagnostics.error({source, alone->all()}, "the other kernels of this test are launched in their lines",
                      kLaunchLineForm);
    throw SyntaxFailure{};
  }
  for (const std::string_view word : {"launch", "device"}) {
    if (const auto said = directives.only(word)) {
      diagnostics.error({source, said->all()},
                        fmt::format("'{}' is said of each kernel here, in its line", word), kLaunchLineForm);
      throw SyntaxFailure{};
    }
  }
  for (std::size_t i = 0; i < result.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (result[i].label == result[j].label) {
        diagnostics.error({source, result[i].labelSpan}, fmt::format("a second launch '{}'", result[i].label),
                          fmt::format("give each a name: kernel {} as first launch ...", result[i].kernel));
        throw SyntaxFailure{};
      }
    }
  }
  return result;
}

void Launches::add(OneLaunch launch) {
  launch.firstThread = threadCount();
  launch.firstGroup = groupCount();
  launch.firstWarp = warpCount();
  launch.firstCluster = launches_.empty()
                            ? 0
                            : launches_.back().firstCluster +
                                  launches_.back().grid.groupCount() / launches_.back().grid.cluster;
  launches_.push_back(std::move(launch));
}

std::size_t Launches::indexOf(ThreadId thread) const {
  const auto behind = std::ranges::upper_bound(launches_, thread, {}, &OneLaunch::firstThread);
  return static_cast<std::size_t>(behind - launches_.begin()) - 1;
}

const OneLaunch& Launches::ofGroup(std::uint32_t group) const {
  return *(std::ranges::upper_bound(launches_, group, {}, &OneLaunch::firstGroup) - 1);
}

std::uint32_t Launches::threadCount() const {
  return launches_.empty() ? 0 : launches_.back().firstThread + launches_.back().grid.threadCount();
}

std::uint32_t Launches::groupCount() const {
  return launches_.empty() ? 0 : launches_.back().firstGroup + launches_.back().grid.groupCount();
}

std::uint32_t Launches::warpCount() const {
  const auto warps = [](const OneLaunch& l) { return l.firstWarp + l.grid.groupCount() * l.warpsOfGroup(); };
  return launches_.empty() ? 0 : warps(launches_.back());
}

std::uint32_t Launches::deviceCount() const {
  std::uint32_t last = 0;
  for (const OneLaunch& launch : launches_) {
    last = std::max(last, launch.deviceOf(launch.firstGroup + launch.grid.groupCount() - 1));
  }
  return last + 1;
}

std::uint32_t Launches::groupOf(ThreadId thread) const {
  const OneLaunch& launch = of(thread);
  return launch.firstGroup + launch.grid.groupOf(thread - launch.firstThread);
}

std::uint32_t Launches::itemOf(ThreadId thread) const {
  const OneLaunch& launch = of(thread);
  return launch.grid.itemOf(thread - launch.firstThread);
}

std::uint32_t Launches::warpOf(ThreadId thread) const {
  const OneLaunch& launch = of(thread);
  return launch.firstWarp + (groupOf(thread) - launch.firstGroup) * launch.warpsOfGroup() +
         launch.grid.subGroupOf(thread - launch.firstThread);
}

std::uint32_t Launches::clusterOf(ThreadId thread) const {
  const OneLaunch& launch = of(thread);
  return launch.firstCluster + (groupOf(thread) - launch.firstGroup) / launch.grid.cluster;
}

ThreadId Launches::firstThreadOf(std::uint32_t group) const {
  const OneLaunch& launch = ofGroup(group);
  return launch.firstThread + (group - launch.firstGroup) * launch.grid.itemCount();
}

std::uint32_t Launches::firstOfCluster(std::uint32_t group) const {
  const OneLaunch& launch = ofGroup(group);
  return group - (group - launch.firstGroup) % launch.grid.cluster;
}

Coordinates Launches::coordinatesOf(ThreadId thread) const {
  const OneLaunch& launch = of(thread);
  return launch.grid.coordinatesOf(thread - launch.firstThread);
}

}  // namespace hrfcheck::frontend
