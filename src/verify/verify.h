#pragma once

#include <string>
#include <vector>

#include "util/deadline.h"
#include "verify/certificate.h"

namespace hrfcheck::inline verify {

/// What a certificate establishes, once it has been checked.
struct Verified {
  std::string test;
  std::string model;
  std::string modelText;            ///< of the model's own file, as the certificate has it
  std::vector<std::string> claims;  ///< each as a sentence for people
  std::size_t proofs = 0;
  std::size_t executions = 0;
};

/// Checks a certificate: every proof, every execution, and that nothing is left open: each question of the
/// formula's legend is answered, and each flag of the model is one of them.
/// @throws Refused with what is wrong with it
/// @throws OutOfTime when the deadline expires first
Verified verifyCertificate(const Files& files, const Deadline& deadline = {});

}  // namespace hrfcheck::inline verify
