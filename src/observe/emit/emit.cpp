#include "observe/emit/emit.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "observe/barriers.h"
#include "observe/emit/async_tables.h"
#include "observe/emit/c_literal.h"
#include "observe/emit/device_tables.h"
#include "observe/emit/role_code.h"
#include "util/characters.h"
#include "util/hash.h"
#include "util/mapped.h"
#include "util/utf8.h"

namespace hrfcheck::inline observe {
namespace {

constexpr unsigned kKeyBits = 63;     // a key of 64 bits that has them all set is none
constexpr unsigned kWidestValue = 8;  // bits of a key for one value

/// `case 2: return 5;` for each, and 0 otherwise.
template <typename Value>
std::string table(std::string_view head, const std::vector<std::pair<std::size_t, Value>>& rows) {
  std::string text = fmt::format("HRF_DEVICE {} {{\n  switch (key) {{\n", head);
  for (const auto& [key, value] : rows) {
    text += fmt::format("    case {}: return {};\n", key, value);
  }
  return text + "    default: return 0;\n  }\n}\n";
}

std::string maskOf(const std::vector<LocationId>& locations) {
  std::uint32_t mask = 0;
  for (const LocationId l : locations) {
    mask |= std::uint32_t{1} << l;
  }
  return fmt::format("{}u", mask);
}

class Emission {
 public:
  Emission(const DeviceTest& test, const Interleavings& interleavings)
      : test_(test), patient_(withPatience(test.code())), interleavings_(interleavings) {
    for (ThreadId t = 0; t < program().threads.size(); ++t) {
      roles_.push_back({patient_.program,
                        t,
                        patient_.loops[t],
                        locationsOf(patient_.program, t, false),
                        {},
                        test.plan ? &*test.plan : nullptr});
    }
    for (const StateVariable& variable : program().observed) {
      if (variable.isRegister()) {
        roles_[variable.thread].observed.push_back(variable.reg);
      }
    }
  }

  EmittedTest run() const {
    EmittedTest result;
    result.name = fileName();
    const std::string device = tables() + "\n";
    const std::string roles =
        roleTexts() + play() + state() + (test_.plan ? sharedMemoryOf(*test_.plan) : "");
    result.hash = hashText(shape() + device + roles);
    result.text = text(result.hash, device, roles);
    return result;
  }

 private:
  const Program& program() const { return test_.code(); }

  std::string fileName() const { return fileNameOf(program().name); }

  std::size_t largestBlock() const {
    return std::ranges::max_element(test_.blocks, {}, [](const auto& b) { return b.size(); })->size();
  }

  /// How many registers stand before those of a role.
  std::size_t firstResult(ThreadId thread) const {
    std::size_t first = 0;
    for (ThreadId t = 0; t < thread; ++t) {
      first += roles_[t].observed.size();
    }
    return first;
  }

  std::size_t loopNumber(ThreadId thread) const {
    return static_cast<std::size_t>(
        std::count(patient_.loops.begin(), patient_.loops.begin() + thread, true));
  }

  std::string shape() const {
    const auto variables = program().observed.size();
    std::string names = concatenated(
        program().observed, [&](const StateVariable& variable) { return " " + program().nameOf(variable); });
    const auto loops = std::ranges::count(patient_.loops, true);
    return fmt::format(
               "#define HRF_TEST {}\n#define HRF_BACKEND \"{}\"\n#define HRF_BLOCKS {}\n#define HRF_LARGEST_BLOCK {}\n"
               "#define HRF_LOCATIONS {}\n#define HRF_RESULTS {}\n#define HRF_LOOPING {}\n#define HRF_VARIABLES {}\n"
               "#define HRF_VARIABLE_NAMES {}\n#define HRF_KEY_BITS {}\n#define HRF_SUB_GROUPS {}\n",
               cString(cleaned(program().name, Controls::None)), infoOf(test_.backEnd).name,
               test_.blocks.size(), largestBlock(), program().locations.size(),
               firstResult(static_cast<ThreadId>(roles_.size())), loops, variables, cString(names),
               std::min<std::size_t>(kWidestValue, kKeyBits / variables), static_cast<int>(test_.subGroups)) +
           (severalDevices() ? shapeOfDevices(test_) : "") + (test_.plan ? shapeOfPlan(*test_.plan) : "") +
           (playsTogether() ? "#define HRF_BARRIERS 1\n" : "");
  }

