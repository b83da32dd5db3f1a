/* The words of kernel.h for the fake of CUDA, and PTX on a CPU. Before the fake the build script makes
 *   asm volatile("TEXT" : "=r"(out) : "l"(address) : "memory")   to   fake_ptx("TEXT", {&out}, {address}). */
#pragma once
#include <cuda_runtime.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <string>

#define HRF_KERNEL static
#define HRF_DEVICE [[maybe_unused]] static inline
#define HRF_GLOBAL
#define HRF_LAUNCH(kernel, groups, size, stream) fake::launch(kernel, #kernel, groups, size, stream)
typedef unsigned long long hrf_wide;
#define HRF_NO_KEY (~0ull)

HRF_DEVICE unsigned hrf_group_id() {
  return fake::here.block.x;
}
HRF_DEVICE unsigned hrf_item_id() {
  return fake::here.thread.x;
}
HRF_DEVICE unsigned hrf_global_id() {
  return fake::here.block.x * fake::here.threads.x + fake::here.thread.x;
}
HRF_DEVICE unsigned hrf_global_size() {
  return fake::here.blocks.x * fake::here.threads.x;
}
HRF_DEVICE void hrf_group_barrier() {
  fake::here.meeting->arrive_and_wait();
}
HRF_DEVICE unsigned hrf_add(unsigned* where, unsigned what) {
  return __atomic_fetch_add(where, what, __ATOMIC_SEQ_CST);
}
HRF_DEVICE void hrf_add_wide(hrf_wide* where, hrf_wide what) {
  __atomic_fetch_add(where, what, __ATOMIC_SEQ_CST);
}
HRF_DEVICE hrf_wide hrf_claim(hrf_wide* where, hrf_wide free, hrf_wide mine) {
  __atomic_compare_exchange_n(where, &free, mine, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return free;
}
HRF_DEVICE unsigned hrf_look(unsigned* where) {
  std::this_thread::yield();
  return __atomic_load_n(where, __ATOMIC_SEQ_CST);
}
HRF_DEVICE int hrf_read_line(int* where) {
  fake::memoryOf(where);
  return __atomic_load_n(where, __ATOMIC_SEQ_CST);
}
HRF_DEVICE void hrf_pause(unsigned units) {
  for (unsigned i = 0; i < units; ++i) {
    std::this_thread::yield();
  }
}

namespace fake {

/// Where FAKE_TRACE names a file: "DEVICE INSTRUCTION MEMORY", each once.
inline void trace(const std::string& instruction, const void* address) {
  static std::mutex mutex;
  static std::set<std::string> lines;
  const char* name = std::getenv("FAKE_TRACE");
  if (name == nullptr) {
    return;
  }
  const std::lock_guard lock(mutex);
  std::string line =
      std::to_string(here.device) + " " + instruction + " " + std::to_string(memoryOf(address));
  if (lines.insert(line).second) {
    std::FILE* file = std::fopen(name, "a");
    std::fprintf(file, "%s\n", line.c_str());
    std::fclose(file);
  }
}

/// A block of PTX: instructions one after the other, each access sequentially consistent.
class Ptx {
 public:
  Ptx(const char* text, std::vector<int*> outs, std::vector<long> ins)
      : outs_(std::move(outs)), ins_(std::move(ins)) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      line.erase(std::remove_if(line.begin(), line.end(),
                                [](char c) { return std::strchr("\t,;{}", c) != nullptr; }),
                 line.end());
      if (line.empty() || line.compare(0, 4, ".reg") == 0) {
        continue;
      }
      if (line.back() == ':') {
        labels_[line.substr(0, line.size() - 1)] = code_.size();
      } else {
        std::istringstream words(line);
        std::vector<std::string> code;
        for (std::string word; words >> word;) {
          code.push_back(word);
        }
        code_.push_back(code);
      }
    }
  }

  void run() {
    for (at_ = 0; at_ < code_.size(); ++at_) {
      std::vector<std::string> words = code_[at_];
      if (words[0][0] == '@') {
        const bool negated = words[0][1] == '!';
        if ((registers_.at(words[0].substr(negated ? 2 : 1)) != 0) == negated) {
          continue;
        }
        words.erase(words.begin());
      }
      step(words);
    }
  }

 private:
  bool has(const std::string& word, const std::string& part) const {
    return (word + ".").find("." + part + ".") != std::string::npos;
  }

  void step(const std::vector<std::string>& w) {
    const std::string name = w[0].substr(0, w[0].find('.'));
    if (name == "ld") {
      set(w[1], __atomic_load_n(address(w, 2), __ATOMIC_SEQ_CST));
    } else if (name == "st") {
      __atomic_store_n(address(w, 1), value(w[2]), __ATOMIC_SEQ_CST);
    } else if (name == "atom" && has(w[0], "cas")) {
      int expected = value(w[3]);
      __atomic_compare_exchange_n(address(w, 2), &expected, value(w[4]), false, __ATOMIC_SEQ_CST,
                                  __ATOMIC_SEQ_CST);
      set(w[1], expected);
    } else if (name == "atom" && has(w[0], "exch")) {
      set(w[1], __atomic_exchange_n(address(w, 2), value(w[3]), __ATOMIC_SEQ_CST));
    } else if (name == "atom" && has(w[0], "add")) {
      set(w[1], __atomic_fetch_add(address(w, 2), value(w[3]), __ATOMIC_SEQ_CST));
    } else if (name == "red" && has(w[0], "add")) {
      __atomic_fetch_add(address(w, 1), value(w[2]), __ATOMIC_SEQ_CST);
    } else if (name == "fence") {
      __atomic_thread_fence(__ATOMIC_SEQ_CST);
    } else if (name == "barrier") {
      here.meeting->arrive_and_wait();
    } else if (name == "bra") {
      at_ = labels_.at(w[1]) - 1;
    } else if (name == "mov") {
      set(w[1], value(w[2]));
    } else if (name == "add") {
      set(w[1], value(w[2]) + value(w[3]));
    } else if (name == "sub") {
      set(w[1], value(w[2]) - value(w[3]));
    } else if (name == "selp") {
      set(w[1], value(w[4]) != 0 ? value(w[2]) : value(w[3]));
    } else if (name == "setp") {
      const int a = value(w[2]);
      const int b = value(w[3]);
      set(w[1], has(w[0], "eq")   ? a == b
                : has(w[0], "ne") ? a != b
                : has(w[0], "lt") ? a < b
                                  : unknown(w[0]));
    } else {
      unknown(w[0]);
    }
  }

  static int unknown(const std::string& word) {
    std::fprintf(stderr, "fake: no instruction %s\n", word.c_str());
    std::abort();
  }

  std::size_t operand(const std::string& word) const { return std::stoul(word.substr(word.find('%') + 1)); }

  /// `[%3]`
  int* address(const std::vector<std::string>& words, std::size_t at) const {
    int* where = reinterpret_cast<int*>(ins_.at(operand(words[at]) - outs_.size()));
    trace(words[0], where);
    return where;
  }

  int value(const std::string& word) const {
    if (word[0] == '%') {
      return static_cast<int>(ins_.at(operand(word) - outs_.size()));
    }
    return std::isdigit(static_cast<unsigned char>(word[0])) != 0 || word[0] == '-' ? std::stoi(word)
                                                                                    : registers_.at(word);
  }

  void set(const std::string& word, int value) {
    if (word[0] == '%') {
      *outs_.at(operand(word)) = value;
    } else {
      registers_[word] = value;
    }
  }

  std::vector<int*> outs_;
  std::vector<long> ins_;
  std::vector<std::vector<std::string>> code_;
  std::map<std::string, std::size_t> labels_;
  std::map<std::string, int> registers_;
  std::size_t at_ = 0;
};

}  // namespace fake

inline void fake_ptx(const char* text, std::vector<int*> outs, std::vector<long> ins) {
  fake::Ptx(text, std::move(outs), std::move(ins)).run();
}
