#pragma once

#include <atomic>
#include <map>
#include <string>

#include "cat/library.h"
#include "cli/arguments.h"

namespace hrfcheck::inline cli {

/// The given folders first, then the models that lie beside the program, ../share/hrfcheck/models, then those
/// that are compiled in: a program that was moved has its models with it.
/// @param seconds that reading one model may take; 0 for no limit
/// @param cancelled when set, reading ends; may be null
/// @throws UserError when a given folder does not exist
ModelLibrary makeModelLibrary(const ModelSearch& search, double seconds = 0,
                              const std::atomic<bool>* cancelled = nullptr);

/// The model of a text that stands for the file of its name.
/// @throws UserError as ModelLibrary::load, and as above
Model readModel(const SourcePtr& source, const ModelSearch& search, double seconds);

/// What answers of models depend on besides their texts, for the headers of results files.
std::map<std::string, std::string> modelOptionsOf(const ModelSearch& search);

}  // namespace hrfcheck::inline cli
