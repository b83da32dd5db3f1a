#pragma once

#include <string>

#include "bench/families/families.h"

namespace hrfcheck::families {

// What each is: the summaries in families.cpp.

std::string storeBuffering(const Sizes& sizes);
std::string loadBuffering(const Sizes& sizes);
std::string independentReads(const Sizes& sizes);
std::string messageChain(const Sizes& sizes);
std::string counter(const Sizes& sizes);
std::string writersAndReaders(const Sizes& sizes);
std::string lockHandOff(const Sizes& sizes);
std::string remoteSteal(const Sizes& sizes);
std::string ghostZone(const Sizes& sizes);

std::string storeBufferingInC(const Sizes& sizes);
std::string loadBufferingInC(const Sizes& sizes);
std::string independentReadsInC(const Sizes& sizes);
std::string messageChainInC(const Sizes& sizes);
std::string counterInC(const Sizes& sizes);
std::string writersAndReadersInC(const Sizes& sizes);

}  // namespace hrfcheck::families
