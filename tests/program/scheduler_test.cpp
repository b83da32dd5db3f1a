#include "program/ir/scheduler.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "program/ir/level_meaning.h"
#include "program/ir/platforms.h"

using namespace hrfcheck;

namespace {

const std::vector<std::string> kLevels = {"wi", "wv", "wg", "cmp", "sys"};

SchedulerSpec parsed(const std::string& text) {
  return parseSchedulerSpec(text, kLevels, {});
}

std::string mistake(const std::string& text) {
  try {
    parsed(text);
  } catch (const UserError& error) {
    return error.diagnostics().front().message;
  }
  return "";
}

}  // namespace

TEST_CASE("schedulers have names, and other people's names are understood") {
  for (const Scheduler scheduler : allSchedulers()) {
    CHECK(schedulerNamed(nameOf(scheduler)) == scheduler);
  }
  CHECK(schedulerNamed("FAIR") == Scheduler::Weak);
  CHECK(schedulerNamed("OBE-HSA") == Scheduler::HsaObe);
  CHECK_FALSE(schedulerNamed("strong"));
}

TEST_CASE("a scheduler is written as it is read") {
  for (const char* text :
       {"unfair", "obe", "s-hsa+obe", "wg=obe", "wg=obe,wv=unfair", "wg=hsa,default=lobe"}) {
    CHECK(textOf(parsed(text), kLevels) == text);
  }
}

TEST_CASE("levels come outer to inner, whatever the order written") {
  const SchedulerSpec spec = parsed("wv=FAIR, wg=OBE");
  REQUIRE(spec.levels.size() == 2);
  CHECK(spec.levels[0] == std::pair(std::uint32_t{2}, Scheduler::Obe));
  CHECK(spec.levels[1] == std::pair(std::uint32_t{1}, Scheduler::Weak));
  CHECK_FALSE(spec.strong);
  CHECK(parsed("s-obe").strong);
}

TEST_CASE("a platform's promise is one for each level of the test") {
  const auto levelsOf = [](const char* name, const std::vector<std::string>& levels) {
    SchedulerSpec spec = parseSchedulerSpec(name, levels, {});
    CHECK(textOf(spec, levels) == name);
    spec.platform = {};
    return textOf(spec, levels);
  };
  const std::vector<std::string> vulkan = {"inv", "sg", "wg", "qf", "dv"};
  const std::vector<std::string> ptx = {"thread", "cta", "cluster", "gpu", "sys"};
  const std::vector<std::string> cuda = {"thread", "warp", "block", "cluster", "device", "system"};
  CHECK(levelsOf("cuda", kLevels) == "cmp=obe,wg=obe");
  CHECK(levelsOf("cuda", {"thread", "cta", "gpu", "sys"}) == "gpu=obe,cta=obe");
  CHECK(levelsOf("cuda", ptx) == "gpu=obe,cluster=obe");
  CHECK(levelsOf("cuda", vulkan) == "qf=obe,wg=obe");
  CHECK(levelsOf("cuda", cuda) == "device=obe,cluster=obe");
  CHECK(levelsOf("cuda-cooperative", kLevels) == "cmp=obe");
  CHECK(levelsOf("cuda-cooperative", cuda) == "device=obe");
  // There is one device: once anybody has run, all of its threads are treated fairly.
  CHECK(levelsOf("cuda-cooperative", vulkan) == "weak");
  CHECK(levelsOf("hip", kLevels) == "cmp=hsa,wg=hsa");
  for (const char* name : {"opencl", "vulkan", "metal"}) {
    CHECK(levelsOf(name, kLevels) == "unfair");
  }
  CHECK(parsed("CUDA") == parsed("cuda"));
  CHECK_FALSE(parsed("opencl") == parsed("unfair"));  // it is answered under its own name
  CHECK(textOf(parseSchedulerSpec("cuda", {}, {}), {}) == "cuda");
}

