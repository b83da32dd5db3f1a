#include "observe/results.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <ctime>
#include <limits>
#include <optional>
#include <set>

#include "util/diagnostic.h"

namespace hrfcheck::inline observe {
namespace {

constexpr std::string_view kHead = "hrfcheck-results";
constexpr std::size_t kMostNames = 64;
constexpr std::size_t kMostRows = 1U << 20U;  // of states or settings

/// A line, word by word.
class LineWords {
 public:
  LineWords(const SourcePtr& source, std::uint32_t begin, std::uint32_t end)
      : source_(source), at_(begin), begin_(begin), end_(end) {}

  [[noreturn]] void fail(const std::string& message) const {
    throw UserError(Place{source_, {begin_, std::max(begin_ + 1, end_)}}, message);
  }

  bool done() {
    skip();
    return at_ == end_;
  }

  std::string word() {
    skip();
    const std::uint32_t from = at_;
    while (at_ < end_ && source_->text()[at_] != ' ') {
      ++at_;
    }
    if (from == at_) {
      fail("these results have a line that is cut off");
    }
    return source_->text().substr(from, at_ - from);
  }

  std::string rest() {
    skip();
    std::string text = source_->text().substr(at_, end_ - at_);
    at_ = end_;
    return text;
  }

  template <typename Number>
  Number number() {
    const std::string text = word();
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) {
      fail(fmt::format("'{}' is not a number that results have here", text));
    }
    return value;
  }

  double seconds() {
    const auto value = number<double>();
    if (!std::isfinite(value) || value < 0) {
      fail("a time is not negative");
    }
    return value;
  }

  void end() {
    if (!done()) {
      fail("these results have a line with too many words");
    }
  }

 private:
  void skip() {
    while (at_ < end_ && source_->text()[at_] == ' ') {
      ++at_;
    }
  }

  SourcePtr source_;
  std::uint32_t at_;
  std::uint32_t begin_;
  std::uint32_t end_;
};

/// What one run printed.
class RunReader {
 public:
  explicit RunReader(DeviceResults head) : result_(std::move(head)) {}

  void line(const std::string& key, LineWords& words) {
    if (inSnapshot_) {
      ofSnapshot(key, words);
    } else if (key == "snapshot") {
      begin(words);
    } else if (key == "finished") {
      words.rest();
      finished_ = true;
    } else if (key == "failed") {
      result_.incomplete = words.rest();
      result_.incomplete = result_.incomplete.empty() ? "the run failed" : result_.incomplete;
    } else if (!ofHead(key, words)) {
      words.fail(fmt::format("results have no line '{}' here", key));
    }
  }

  DeviceResults take() {
    if (result_.incomplete.empty() && !finished_) {
      result_.incomplete = "the results are cut off";
    }
    return std::move(result_);
  }

 private:
  bool ofHead(const std::string& key, LineWords& words) {
    const std::vector<std::pair<std::string_view, std::string*>> texts = {
        {"test", &result_.test},     {"hash", &result_.hash},     {"backend", &result_.backEnd},
        {"device", &result_.device}, {"driver", &result_.driver}, {"compiler", &result_.compiler}};
    for (const auto& [name, text] : texts) {
      if (key == name) {
        *text = words.rest();
        return true;
      }
    }
    if (key == "variables") {
      variables(words);
    } else if (key == "date") {
      result_.date = words.number<std::int64_t>();
    } else if (key == "seed") {
      result_.seed = words.number<std::uint64_t>();
    } else if (key == "units") {
      result_.units = words.number<unsigned>();
    } else if (key == "serial") {
      result_.serial = words.number<unsigned>() != 0;
    } else {
      return false;
    }
    words.end();
    return true;
  }

  void variables(LineWords& words) {
    const auto count = words.number<std::size_t>();
    if (count == 0 || count > kMostNames) {
      words.fail("results have between 1 and 64 variables");
    }
    result_.variables.clear();
    for (std::size_t i = 0; i < count; ++i) {
      result_.variables.push_back(words.word());
    }
  }

  void begin(LineWords& words) {
    inSnapshot_ = words.number<unsigned>();
    words.end();
    next_ = result_;
    next_.states.clear();
    next_.settings.clear();
    seen_.clear();
    total_ = 0;
  }

  void ofSnapshot(const std::string& key, LineWords& words) {
    if (key == "state") {
      state(words);
    } else if (key == "placed") {
      placed(words);
    } else if (key == "setting") {
      setting(words);
    } else if (key == "instances") {
      next_.instances = words.number<std::uint64_t>();
    } else if (key == "launches") {
      next_.launches = words.number<std::uint64_t>();
    } else if (key == "unfinished") {
      next_.unfinished = words.number<std::uint64_t>();
    } else if (key == "lost") {
      next_.lost = words.number<std::uint64_t>();
    } else if (key == "seconds") {
      next_.seconds = words.seconds();
    } else if (key == "end") {
      close(words);
    } else if (key == "failed") {
      inSnapshot_.reset();  // what came before stands
      result_.incomplete = words.rest();
    } else {
      words.fail(fmt::format("a snapshot has no line '{}'", key));
    }
    words.end();
  }

