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

/// Every test below a folder of Dartagnan's corpora ("PTX") beside the sources; none where it is not there.
std::vector<CorpusTest> outsideTests(const Setting& setting, const std::string& folder,
                                     const std::string& model);

}  // namespace hrfcheck::bench
