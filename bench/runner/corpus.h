#pragma once

#include <string>
#include <vector>

#include "bench/runner/question.h"

namespace hrfcheck::bench {

/// A test of litmus/ and the model that `hrfcheck check` takes for it unless told otherwise.
struct CorpusTest {
  std::string name;  ///< "hrf/t01-mp-wg"
  std::string text;
  std::string model;
};

/// Every test of litmus/ that asks about memory models (litmus/progress does not), sorted by name.
std::vector<CorpusTest> corpus(const Setting& setting);

/// Those of the folders hrf, rsp, opencl and c11: each shows one thing in few instructions.
std::vector<CorpusTest> smallTests(const Setting& setting);

}  // namespace hrfcheck::bench
