#pragma once

#include "cat/model/model.h"

namespace hrfcheck::cat {

/// The model as tests are judged by it whose lanes of a warp give each other numbers that they read from
/// memory (program/flow/lane_exchanges.h): the events of exchanges are in no set and in no relation but that
/// what depends on what a lane gets depends on what the other lane has given, and who gets a number gets one
/// that was given.
/// @param inRounds lanes use a cell again and again: a receiver gets the number that was given last, in
/// the order in which the barriers of exchanges put them
Model withExchanges(const Model& model, bool inRounds = false);

/// Whether it is one.
bool knowsExchanges(const Model& model, bool inRounds = false);

}  // namespace hrfcheck::cat
