#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cat/library.h"
#include "check/auto_engine.h"
#include "check/check.h"
#include "machine_support.h"
#include "programs.h"
#include "support/given.h"

namespace hrfcheck::test {

/// The hand tests that a model calls race-free.
class RaceFree {
 public:
  explicit RaceFree(const std::string& model) {
    const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
    const Model loaded = library.load(model);
    const auto engine = makeAutoEngine();
    for (const Named& named : kPrograms) {
      const auto program = test::programOf(*named.text);
      const auto structure = std::make_shared<const EventStructure>(program, 1);
      const Verdict verdict = checkProgram(*engine, given(structure, loaded), {});
      if (verdict.raceStatus == RaceStatus::RaceFree) {
        programs_.emplace_back(named.name, program);
      }
    }
  }
  const std::vector<std::pair<std::string, std::shared_ptr<const Program>>>& programs() const {
    return programs_;
  }

 private:
  std::vector<std::pair<std::string, std::shared_ptr<const Program>>> programs_;
};

}  // namespace hrfcheck::test
