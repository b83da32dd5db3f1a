#pragma once

#include <map>
#include <string>

#include "differential/kernel_tree.h"

namespace hrfcheck::kernels {

/// A test as text, with the statement that each line belongs to, the innermost one.
struct KernelText {
  std::string text;
  std::map<unsigned, const Stmt*> statements;
};

/// The kernel with its launch, in the litmus form.
KernelText launchedText(const Kernel& kernel);

/// The kernel with its functions, as it stands in a file among others; its name is `k` and the suffix, with
/// which the names of its functions end, too.
KernelText textInFile(const Kernel& kernel, const std::string& suffix);

/// A launched kernel by hand: a function for each thread in which ids are numbers, local memory is a variable
/// for each work-group, and each barrier has a label.
KernelText expandedText(const Kernel& kernel);

/// "int", "uchar".
std::string typeText(IntegerType type);

}  // namespace hrfcheck::kernels
