#include "program/ir/scheduler.h"

#include <doctest/doctest.h>

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

TEST_CASE("mistakes are named") {
  CHECK(mistake("s-cuda") == "'s-cuda': platforms promise weak fairness only");
  CHECK(mistake("wg=cuda") == "unknown scheduler 'cuda'");
  CHECK(mistake("obbe") == "unknown scheduler 'obbe'");
  CHECK(mistake("s-") == "unknown scheduler ''");
  CHECK(mistake("") == "unknown scheduler ''");
  CHECK(mistake("wg=obe,cta=weak") == "the test has no scope level 'cta'");
  CHECK(mistake("wg=obe,wg=hsa") == "level 'wg' is named twice");
  CHECK(mistake("wg=obe,weak") == "expected LEVEL=SCHEDULER, found 'weak'");
  CHECK(mistake("wg=s-obe") == "unknown scheduler 's-obe'");
  try {
    parseSchedulerSpec("cuda", {"thread", "system"}, {});
    FAIL("clusters of what?");
  } catch (const UserError& error) {
    CHECK(error.diagnostics().front().message == "scheduler cuda: the test has no level of work-groups");
  }
}
