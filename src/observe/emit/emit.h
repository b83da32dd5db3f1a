#pragma once

#include <optional>
#include <string>
#include <vector>

#include "observe/device_test.h"

namespace hrfcheck::inline observe {

/// The final states under interleaving, values of Program::observed: what else is seen is weak, and the
/// harness looks for settings that show it. Nothing where they are not known.
using Interleavings = std::optional<std::vector<std::vector<Value>>>;

/// The source of a test for a device.
struct EmittedTest {
  std::string name;  ///< of its files: letters, digits, '-', '_' and '.'
  std::string text;
  std::string hash;  ///< by which results are known to be of this test
};

/// Writes a test as a program that needs nothing but the files of the harness (harnessFiles).
/// @throws UserError for operators without a form on a device
EmittedTest emit(const DeviceTest& test, const Interleavings& interleavings);

/// A test's name as one of files: letters, digits, '-', '_' and '.'.
std::string fileNameOf(std::string name);

/// A file beside the sources of tests.
struct HarnessFile {
  std::string name;
  std::string text;
};
/// What the sources of a back end include.
std::vector<HarnessFile> harnessFiles(BackEnd backEnd);
/// A Makefile that builds the tests, and run.sh, which runs them and collects their results in one file.
std::vector<HarnessFile> buildFiles(BackEnd backEnd, const std::vector<std::string>& tests);

}  // namespace hrfcheck::inline observe
