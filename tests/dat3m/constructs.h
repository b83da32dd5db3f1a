#pragma once

#include <filesystem>
#include <set>
#include <string>

namespace hrfcheck::dat3m {

/// What a model file uses of cat beyond lets, operators, checks and the base relations that every dialect
/// has. Words stand for themselves ("procedure", "sync_fence"); others are named below.
///   function, let rec, tuple, complement, own co, own fr, variant (if "..."), with from
///   range (and domain), fencerel (and ctrlcfence), mfence (and MFENCE), levels (scta, swg ...), locks,
///   allocations
/// @throws UserError when the file cannot be read or contains what is no word of cat
std::set<std::string> constructsOf(const std::filesystem::path& file);

}  // namespace hrfcheck::dat3m
