#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "cat/library.h"
#include "engine/prepared_test.h"
#include "program/lock_unit/lock_bit.h"
#include "util/process/deadline.h"

namespace hrfcheck::inline certify {

/// A certificate. docs/trust.md describes its files.
struct Certificate {
  std::map<std::string, std::string> files;  ///< by name
  std::set<std::vector<Value>> outcomes;     ///< of Program::observed: every final state
};

/// Final states that a certificate may list.
inline constexpr std::size_t kMostOutcomes = 20'000;

/// What a certificate says of how it came about.
struct CertificateOrigin {
  LockUnitReading lockUnit = {};  ///< as the test was read
  std::string version = {};       ///< of hrfcheck, "0.2.0"
};

/// Everything that a model says about a test, with a proof or an execution for each answer: whether the
/// condition can hold and can fail, each final state and that there is no other, each flag, and each way in
/// which a thread does not complete.
/// @param test prepared for this very model
/// @param model with the texts that it was made of
/// @throws UserError where there are more final states than a certificate may list, or files of the model are
///   not named as files of certificates are
/// @throws OutOfTime when the deadline expires first
Certificate makeCertificate(const PreparedTest& test, const LoadedModel& model, const Deadline& deadline,
                            const CertificateOrigin& origin = {});

/// Why there is no certificate for a test, whatever it claims; empty where there may be one. A formula has
/// the values that are known: where values out of thin air are like them, or may not be, it does not show
/// that something is not there.
std::string whyNotCertified(const EventStructure& structure);

}  // namespace hrfcheck::inline certify