TEST_CASE("a level has one meaning in all languages") {
  const std::vector<std::vector<std::string>> languages = {
      kLevels,
      {"wi", "sg", "wg", "dev", "all"},
      {"thread", "warp", "block", "cluster", "device", "system"},
      {"thread", "warp", "cta", "cluster", "gpu", "sys"},
      {"thread", "cta", "cluster", "gpu", "sys"},
      {"inv", "sg", "wg", "qf", "dv"},
      {"singlethread", "wavefront", "workgroup", "cluster", "agent", "system"}};
  for (const std::vector<std::string>& levels : languages) {
    for (const std::string& level : levels) {
      CAPTURE(level);
      const auto meaning = meaningOf(level);
      REQUIRE(meaning);
      CHECK(levels.at(levelMeaning(*meaning, levels).value()) == level);  // no two levels are the same
    }
    CAPTURE(levels.at(1));
    for (const char* group : {"wg", "block", "cta", "workgroup"}) {
      const SchedulerSpec spec = parseSchedulerSpec(fmt::format("{}=obe", group), levels, {});
      CHECK(meaningOf(levels.at(spec.levels.front().first)) == LevelMeaning::Group);
    }
    const SchedulerSpec grid = parseSchedulerSpec("grid=hsa", levels, {});
    CHECK(meaningOf(levels.at(grid.levels.front().first)) == LevelMeaning::Grid);
  }
  CHECK_FALSE(levelCalled("warp", {"thread", "cta", "cluster", "gpu", "sys"}));
  CHECK_FALSE(levelCalled("near", {"thread", "system"}));
  CHECK(levelCalled("near", {"thread", "near", "far"}) == 1U);
}

TEST_CASE("what a platform promises is said in the words of the test") {
  const auto promised = [](const char* platform, const std::vector<std::string>& levels,
                           std::optional<std::uint32_t> idle = {}) {
    return platformText(parseSchedulerSpec(platform, levels, {}), levels, idle);
  };
  const std::vector<std::string> cuda = {"thread", "warp", "block", "cluster", "device", "system"};
  CHECK(promised("cuda", cuda) ==
        "once a thread has run, all threads of its cluster are treated fairly (device=obe,cluster=obe)");
  CHECK(promised("cuda", cuda, 3) ==
        "once a thread has run, all threads of its thread block are treated fairly (device=obe,cluster=obe)");
  CHECK(promised("cuda-cooperative", cuda) ==
        "once a thread has run, all threads of its grid are treated fairly (device=obe)");
  CHECK(promised("hsa-platform", kLevels) ==
        "the first work-group that has not ended is treated fairly (cmp=hsa,wg=hsa)");
  CHECK(promised("vulkan", {"inv", "sg", "wg", "qf", "dv"}) == "nothing to any invocation (unfair)");
}

TEST_CASE("tests run on the platforms of their language") {
  const auto names = [](const char* dialect) {
    std::string found;
    for (const Platform* platform : platformsOf(dialect)) {
      found += std::string(platform->name) + " ";
    }
    return found;
  };
  CHECK(names("CUDA") == "cuda cuda-cooperative ");
  CHECK(names("PTX") == names("CUDA"));
  CHECK(names("HIP") == "hip ");
  CHECK(names("HSA") == "hsa-platform ");
  CHECK(names("OPENCL") == "opencl ");
  CHECK(names("VULKAN") == "vulkan ");
  CHECK(names("C").empty());
  CHECK(names("").empty());
}

TEST_CASE("mistakes are named") {
  CHECK(mistake("s-cuda") == "'s-cuda': platforms promise weak fairness only");
  CHECK(mistake("wg=cuda") == "unknown scheduler 'cuda'");
  CHECK(mistake("obbe") == "unknown scheduler 'obbe'");
  CHECK(mistake("s-") == "unknown scheduler ''");
  CHECK(mistake("") == "unknown scheduler ''");
  CHECK(mistake("wg=obe,cluster=weak") == "the test has no scope level 'cluster'");
  CHECK(mistake("wg=obe,cta=weak") == "level 'cta' is named twice: here it is 'wg'");
  CHECK(mistake("wg=obe,wg=hsa") == "level 'wg' is named twice");
  CHECK(mistake("wg=obe,weak") == "expected LEVEL=SCHEDULER, found 'weak'");
  CHECK(mistake("wg=s-obe") == "unknown scheduler 's-obe'");
  try {
    parseSchedulerSpec("cuda", {"thread", "system"}, {});
    FAIL("clusters of what?");
  } catch (const UserError& error) {
    CHECK(error.diagnostics().front().message ==
          "cuda promises something to work-groups, and this test has none: its levels are thread, system");
    CHECK(error.diagnostics().front().hint == "ask for a promise to its own levels: thread=obe");
  }
}