  std::string tables() const {
    std::vector<std::pair<std::size_t, std::string>> reads;
    std::vector<std::pair<std::size_t, std::string>> touches;
    std::vector<std::pair<std::size_t, std::size_t>> counts;
    std::vector<std::pair<std::size_t, ThreadId>> seats;
    std::vector<std::pair<std::size_t, Value>> initial;
    for (const DeviceRole& role : roles_) {
      reads.emplace_back(role.thread,
                         maskOf(inGlobal(role, locationsOf(patient_.program, role.thread, true))));
      touches.emplace_back(role.thread, maskOf(inGlobal(role, role.locations)));
    }
    for (std::size_t b = 0; b < test_.blocks.size(); ++b) {
      counts.emplace_back(b, test_.blocks[b].size());
      for (std::size_t s = 0; s < test_.blocks[b].size(); ++s) {
        seats.emplace_back(b * largestBlock() + s, test_.blocks[b][s]);
      }
    }
    for (std::size_t l = 0; l < program().locations.size(); ++l) {
      const bool object = test_.plan && test_.plan->objects.contains(l);
      initial.emplace_back(l, object ? 0 : program().locations[l].initial);
    }
    return table("unsigned hrf_reads(int key)", reads) + table("unsigned hrf_touches(int key)", touches) +
           table("int hrf_count(int key)", counts) + table("int hrf_seat(int key)", seats) +
           "HRF_DEVICE int hrf_role(int block, int seat) { return hrf_seat(block * HRF_LARGEST_BLOCK + seat); }\n" +
           table("int hrf_initial(int key)", initial) + (severalDevices() ? tablesOfDevices() : "");
  }

  static std::vector<LocationId> inGlobal(const DeviceRole& role, std::vector<LocationId> locations) {
    std::erase_if(locations, [&](const LocationId l) { return role.spaceOf(l) != Space::Global; });
    return locations;
  }

  /// All work-items of a group, since all have to come to its barriers.
  bool playsTogether() const { return test_.hasBarriers() || test_.plan; }

  bool severalDevices() const { return test_.deviceCount() > 1; }

  /// Where blocks and locations are, on several devices.
  std::string tablesOfDevices() const {
    const auto row = [](const DeviceTable& rows, std::string_view head) { return table(head, rows); };
    return row(blocksOfDevices(test_), "int hrf_blocks_on(int key)") +
           row(numbersOfBlocks(test_), "int hrf_block_on(int key)") +
           row(memoriesOfLocations(test_), "int hrf_memory(int key)");
  }

  /// The memory with what a role has seen, for who collects.
  std::string resultsOf(ThreadId thread) const {
    return severalDevices() ? fmt::format("launch.results[{}]", test_.deviceOf(thread)) : "results";
  }

  bool inParts() const { return test_.hasBarriers() && test_.backEnd != BackEnd::Cuda; }

  std::string textOf(const DeviceRole& role) const {
    switch (test_.backEnd) {
      case BackEnd::Cuda:
        return cudaRole(role);
      case BackEnd::OpenCl:
        return inParts() ? fmt::format("{}", fmt::join(openClParts(role), "")) : openClRole(role);
      case BackEnd::Hip:
        return inParts() ? fmt::format("{}", fmt::join(hipParts(role), "")) : hipRole(role);
    }
    return {};
  }

  std::string roleTexts() const {
    return concatenated(roles_, [&](const DeviceRole& role) { return textOf(role); });
  }

  static std::string locationArguments(const DeviceRole& role) {
    return concatenated(role.locations, [&](const LocationId l) {
      switch (role.spaceOf(l)) {
        case Space::Own:
          return fmt::format("hrf_shared(slot, {}), ", l);
        case Space::Cluster:
          return fmt::format("hrf_shared_of({}u, slot, {}), ", role.plan->rankOf(*role.plan->sharedBy[l]), l);
        case Space::Global:
          break;
      }
      return fmt::format("hrf_location(memory, launch, home, {}), ", l);
    });
  }
  /// Which instance of its group a work-item plays.
  const char* slotParameter() const { return test_.plan ? ", unsigned slot" : ""; }

  /// Stores what a role has seen.
  std::string stores(const DeviceRole& role) const {
    std::string text;
    for (std::size_t i = 0; i < role.observed.size(); ++i) {
      text += fmt::format("      results[{} * n + instance] = out[{}];\n", firstResult(role.thread) + i, i);
    }
    if (role.loops) {
      text += fmt::format("      results[(HRF_RESULTS + {}) * n + instance] = out[{}];\n",
                          loopNumber(role.thread), role.observed.size());
    }
    return text;
  }

