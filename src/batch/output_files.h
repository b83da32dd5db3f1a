#pragma once

#include <string>
#include <vector>

namespace hrfcheck::inline batch {

/// A file that a run is going to write.
struct OutputFile {
  std::string option;  ///< that names it: "--junit"
  std::string path;
};

/// The log of a model in a folder of logs: "sc" gives "sc.log", and "mine/m.cat" gives "mine-m.cat.log", so
/// that models in different folders have different logs.
std::string herdLogPath(const std::string& folder, const std::string& model);

/// Makes sure that nothing is written over what is read, and nothing is written twice, whatever path leads to
/// a file. Standard output, pipes and devices belong to no output.
/// @throws UserError
void refuseOverwriting(const std::vector<OutputFile>& outputs, const std::vector<std::string>& inputs);

}  // namespace hrfcheck::inline batch
