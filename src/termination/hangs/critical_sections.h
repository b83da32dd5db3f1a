#pragma once

#include <vector>

#include "termination/system/lts.h"

namespace hrfcheck::inline termination {

/// Where lanes enter the critical section of a word while another lane is in it, each place with a shortest
/// schedule. A lane is in the section from where it enters (SectionEvent) until it leaves, or ends: what its
/// code believes, whatever has become of the lock bit. Where wavefronts own locks (SimtRules::wavefrontOwns),
/// they are what is in a section, and all of their lanes may enter and leave it.
/// @throws OutOfTime when the deadline has expired
std::vector<Finding> exclusionFindings(const Lts& lts, const Deadline& deadline);

}  // namespace hrfcheck::inline termination