  void state(LineWords& words) {
    SeenState state;
    state.count = words.number<std::uint64_t>();
    state.weak = words.number<unsigned>() != 0;
    state.firstSeen = words.seconds();
    state.setting = words.number<unsigned>();
    for (std::size_t i = 0; i < next_.variables.size(); ++i) {
      state.values.push_back(words.number<std::int64_t>());
    }
    if (next_.variables.empty() || !seen_.insert(state.values).second) {
      words.fail("a final state is counted twice");
    }
    if (state.count > std::numeric_limits<std::uint64_t>::max() - total_) {
      words.fail("these counts are too large");
    }
    total_ += state.count;
    limit(next_.states.size(), words);
    next_.states.push_back(std::move(state));
  }

  /// Of the state in the line before.
  void placed(LineWords& words) {
    if (next_.states.empty() || !next_.states.back().placed.empty()) {
      words.fail("there is no final state that these counts belong to");
    }
    SeenState& state = next_.states.back();
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < kPlaceNames.size(); ++i) {
      state.placed.push_back(words.number<std::uint64_t>());
      if (state.placed.back() > state.count - total) {
        words.fail("these counts are more than that of the final state");
      }
      total += state.placed.back();
    }
    if (total != state.count) {
      words.fail("these counts are fewer than that of the final state");
    }
  }

  void setting(LineWords& words) {
    UsedSetting setting;
    setting.number = words.number<unsigned>();
    setting.launches = words.number<std::uint64_t>();
    setting.instances = words.number<std::uint64_t>();
    setting.weak = words.number<std::uint64_t>();
    setting.seconds = words.seconds();
    setting.text = words.rest();
    limit(next_.settings.size(), words);
    next_.settings.push_back(std::move(setting));
  }

  static void limit(std::size_t rows, const LineWords& words) {
    if (rows >= kMostRows) {
      words.fail("these results have too many rows");
    }
  }

  void close(LineWords& words) {
    if (words.number<unsigned>() != *inSnapshot_) {
      words.fail("this is the end of another snapshot");
    }
    if (total_ != next_.instances) {
      words.fail(fmt::format("the histogram does not add up: {} final states of {} instances", total_,
                             next_.instances));
    }
    inSnapshot_.reset();
    result_ = std::move(next_);
  }

  DeviceResults result_;
  DeviceResults next_;  ///< the snapshot that is being read
  std::optional<unsigned> inSnapshot_;
  bool finished_ = false;
  std::set<std::vector<Value>> seen_;
  std::uint64_t total_ = 0;
};

}  // namespace

std::string dateOf(const DeviceResults& results) {
  constexpr std::int64_t kLatest = 253402300799;  // of the year 9999
  const auto date = static_cast<std::time_t>(results.date);
  std::tm parts{};
  if (results.date <= 0 || results.date > kLatest || ::gmtime_r(&date, &parts) == nullptr) {
    return "";
  }
  return fmt::format("{:04}-{:02}-{:02}", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
}

std::vector<DeviceResults> parseResults(const SourcePtr& source, const Deadline& deadline) {
  const std::string& text = source->text();
  PacedLook look(deadline);
  std::vector<DeviceResults> results;
  std::optional<RunReader> reader;
  const auto finish = [&] {
    if (reader) {
      results.push_back(reader->take());
    }
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    if (end == std::string::npos) {
      break;  // a line without its end is cut off
    }
    look.spend(end - at + 1);
    LineWords words(source, static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end));
    at = end + 1;
    if (words.done()) {
      continue;
    }
    const std::string key = words.word();
    if (key == kHead) {
      if (words.number<unsigned>() != 1) {
        words.fail("these results are from another version");
      }
      finish();
      reader.emplace(DeviceResults{});
    } else if (reader) {
      reader->line(key, words);
    } else {
      words.fail(key == "failed" ? fmt::format("the run failed: {}", words.rest())
                                 : "these are not results of a test on a device");
    }
  }
  finish();
  return results;
}

ResultsByTest readResults(const std::vector<std::string>& files, const Deadline& deadline) {
  ResultsByTest byTest;
  for (const std::string& file : files) {
    for (DeviceResults& results : parseResults(readSource(file), deadline)) {
      byTest[results.test].push_back(std::move(results));
    }
  }
  return byTest;
}

}  // namespace hrfcheck::inline observe
