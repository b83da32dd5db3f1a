#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "frontend/lowlevel/values/value.h"

/// Words of which each part is known, computed or open by itself: a struct that is copied in words of 8
/// bytes, of which one half is padding that nobody has written. A part stays what it is through copies,
/// through shifts and masks of whole bytes, and through what puts halves together and takes them apart.
namespace hrfcheck::frontend::lowlevel {

/// The number of so many bits that these parts are, the lowest bits first, each with its width.
ThreadValue inParts(std::vector<ThreadValue> parts, unsigned bits);
/// Bits of a number of `width` bits; none are behind them.
ThreadValue slice(const ThreadValue& value, unsigned width, unsigned begin, unsigned bits);
/// What is not in parts: it is known, computed or open as a whole.
ThreadValue whole(const ThreadValue& value, const std::function<Origins(std::uint64_t)>& originsOf);

/// Whether it, or a part of it, is open.
bool hasOpen(const ThreadValue& value);

/// What an operator gives of operands of which some are in parts, or that says how wide a number is.
/// @return nothing where it does not go by parts
std::optional<ThreadValue> evaluateByParts(const Number& number, const std::vector<ThreadValue>& operands,
                                           const Leaves& leaves);
/// A choice between numbers of which some are in parts.
/// @param choose between parts of so many bits
/// @return nothing where none is
std::optional<ThreadValue> chosenByParts(
    unsigned bits, const ThreadValue& yes, const ThreadValue& no,
    const std::function<ThreadValue(const ThreadValue&, const ThreadValue&)>& choose);

/// What nobody knows, of operands: it depends on those that are computed.
ThreadValue openOf(const std::vector<ThreadValue>& operands);
Origins united(const Origins& a, const Origins& b);

}  // namespace hrfcheck::frontend::lowlevel
