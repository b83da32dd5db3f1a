#pragma once

#include <memory>

#include "program/ir/program.h"

namespace hrfcheck::inline program {

/// Where lanes of a warp give each other numbers (PTX: shfl, vote, match, redux), they wait for each other,
/// and no memory is ordered. So in a program that is no operation, of which only a mark says what it is: it
/// makes a difference to those alone who ask whether threads end. Where numbers are handed over that are read
/// (program/flow/lane_exchanges.h), it stays a barrier, of those who come.
///
/// @param instruction a barrier of a wave, whose id is its own: a number of the exchange times 2^32, and the
/// lanes
void hideMeeting(Instruction& instruction);

/// The program with barriers where lanes meet; the same one where they do not.
/// @throws UserError where a lane is named that never comes there: others wait for it until it has ended
std::shared_ptr<const Program> withMeetings(const std::shared_ptr<const Program>& program);

/// And without them, as models know it.
std::shared_ptr<const Program> withoutMeetings(const std::shared_ptr<const Program>& program);

}  // namespace hrfcheck::inline program
