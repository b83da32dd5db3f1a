#pragma once

#include <string>

#include "cat/model/model.h"
#include "util/process/deadline.h"
#include "verify/certificate.h"

namespace hrfcheck::inline certify {

/// What of a certificate was compared with what hrfcheck itself writes for its test and its model, and why
/// the rest was not.
struct ComparedWithTest {
  std::string eventsNot;   ///< why the events are not; empty where they are
  std::string formulaNot;  ///< likewise; never empty where the events are not
};

/// Reads the test of a certificate again, and compares: the name of the test, its quantifier, its events, and
/// the formula. No other program is run for it, and no other file opened.
/// @param model of the certificate: as its texts have it
/// @param version of hrfcheck: a formula of another version may differ
/// @throws Refused with the line that differs
/// @throws OutOfTime when the deadline expires first
ComparedWithTest compareWithTest(const Files& files, const CertificateIndex& index, const Model& model,
                                 const std::string& version, const Deadline& deadline);

}  // namespace hrfcheck::inline certify
