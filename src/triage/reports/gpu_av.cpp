#include <array>
#include <optional>
#include <string>

#include "triage/reports/formats.h"
#include "triage/reports/places.h"
#include "util/text.h"

namespace hrfcheck::inline triage {
namespace {

constexpr const char* kGpuAv = "GPU-AV";
constexpr std::string_view kGpuRace = "A data race was detected on the shared memory variable";
constexpr std::string_view kPerforming = "while performing a ";
constexpr std::string_view kOperation = " operation";
constexpr std::string_view kOtherAccess = "The other access in this race was at:";
constexpr std::string_view kOneInstruction = "between two invocations executing the same instruction";
constexpr std::string_view kStage = "Stage = ";
constexpr std::string_view kShaderPlace = "Shader validation error occurred ";

/// "at FILE:12:3", "at line 12, column 3.", "in file: FILE at line 12, column 3.": earlier layers write the
/// last two.
std::optional<ReportedAccess> placeOf(std::string_view text) {
  constexpr std::string_view kAt = "at ";
  constexpr std::string_view kAtLine = "at line ";
  constexpr std::string_view kInFile = "in file: ";
  const std::size_t line = text.find(kAtLine);
  if (line == std::string_view::npos) {
    return text.starts_with(kAt) ? placeAt(text.substr(kAt.size())) : std::nullopt;
  }
  if (!text.starts_with(kInFile)) {
    return std::nullopt;  // a line of a file without a name
  }
  const std::string_view file = stripped(text.substr(kInFile.size(), line - kInFile.size()));
  const std::string_view number = text.substr(line + kAtLine.size());
  return placeAt(std::string(file) + ":" + std::string(number.substr(0, number.find_first_of(",. "))));
}

class GpuAvReader {
 public:
  explicit GpuAvReader(Report& report) : report_(report) {}

  void line(std::string_view line) {
    if (line.find(kGpuRace) != std::string_view::npos) {
      finish();
      inside_ = true;
      kind_ = kindIn(line);
    }
    if (!inside_) {
      return;
    }
    if (line.find(kOtherAccess) != std::string_view::npos) {
      part_ = Part::Other;
    } else if (line.find(kOneInstruction) != std::string_view::npos) {
      itself_ = true;
    } else if (line.find(kStage) != std::string_view::npos) {
      part_ = Part::Own;
    } else if (const std::size_t place = line.find(kShaderPlace); place != std::string_view::npos) {
      auto& side = part_ == Part::Other ? other_ : own_;
      side = side ? side : placeOf(line.substr(place + kShaderPlace.size()));
    }
  }

  void finish() {
    if (inside_) {
      add();
    }
    inside_ = itself_ = false;
    part_ = Part::Own;
    own_.reset();
    other_.reset();
  }

 private:
  enum class Part { Own, Other };

  static ReportedKind kindIn(std::string_view line) {
    const std::size_t begin = line.find(kPerforming);
    if (begin == std::string_view::npos) {
      return ReportedKind::Any;
    }
    const std::string_view words = line.substr(begin + kPerforming.size());
    return kindOf(words.substr(0, words.find(kOperation))).value_or(ReportedKind::Any);
  }

  void add() {
    if (!own_) {
      ++report_.withoutLines;
      return;
    }
    own_->kind = kind_;
    report_.pairs.push_back(inOrder({*own_, itself_ ? own_ : other_, kGpuAv}));
  }

  Report& report_;
  bool inside_ = false;
  bool itself_ = false;
  Part part_ = Part::Own;
  ReportedKind kind_ = ReportedKind::Any;
  std::optional<ReportedAccess> own_;
  std::optional<ReportedAccess> other_;
};

}  // namespace

void readGpuAv(const TextLines& lines, Report& report) {
  GpuAvReader reader(report);
  for (const std::string_view line : lines) {
    reader.line(line);
  }
  reader.finish();
}

}  // namespace hrfcheck::inline triage
