#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "bench/runner/question.h"
#include "bench/runner/row.h"

namespace hrfcheck::bench {

/// The rows that have a target, but for the bound on the memory of all rows.
std::vector<Row> targetRows(const Setting& setting, const std::filesystem::path& program);
/// Those of them that go through the corpus (batch_rows.cpp), and that start processes (process_rows.cpp).
std::vector<Row> batchRows(const Setting& setting);
std::vector<Row> processRows(const Setting& setting, const std::filesystem::path& program);
/// And those of repair and narrow (advice_rows.cpp).
std::vector<Row> adviceRows(const Setting& setting);
/// And those that compare what a model costs with what is beside it (rounds_rows.cpp).
std::vector<Row> roundsRows(const Setting& setting);
/// And those of loops that wait (waiting_rows.cpp).
std::vector<Row> waitingRows(const Setting& setting);
/// And those of launches with hundreds of work-items (launch_rows.cpp).
std::vector<Row> launchRows(const Setting& setting);

/// Every scaling family at growing sizes, by engine and question.
std::vector<Row> scalingRows(const Setting& setting);

/// The families that herd can run, under rc11, in turns: hrfcheck and herd7.
std::vector<Row> herdRows(const std::filesystem::path& program, const std::filesystem::path& herd);
/// Results of herd that have another number of outcomes than the row of hrfcheck beside it get a problem.
void compareWithHerd(std::vector<Result>& results);

}  // namespace hrfcheck::bench
