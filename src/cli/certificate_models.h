#pragma once

#include <atomic>
#include <map>
#include <string>
#include <vector>

#include "cat/library.h"
#include "util/process/deadline.h"
#include "verify/certificate.h"

namespace hrfcheck::inline cli {

/// The models that certificates bring along, beside those that are installed.
class CertificateModels {
 public:
  /// Both must outlive this.
  /// @param stop when set, reading ends
  CertificateModels(const ModelLibrary& installed, const std::atomic<bool>& stop)
      : installed_(installed), stop_(stop) {}

  /// A model as a certificate has it, and how that differs from the installed one.
  struct Found {
    const Model* model = nullptr;  ///< valid until the next one is asked for
    std::string difference;        ///< "it is not the installed rsp: rsp.cat differs"; empty where it is
    bool bearsName = false;        ///< it is another model than the installed one of its name
  };
  /// @param folder of the certificate, whose files are these
  /// @throws Refused where hrfcheck cannot read the model; OutOfTime
  Found find(const std::string& folder, const Files& files, const CertificateIndex& index,
             const Deadline& deadline);

 private:
  /// Null where no model of the name is installed.
  const LoadedModel* installedAs(const std::string& name);
  LoadedModel ownOf(const std::string& folder, const CertificateIndex& index, const Deadline& deadline) const;

  const ModelLibrary& installed_;
  const std::atomic<bool>& stop_;
  std::map<std::string, LoadedModel> known_;
  LoadedModel own_;
};

}  // namespace hrfcheck::inline cli
