#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "util/process/deadline.h"
#include "verify/certificate.h"

namespace hrfcheck::inline verify {

/// What a certificate establishes, once it has been checked.
struct Verified {
  CertificateIndex index;
  std::vector<std::string> claims;  ///< each as a sentence for people
  std::string vacuous;              ///< why nothing is judged; empty where something is
  std::size_t proofs = 0;
  std::size_t executions = 0;
  /// By question ("condition-holds", "flag race", "incident fault P0 3"): whether some execution shows it.
  std::map<std::string, bool> answers;
  /// Every final state, as the values of the observed variables.
  std::set<std::vector<std::int64_t>> outcomes;
};

/// Checks a certificate: every proof, every execution, that these do not contradict each other, and that
/// nothing is left open: each question of the formula's legend is answered, and each flag of the model is one
/// of them.
/// @throws Refused with what is wrong with it
/// @throws OutOfTime when the deadline expires first
Verified verifyCertificate(const Files& files, const Deadline& deadline = {});

}  // namespace hrfcheck::inline verify
