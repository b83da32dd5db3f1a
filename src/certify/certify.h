#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "cat/library.h"
#include "program/skeleton/skeleton.h"
#include "util/deadline.h"

namespace hrfcheck::inline certify {

/// A certificate. docs/trust.md describes its files.
struct Certificate {
  std::map<std::string, std::string> files;  ///< by name
  std::set<std::vector<Value>> outcomes;     ///< of Program::observed: every final state
};

/// Final states that a certificate may list.
inline constexpr std::size_t kMostOutcomes = 20'000;

/// Everything that a model says of a test, with a proof or an execution for each answer: whether the
/// condition can hold and can fail, each final state and that there is no other, each flag, and each way in
/// which a thread does not complete.
/// @param model with the texts that it was made of
/// @throws UserError where there are more final states than a certificate may list
/// @throws OutOfTime when the deadline expires first
Certificate makeCertificate(const std::shared_ptr<const Skeleton>& skeleton, const LoadedModel& model,
                            const Deadline& deadline);

}  // namespace hrfcheck::inline certify
