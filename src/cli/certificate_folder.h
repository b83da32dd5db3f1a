#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "util/process/deadline.h"
#include "verify/certificate.h"

namespace hrfcheck::inline cli {

/// A folder that certificates are written to, each into a folder of its own, TEST/MODEL.
class CertificateFolder {
 public:
  explicit CertificateFolder(std::string path) : path_(std::move(path)) {}

  /// A certificate of the same test and model that an earlier run has left there is replaced; tests of one
  /// name get folders of their own (MP, MP-2).
  /// @throws UserError when it cannot be written, or something else is there already
  void write(const std::string& test, const std::string& model,
             const std::map<std::string, std::string>& files);

 private:
  std::string path_;
  std::set<std::string> written_;
};

/// The folders with a certificate at or under a folder, sorted.
/// @throws UserError where there is none
std::vector<std::string> certificatesIn(const std::string& folder);

/// The files of a certificate's folder, by their paths in it. Links are not followed, and sizes are looked at
/// before anything is read.
/// @throws Refused where something else is in it, or one cannot be read; OutOfTime
Files readCertificateFiles(const std::string& folder, const Deadline& deadline);

}  // namespace hrfcheck::inline cli
