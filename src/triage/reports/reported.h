#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "util/enum_names.h"
#include "util/source.h"

namespace hrfcheck::inline triage {

/// What a report says of an access. An update reads, writes and is atomic.
enum class ReportedKind : std::uint8_t { Any, Read, Write, Atomic };

inline constexpr std::array kReportedKindNames{
    EnumName{ReportedKind::Any, "access"}, EnumName{ReportedKind::Read, "read"},
    EnumName{ReportedKind::Write, "write"}, EnumName{ReportedKind::Atomic, "atomic access"}};
static_assert(coversUpTo(kReportedKindNames, ReportedKind::Atomic));

/// An access by the line that it comes from.
struct ReportedAccess {
  ReportedKind kind = ReportedKind::Any;
  std::string file;  ///< as the report names it: a path, or the end of one
  std::uint32_t line = 0;

  friend auto operator<=>(const ReportedAccess&, const ReportedAccess&) = default;
};

/// Two accesses that a tool takes for a race. Equal ones of a report are one.
struct ReportedPair {
  ReportedAccess first;
  std::optional<ReportedAccess> second;  ///< nothing where the tool names one side only
  std::string tool;                      ///< "racecheck"
  std::uint64_t times = 1;               ///< how often it is reported
};

/// What a report says of races.
struct Report {
  std::vector<ReportedPair> pairs;  ///< in the order of the text; first <= second
  std::uint64_t withoutLines = 0;   ///< races whose lines it does not say
};

/// Reads what sanitizers print, whatever stands around it:
/// - NVIDIA, Compute Sanitizer, "Racecheck Tool": analysis reports and hazard reports, those of cuda-memcheck
/// too;
/// - LLVM, ThreadSanitizer: "WARNING: ThreadSanitizer: data race", with the innermost frame of each access
/// that has
///   a line;
/// - Khronos validation layers, GPU-AV: "A data race was detected on the shared memory variable";
/// - Triton: assertions of its concurrency sanitizer, "Buffer being accessed has outstanding writes" (one
/// side), and
///   sentences of triton-viz, "the store at FILE:LINE and the load at FILE:LINE".
/// @throws UserError where there is no race in any of these forms
Report readReport(const SourcePtr& source);

/// "FILE:LINE", as the user names a line.
/// @throws UserError
ReportedAccess readAccess(const std::string& text);

/// Puts the two sides into their order, which says nothing.
ReportedPair inOrder(ReportedPair pair);

/// Each pair once, with the times of all.
std::vector<ReportedPair> eachOnce(const std::vector<ReportedPair>& pairs);

/// "lock.cu:15".
std::string lineText(const ReportedAccess& access);

}  // namespace hrfcheck::inline triage
