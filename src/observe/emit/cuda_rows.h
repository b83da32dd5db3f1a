#pragma once

#include <functional>
#include <string>
#include <vector>

#include "observe/device_rows.h"
#include "observe/emit/role_code.h"

namespace hrfcheck::inline observe {

/// The operand that holds an address, in brackets.
using AddressOf = std::function<std::string(LocationId)>;

/// A row with barrier objects or asynchronous operations as PTX. Register K of the thread is rK, as a state
/// of a barrier object sK; the predicate q and the state `any` are free.
/// @throws UserError for what PTX has no form of where the locations are
std::vector<std::string> cudaRow(const DeviceRole& role, std::uint32_t at, const DeviceRow& row,
                                 const AddressOf& addressOf);

/// What a thread executes at its end, so that none of its operations is under way.
std::vector<std::string> cudaEnd(const DeviceRole& role);

}  // namespace hrfcheck::inline observe