  /// Plays a role, and stores what it has seen.
  std::string play() const {
    if (inParts()) {
      return playInParts();
    }
    std::string text = fmt::format(
        "HRF_DEVICE void hrf_play(int role, HRF_GLOBAL int* memory, HRF_GLOBAL int* results, HrfLaunch launch,\n"
        "                         unsigned home, unsigned instance{}) {{\n  const hrf_wide n = launch.instances;\n"
        "  int out[HRF_RESULTS + 2];\n  switch (role) {{\n",
        slotParameter());
    for (const DeviceRole& role : roles_) {
      text += fmt::format("    case {}:\n      hrf_role_{}({}launch.patience, out);\n{}      break;\n",
                          role.thread, role.thread, locationArguments(role), stores(role));
    }
    return text + "    default: break;\n  }\n}\n\n" + (playsTogether() ? playTogether() : "");
  }

  std::string headOfTogether() const {
    return fmt::format(
        "HRF_DEVICE void hrf_play_together(int plays, int block, int role, HRF_GLOBAL int* memory,\n"
        "                                  HRF_GLOBAL int* results, HrfLaunch launch, unsigned home,\n"
        "                                  unsigned instance{}) {{\n",
        slotParameter());
  }

  /// In CUDA barriers are among the instructions of a role; who plays none waits as often.
  std::string playTogether() const {
    std::string text =
        headOfTogether() +
        fmt::format("  if (plays) {{\n    hrf_play(role, memory, results, launch, home, instance{});\n  }}",
                    test_.plan ? ", slot" : "");
    for (std::size_t b = 0; b < test_.barriers.size(); ++b) {
      const std::vector<std::string> waits =
          test_.plan ? test_.plan->waits[b] : std::vector<std::string>(test_.barriers[b].size(), kPtxBarrier);
      if (!waits.empty()) {
        text += fmt::format(" else if (block == {}) {{\n{}  }}", b, cudaWaiting(waits));
      }
    }
    return text + "\n}\n\n";
  }

  /// In OpenCL and HIP all work-items come to the same barrier: the roles are played up to it, and on behind
  /// it.
  std::string playInParts() const {
    std::size_t registers = 0;
    std::size_t parts = 1;
    for (const auto& barriers : test_.barriers) {
      parts = std::max(parts, barriers.size() + 1);
    }
    for (const DeviceRole& role : roles_) {
      registers = std::max(registers, role.code().registers.size() + 1);
    }
    std::string text = headOfTogether() + fmt::format(
                                              "  const hrf_wide n = launch.instances;\n  int kept[{}];\n"
                                              "  int out[HRF_RESULTS + 2];\n",
                                              registers);
    for (std::size_t part = 0; part < parts; ++part) {
      text += part == 0 ? "" : barrierBefore(part);
      text += "  if (plays) {\n    switch (role) {\n";
      for (const DeviceRole& role : roles_) {
        text += partOf(role, part);
      }
      text += "    default: break;\n    }\n  }\n";
    }
    return text + "}\n\n";
  }

  std::size_t partsOf(ThreadId thread) const {
    const auto block = std::ranges::find_if(test_.blocks, [&](const auto& threads) {
      return std::ranges::find(threads, thread) != threads.end();
    });
    return test_.barriers[static_cast<std::size_t>(block - test_.blocks.begin())].size() + 1;
  }

  std::string partOf(const DeviceRole& role, std::size_t part) const {
    const std::size_t parts = partsOf(role.thread);
    if (part >= parts) {
      return "";
    }
    return fmt::format("    case {}:\n      hrf_role_{}_{}({}launch.patience, kept, out);\n{}      break;\n",
                       role.thread, role.thread, part, locationArguments(role),
                       part + 1 == parts ? stores(role) : "");
  }

  std::string barrierBefore(std::size_t part) const {
    std::string text;
    for (std::size_t b = 0; b < test_.barriers.size(); ++b) {
      if (part <= test_.barriers[b].size()) {
        text += fmt::format("  if (block == {}) {{\n{}  }}\n", b,
                            test_.backEnd == BackEnd::Hip
                                ? hipBarrier()
                                : openClBarrier(program(), test_.barriers[b][part - 1]));
      }
    }
    return text;
  }

