#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "triage/reports/formats.h"
#include "triage/reports/places.h"
#include "util/characters.h"
#include "util/text.h"

namespace hrfcheck::inline triage {
namespace {

constexpr const char* kThreadSanitizer = "ThreadSanitizer";
constexpr std::string_view kDataRace = "WARNING: ThreadSanitizer: data race";
constexpr std::string_view kOtherWarning = "WARNING: ThreadSanitizer:";
constexpr std::string_view kSummary = "SUMMARY: ThreadSanitizer";

/// Where the sanitizer itself is: what the program called was one of its functions (memcpy, an atomic).
constexpr std::array<std::string_view, 4> kOwnFiles{"tsan_interceptors", "tsan_interface", "sanitizer_common",
                                                    "tsan_rtl"};

/// "Write of size 4 at 0x7f by thread T1:", "Previous atomic read of size 8 ...": what it does.
std::optional<ReportedKind> accessOf(std::string_view line) {
  const std::size_t size = line.find(" of size ");
  if (size == std::string_view::npos || !line.ends_with(':')) {
    return std::nullopt;
  }
  const std::string_view words = line.substr(0, size);
  const std::size_t blank = words.rfind(' ');
  return kindOf(blank == std::string_view::npos ? words : words.substr(blank + 1));
}

/// "#0 work(int*) kernel.cu:12:3 (program+0x1234) (BuildId: ab)": its file and line, where it has them.
std::optional<ReportedAccess> frameOf(std::string_view line) {
  std::string_view frame = line.substr(1);
  frame.remove_prefix(std::min(frame.find(' '), frame.size()));
  for (std::size_t module = frame.rfind(" ("); frame.ends_with(')') && module != std::string_view::npos;
       module = frame.rfind(" (")) {
    if (frame.substr(module).find("+0x") == std::string_view::npos &&
        !frame.substr(module).starts_with(" (BuildId")) {
      break;
    }
    frame = stripped(frame.substr(0, module));
  }
  const std::size_t blank = frame.rfind(' ');
  const auto place = placeAt(blank == std::string_view::npos ? frame : frame.substr(blank + 1));
  const bool own = place && std::ranges::any_of(kOwnFiles, [&](std::string_view file) {
                     return place->file.find(file) != std::string::npos;
                   });
  return own ? std::nullopt : place;
}

class ThreadSanitizerReader {
 public:
  explicit ThreadSanitizerReader(Report& report) : report_(report) {}

  void line(std::string_view line) {
    if (line.find(kDataRace) != std::string_view::npos) {
      finish();
      inside_ = true;
    } else if (line.find(kOtherWarning) != std::string_view::npos || line.starts_with(kSummary)) {
      finish();
    } else if (inside_) {
      within(line);
    }
  }

  void finish() {
    if (inside_ && accesses_ >= 2) {
      if (places_[0] && places_[1]) {
        report_.pairs.push_back(inOrder({*places_[0], places_[1], kThreadSanitizer}));
      } else {
        ++report_.withoutLines;
      }
    }
    inside_ = inStack_ = false;
    accesses_ = 0;
    places_ = {};
  }

 private:
  void within(std::string_view line) {
    if (const auto kind = accessOf(line)) {
      inStack_ = accesses_ < places_.size();
      kind_ = *kind;
      ++accesses_;
    } else if (line.size() > 1 && line.front() == '#' && isDigit(line[1])) {
      if (auto place = inStack_ ? frameOf(line) : std::nullopt) {
        place->kind = kind_;
        places_[accesses_ - 1] = place;
        inStack_ = false;  // further frames are those of callers
      }
    } else if (!line.empty()) {
      inStack_ = false;
    }
  }

  Report& report_;
  bool inside_ = false;
  bool inStack_ = false;
  std::size_t accesses_ = 0;
  ReportedKind kind_ = ReportedKind::Any;
  std::array<std::optional<ReportedAccess>, 2> places_;
};

}  // namespace

void readThreadSanitizer(const TextLines& lines, Report& report) {
  ThreadSanitizerReader reader(report);
  for (const std::string_view line : lines) {
    reader.line(stripped(line));
  }
  reader.finish();
}

}  // namespace hrfcheck::inline triage
