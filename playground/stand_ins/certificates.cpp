// In the place of certify and cli/certificate_folder.cpp: the solver writes certificates, into folders.

#include "certify/certify.h"
#include "cli/certificate_folder.h"
#include "util/diagnostic.h"

namespace hrfcheck::inline certify {

Certificate makeCertificate(const PreparedTest&, const LoadedModel&, const Deadline&,
                            const CertificateOrigin&) {
  throw UserError("the playground in a browser has no solver, which certificates are written by");
}

std::string whyNotCertified(const EventStructure&) {
  return "the playground in a browser has no solver, which certificates are written by";
}

}  // namespace hrfcheck::inline certify

namespace hrfcheck::inline cli {

void CertificateFolder::write(const std::string&, const std::string&,
                              const std::map<std::string, std::string>&) {
  throw UserError("the playground in a browser writes no certificates");
}

}  // namespace hrfcheck::inline cli
