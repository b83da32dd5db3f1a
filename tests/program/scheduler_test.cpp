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

TEST_CASE("mistakes are named") {
  CHECK(mistake("obbe") == "unknown scheduler 'obbe'");
  CHECK(mistake("s-") == "unknown scheduler ''");
  CHECK(mistake("") == "unknown scheduler ''");
  CHECK(mistake("wg=obe,cta=weak") == "the test has no scope level 'cta'");
  CHECK(mistake("wg=obe,wg=hsa") == "level 'wg' is named twice");
  CHECK(mistake("wg=obe,weak") == "expected LEVEL=SCHEDULER, found 'weak'");
  CHECK(mistake("wg=s-obe") == "unknown scheduler 's-obe'");
}