  /// The final state, and whether every role came to its end.
  std::string state() const {
    std::string text =
        "HRF_DEVICE int hrf_state(int* state, HRF_GLOBAL int* memory, HRF_GLOBAL int* results, HrfLaunch launch,\n"
        "                         unsigned home, unsigned instance) {\n  const hrf_wide n = launch.instances;\n";
    std::vector<std::size_t> used(roles_.size(), 0);
    for (std::size_t v = 0; v < program().observed.size(); ++v) {
      const StateVariable& variable = program().observed[v];
      text +=
          variable.isRegister()
              ? fmt::format("  state[{}] = {}[{} * n + instance];\n", v, resultsOf(variable.thread),
                            firstResult(variable.thread) + used[variable.thread]++)
              : fmt::format("  state[{}] = *hrf_location(memory, launch, home, {});\n", v, variable.location);
    }
    text += "  return 1";
    for (const DeviceRole& role : roles_) {
      if (role.loops) {
        text += fmt::format(" && {}[(HRF_RESULTS + {}) * n + instance] >= 0", resultsOf(role.thread),
                            loopNumber(role.thread));
      }
    }
    return text + ";\n}\n\n";
  }

  static bool fits(Value value) {
    return value >= std::numeric_limits<std::int32_t>::min() &&
           value <= std::numeric_limits<std::int32_t>::max();
  }

  /// Of the host: final states that are not weak.
  std::string interleaved() const {
    std::vector<std::string> rows;
    for (const std::vector<Value>& state : interleavings_.value_or(std::vector<std::vector<Value>>{})) {
      if (std::ranges::all_of(state, fits)) {
        rows.push_back(fmt::format("  {{{}}}", fmt::join(state, ", ")));
      }
    }
    if (rows.empty()) {
      return "#define HRF_INTERLEAVINGS 0\n\n";
    }
    return fmt::format(
        "/* The final states under interleaving: others are weak. */\n#define HRF_INTERLEAVINGS {}\n"
        "static const int hrf_interleaved[][HRF_VARIABLES] = {{\n{}}};\n\n",
        rows.size(), fmt::join(rows, ",\n"));
  }

  /// `/* the test as it was read */`
  std::string text(const std::string& hash, const std::string& device, const std::string& roles) const {
    std::string text = fmt::format("/* {}: a litmus test for a device, written by hrfcheck observe. */\n{}",
                                   fileName(), shape());
    text += fmt::format("#define HRF_HASH \"{}\"\n#include \"hrf_launch.h\"\n\n", hash);
    if (test_.backEnd == BackEnd::Hip) {
      return text + "#include \"hrf_cuda_as_hip.h\"\n#include \"hrf_words_hip.h\"\n\n" + device +
             "#include \"hrf_kernel.h\"\n\n" + roles + interleaved() +
             "#include \"hrf_host.h\"\n#include \"hrf_main_cuda.h\"\n";
    }
    if (test_.backEnd == BackEnd::Cuda) {
      return text + "#include \"hrf_words_cuda.h\"\n\n" + device + "#include \"hrf_kernel.h\"\n\n" + roles +
             interleaved() + "#include \"hrf_host.h\"\n#include \"hrf_main_cuda.h\"\n";
    }
    return text + "#include \"hrf_harness_cl.h\"\n\nstatic const char* const hrf_kernel_source[] = {\n" +
           cLiteral(shape()) + "  ,\n  hrf_words_source,\n" + cLiteral(device) + "  ,\n  hrf_kernel_text,\n" +
           cLiteral(roles) + "};\n\n" + interleaved() +
           "#include \"hrf_host.h\"\n#include \"hrf_main_opencl.h\"\n";
  }

  const DeviceTest& test_;
  PatientProgram patient_;
  const Interleavings& interleavings_;
  std::vector<DeviceRole> roles_;
};

}  // namespace

std::string fileNameOf(std::string name) {
  for (char& c : name) {
    const bool plain = (isLetterOrDigit(c) && static_cast<unsigned char>(c) < 128) || c == '-' || c == '_' ||
                       (c == '.' && &c != name.data());
    c = plain ? c : '_';
  }
  return name.empty() || name.front() == '-' ? "test" + name : name;
}

EmittedTest emit(const DeviceTest& test, const Interleavings& interleavings) {
  return Emission(test, interleavings).run();
}

}  // namespace hrfcheck::inline observe
