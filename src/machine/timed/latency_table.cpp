#include "machine/timed/latency_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>

#include "util/diagnostic.h"

namespace hrfcheck::inline machine {
namespace {

constexpr std::uint32_t kBytesOfWord = 4;
constexpr std::size_t kLevelNumbers = 4;

/// A number of the table that is not of a level, with its place in it and where its default is from.
struct Scalar {
  const char* name;
  std::uint32_t LatencyTable::*field;
  const char* source;
};
constexpr Scalar kScalars[] = {
    {"line", &LatencyTable::lineBytes, "bytes; Orr et al. 2015, Table 1"},
    {"issue", &LatencyTable::issue, "cycles; ours"},
    {"message", &LatencyTable::message, "cycles; ours: as far as the L2"},
    {"invalidate", &LatencyTable::invalidate,
     "cycles; Orr et al. 2015, section 2.3: a single-cycle flash invalidate"},
    {"scratchpad", &LatencyTable::scratchpad, "cycles; ours"},
    {"fifo", &LatencyTable::fifo, "dirty lines, 0: as many as the cache has; ours"},
    {"drain-after", &LatencyTable::drainAfter, "cycles, 0: only when flushed or full; ours"},
    {"jitter", &LatencyTable::jitter, "cycles, at most, at random; ours"},
};

const char* sourceOf(const std::string& level) {
  return level == "L1"       ? "Orr et al. 2015, Table 1"
         : level == "L2"     ? "Orr et al. 2015, Table 1; the interval is ours"
         : level == "memory" ? "the latency is ours; the interval is 8 channels of DDR3 at 500 MHz, Table 1"
                             : "ours";
}

std::optional<std::uint32_t> numberOf(const std::string& word) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  return error == std::errc() && end == word.data() + word.size() ? std::optional(number) : std::nullopt;
}

class Reader {
 public:
  explicit Reader(const SourcePtr& source) : source_(source), table_(LatencyTable::ofPaper()) {}

  LatencyTable read() {
    std::istringstream lines(source_->text());
    for (std::string line; std::getline(lines, line);) {
      ++number_;
      std::istringstream in(line.substr(0, line.find('#')));
      std::vector<std::string> words;
      for (std::string word; in >> word;) {
        words.push_back(word);
      }
      if (!words.empty()) {
        entry(words);
      }
    }
    check();
    return table_;
  }

 private:
  UserError wrong(const std::string& what, const std::string& hint = "") const {
    const std::uint32_t begin = source_->lineStart(number_);
    return {Place{source_, {begin, begin + static_cast<std::uint32_t>(source_->line(number_).size())}}, what,
            hint};
  }

  void entry(const std::vector<std::string>& words) {
    if (words.front() == "level") {
      level(words);
      return;
    }
    for (const Scalar& scalar : kScalars) {
      if (words.front() == scalar.name) {
        const std::optional<std::uint32_t> number = words.size() == 2 ? numberOf(words[1]) : std::nullopt;
        if (!number) {
          throw wrong(fmt::format("'{}' takes one number", words.front()));
        }
        table_.*scalar.field = *number;
        return;
      }
    }
    throw wrong(fmt::format("a latency table has no '{}'", words.front()),
                "`hrfcheck simulate --latency-table` prints the default");
  }

  void level(const std::vector<std::string>& words) {
    std::vector<std::uint32_t> numbers;
    for (std::size_t i = words.size() - std::min(kLevelNumbers, words.size()); i < words.size(); ++i) {
      if (const std::optional<std::uint32_t> number = numberOf(words[i])) {
        numbers.push_back(*number);
      }
    }
    if (numbers.size() != kLevelNumbers || words.size() < kLevelNumbers + 2) {
      throw wrong("a level is written 'level NAME BYTES WAYS LATENCY INTERVAL'");
    }
    std::string name = words[1];
    for (std::size_t i = 2; i + kLevelNumbers < words.size(); ++i) {
      name += " " + words[i];
    }
    std::erase_if(table_.levels, [&](const LevelTiming& l) { return l.name == name; });
    table_.levels.push_back({name, numbers[0], numbers[1], numbers[2], numbers[3]});
    const LevelTiming& made = table_.levels.back();
    if (made.bytes != 0 && made.ways == 0) {
      throw wrong("a cache has at least one way");
    }
  }

  void check() const {
    constexpr std::uint32_t kMostWords = 32;
    const std::uint32_t words = table_.lineBytes / kBytesOfWord;
    if (words == 0 || words > kMostWords || table_.lineBytes % kBytesOfWord != 0) {
      throw UserError(fmt::format("{}: a line has 4 to 128 bytes, in words of 4", source_->name()));
    }
    for (const LevelTiming& level : table_.levels) {
      const std::uint64_t set = std::uint64_t{level.ways} * table_.lineBytes;
      if (level.bytes != 0 && (level.bytes < set || level.bytes % set != 0)) {
        throw UserError(fmt::format("{}: '{}' is not a whole number of sets of {} lines", source_->name(),
                                    level.name, level.ways));
      }
    }
  }

  SourcePtr source_;
  LatencyTable table_;
  std::uint32_t number_ = 0;
};

}  // namespace

LatencyTable LatencyTable::ofPaper() {
  LatencyTable table;
  table.levels = {
      {"L1", 16 * 1024, 16, 4, 1}, {"L2", 512 * 1024, 16, 24, 1},         {"memory", 0, 0, 100, 1},
      {"buffer", 1024, 16, 1, 1},  {"group memory", 16 * 1024, 16, 4, 1}, {"global memory", 0, 0, 100, 1},
      {"cache", 4096, 16, 1, 1}};
  return table;
}

LatencyTable LatencyTable::read(const SourcePtr& source) {
  return Reader(source).read();
}

std::string LatencyTable::text() const {
  std::string text = "# level NAME BYTES WAYS LATENCY INTERVAL\n";
  for (const LevelTiming& l : levels) {
    const std::string entry =
        fmt::format("level {} {} {} {} {}", l.name, l.bytes, l.ways, l.latency, l.interval);
    text += fmt::format("{:<32}  # {}\n", entry, sourceOf(l.name));
  }
  for (const Scalar& scalar : kScalars) {
    text +=
        fmt::format("{:<32}  # {}\n", fmt::format("{} {}", scalar.name, this->*scalar.field), scalar.source);
  }
  return text;
}

const LevelTiming& LatencyTable::level(const std::string& name) const {
  const auto found = std::ranges::find(levels, name, &LevelTiming::name);
  if (found == levels.end()) {
    throw UserError("the latency table has no level '" + name + "'");
  }
  return *found;
}

std::uint32_t LatencyTable::lineWords() const {
  return lineBytes / kBytesOfWord;
}

}  // namespace hrfcheck::inline machine
