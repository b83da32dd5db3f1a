#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "program/expr/value.h"
#include "util/process/deadline.h"
#include "util/source.h"

namespace hrfcheck::inline observe {

/// A final state that a device has shown.
struct SeenState {
  std::vector<Value> values;  ///< of DeviceResults::variables
  std::uint64_t count = 0;
  bool weak = false;     ///< no interleaving ends so, as far as the emitted program knew
  double firstSeen = 0;  ///< seconds from the start
  unsigned setting = 0;  ///< number of the setting that showed it first
  /// The count by where the locations were (kPlaceNames); empty of a test on one device.
  std::vector<std::uint64_t> placed;
};

/// Where the locations of a test on several devices lie, by HrfLaunch::place: in the memory of the device
/// that writes them, of one that reads them, of the host but for what read-modify-writes access, of the host.
inline constexpr auto kPlaceNames =
    std::to_array<std::string_view>({"the writer's", "the reader's", "the host's", "the host's for all"});

/// A setting of the harness, and what it has shown.
struct UsedSetting {
  unsigned number = 0;
  std::uint64_t launches = 0;
  std::uint64_t instances = 0;
  std::uint64_t weak = 0;  ///< instances that ended in a weak state
  double seconds = 0;
  std::string text;  ///< "groups=264 size=256 ...", as `--setting` takes it
};

/// What an emitted program printed about one test.
struct DeviceResults {
  std::string test;
  std::string hash;  ///< EmittedTest::hash
  std::string backEnd;
  std::string device;
  std::string driver;
  std::string compiler;
  std::int64_t date = 0;  ///< seconds since 1970
  std::uint64_t seed = 0;
  unsigned units = 0;   ///< of the device, that run work-groups side by side
  bool serial = false;  ///< the device runs the work-items of a group one after the other
  std::vector<std::string> variables;
  std::uint64_t instances = 0;  ///< that ended: the sum of the states' counts
  std::uint64_t launches = 0;
  std::uint64_t unfinished = 0;  ///< instances in which a thread waited too long
  std::uint64_t lost = 0;        ///< final states that there was no room for
  double seconds = 0;
  std::vector<SeenState> states;
  std::vector<UsedSetting> settings;
  /// Why there would have been more: "the device failed: ...", "the results are cut off". Empty where the run
  /// came to its end.
  std::string incomplete;
};

/// "2026-11-24", in UTC; empty where it is not known.
std::string dateOf(const DeviceResults& results);

/// Reads what emitted programs print, one after the other (docs/observe.md, "Results"). Of several snapshots
/// of a run the last complete one counts; a run that ends without `finished` is incomplete.
/// @throws UserError with the place: not results, a malformed line, counts that do not add up; OutOfTime
std::vector<DeviceResults> parseResults(const SourcePtr& source, const Deadline& deadline = {});

/// Results by the name of their test, in the order in which they were read.
using ResultsByTest = std::map<std::string, std::vector<DeviceResults>>;
/// @throws UserError as parseResults does, and for files that cannot be read
ResultsByTest readResults(const std::vector<std::string>& files, const Deadline& deadline = {});

}  // namespace hrfcheck::inline observe
