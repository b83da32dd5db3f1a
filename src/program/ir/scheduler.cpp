#include "program/ir/scheduler.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <functional>

#include "program/ir/level_meaning.h"
#include "program/ir/platforms.h"
#include "util/invariant.h"
#include "util/text.h"

namespace hrfcheck::inline program {
namespace {

struct Name {
  std::string_view name;
  Scheduler scheduler;
};

/// The first name of each is the one that is printed.
constexpr std::array kNames{Name{"unfair", Scheduler::Unfair},  Name{"hsa", Scheduler::Hsa},
                            Name{"obe", Scheduler::Obe},        Name{"hsa+obe", Scheduler::HsaObe},
                            Name{"lobe", Scheduler::Lobe},      Name{"weak", Scheduler::Weak},
                            Name{"fair", Scheduler::Weak},      Name{"obe+hsa", Scheduler::HsaObe},
                            Name{"obe-hsa", Scheduler::HsaObe}, Name{"hsa-obe", Scheduler::HsaObe},
                            Name{"hsa_obe", Scheduler::HsaObe}};

std::vector<std::string> schedulerNames() {
  std::vector<std::string> names;
  for (const Scheduler scheduler : allSchedulers()) {
    names.emplace_back(nameOf(scheduler));
  }
  return names;
}

Scheduler requireScheduler(std::string_view name, const std::vector<std::string>& known, const Place& place) {
  if (const auto scheduler = schedulerNamed(name)) {
    return *scheduler;
  }
  throw UserError(place, fmt::format("unknown scheduler '{}'", name),
                  fmt::format("one of {}", fmt::join(known, ", ")));
}

/// "obe", "s-obe", "cuda".
SchedulerSpec plainSpec(std::string_view name, const std::vector<std::string>& levels, const Place& place) {
  const bool strong = lowered(std::string(name.substr(0, 2))) == "s-";
  const std::string_view base = strong ? name.substr(2) : name;
  if (const Platform* platform = platformNamed(base)) {
    if (strong) {
      throw UserError(place, fmt::format("'{}': platforms promise weak fairness only", name),
                      fmt::format("write {}", base));
    }
    return promiseOf(*platform, levels, place);
  }
  std::vector<std::string> known = schedulerNames();
  for (const Platform& platform : platforms()) {
    known.emplace_back(platform.name);
  }
  return {strong, requireScheduler(base, known, place), {}};
}

std::string_view trimmed(std::string_view text) {
  return stripped(text, " \t\n\v\f\r");
}

/// "wg=obe" of "wg=obe,wv=weak".
void addLevel(SchedulerSpec& spec, std::string_view part, const std::vector<std::string>& levels,
              const Place& place) {
  const auto equals = part.find('=');
  if (equals == std::string_view::npos) {
    throw UserError(place, fmt::format("expected LEVEL=SCHEDULER, found '{}'", part),
                    "such as wg=obe,wv=weak");
  }
  const std::string level = lowered(std::string(trimmed(part.substr(0, equals))));
  const Scheduler scheduler = requireScheduler(trimmed(part.substr(equals + 1)), schedulerNames(), place);
  if (level == "default") {
    spec.scheduler = scheduler;
    return;
  }
  const std::optional<std::uint32_t> index = levelCalled(level, levels);
  if (!index) {
    throw UserError(place, fmt::format("the test has no scope level '{}'", level),
                    fmt::format("one of {}", fmt::join(levels, ", ")));
  }
  if (std::ranges::any_of(spec.levels, [&](const auto& known) { return known.first == *index; })) {
    throw UserError(place, level == levels[*index] ? fmt::format("level '{}' is named twice", level)
                                                   : fmt::format("level '{}' is named twice: here it is '{}'",
                                                                 level, levels[*index]));
  }
  spec.levels.emplace_back(*index, scheduler);
}

}  // namespace

const char* nameOf(Scheduler scheduler) {
  const auto* found = std::ranges::find(kNames, scheduler, &Name::scheduler);
  INVARIANT(found != kNames.end(), "every scheduler has a name");
  return found->name.data();
}

std::optional<Scheduler> schedulerNamed(std::string_view name) {
  const std::string lower = lowered(std::string(name));
  const auto* found = std::ranges::find(kNames, std::string_view(lower), &Name::name);
  return found == kNames.end() ? std::nullopt : std::optional(found->scheduler);
}

const std::vector<Scheduler>& allSchedulers() {
  static const std::vector<Scheduler> kAll = {Scheduler::Unfair, Scheduler::Hsa,  Scheduler::Obe,
                                              Scheduler::HsaObe, Scheduler::Lobe, Scheduler::Weak};
  return kAll;
}

std::string textOf(const SchedulerSpec& spec, const std::vector<std::string>& levels) {
  if (!spec.platform.empty()) {
    return std::string(spec.platform);
  }
  if (!spec.hierarchical()) {
    return fmt::format("{}{}", spec.strong ? "s-" : "", nameOf(spec.scheduler));
  }
  std::vector<std::string> parts;
  for (const auto& [level, scheduler] : spec.levels) {
    parts.push_back(fmt::format("{}={}", levels.at(level), nameOf(scheduler)));
  }
  if (spec.scheduler != Scheduler::Weak) {
    parts.push_back(fmt::format("default={}", nameOf(spec.scheduler)));
  }
  return fmt::format("{}", fmt::join(parts, ","));
}

SchedulerSpec parseSchedulerSpec(std::string_view text, const std::vector<std::string>& levels,
                                 const Place& place) {
  if (text.find('=') == std::string_view::npos) {
    return plainSpec(trimmed(text), levels, place);
  }
  SchedulerSpec spec;
  while (true) {
    const auto comma = text.find(',');
    addLevel(spec, trimmed(text.substr(0, comma)), levels, place);
    if (comma == std::string_view::npos) {
      break;
    }
    text.remove_prefix(comma + 1);
  }
  std::ranges::sort(spec.levels, std::greater<>{});
  return spec;
}

}  // namespace hrfcheck::inline program
