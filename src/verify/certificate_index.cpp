#include <fmt/format.h>

#include <functional>

#include "util/hash.h"
#include "verify/certificate.h"

namespace hrfcheck::inline verify {
namespace {

const std::string kIndexFile = "certificate.txt";
constexpr std::size_t kNewestVersion = 3;
constexpr std::size_t kMostUnrolled = 1000;  // as --unroll

/// Reads certificate.txt. Each line but claims, files and what these rest on stands there once.
class IndexReader {
 public:
  CertificateIndex read(const std::string& text, const Deadline& deadline) {
    PacedLook look(deadline);
    eachLineUntilEnd(kIndexFile, text, look, [&](TextLine& line) {
      const std::string key(line.word());
      if (index_.version == 0 && key != "hrfcheck-certificate") {
        line.refuse("is not how a certificate begins");
      }
      if (key == "file") {
        file(line);
      } else if (key == "claim") {
        claim(line);
      } else if (key == "assumes") {
        index_.assumptions.push_back(line.rest());
      } else if (key == "considers") {
        index_.considered.push_back(line.rest());
      } else if (!seen_.insert(key).second) {
        line.refuse("says something twice");
      } else {
        once(key, line);
      }
      line.end();
    });
    for (const char* needed : {"hrfcheck-certificate", "test", "model", "quantifier", "unroll"}) {
      if (!seen_.contains(needed)) {
        throw Refused(kIndexFile, 0, fmt::format("there is no line '{}'", needed));
      }
    }
    return std::move(index_);
  }

 private:
  void once(const std::string& key, TextLine& line) {
    ReadingOfTest& reading = index_.reading;
    if (key == "hrfcheck-certificate") {
      index_.version = static_cast<unsigned>(line.below(kNewestVersion + 1));
      if (index_.version == 0) {
        line.refuse("is of another version");
      }
    } else if (key == "test") {
      index_.test = line.rest();
    } else if (key == "model") {
      model(line);
    } else if (key == "quantifier") {
      index_.quantifier = std::string(line.word());
    } else if (key == "unroll") {
      reading.unroll = static_cast<unsigned>(line.below(kMostUnrolled + 1));
    } else if (key == "written-by") {
      index_.writtenBy = plainName(line);
    } else if (key == "read-as") {
      reading.ownText = line.below(SIZE_MAX >> 1U);
      reading.file = line.rest();
      if (reading.file.empty() || reading.file.find('/') != std::string::npos) {
        line.refuse("has no name of a file without a folder");
      }
    } else if (key == "test-in-file") {
      reading.test = line.rest();
    } else if (key == "lock-bits") {
      reading.lockBits = static_cast<std::uint32_t>(line.below(std::size_t{1} << 32U));
      reading.locksOrder = line.flag();
    } else if (key == "compiled") {
      reading.compiled = true;
    } else {
      line.refuse("is not understood");
    }
  }

  /// A name, and the file of that name: a model is known by it.
  void model(TextLine& line) {
    index_.model = plainName(line);
    index_.modelFile = std::string(line.word());
    if (index_.modelFile != fmt::format("model/{}.cat", index_.model) || index_.model.ends_with(".cat")) {
      line.refuse("does not name the model after its file");
    }
  }

  void file(TextLine& line) {
    const std::string digest(line.word());
    const std::string name = line.rest();
    const std::string inFolder = name.starts_with("model/") ? name.substr(6) : name;
    if (!isPlainName(inFolder) || name == kIndexFile) {
      line.refuse("names no file that a certificate may have");
    }
    if (!index_.digests.emplace(name, digest).second) {
      line.refuse("names a file twice");
    }
  }

  void claim(TextLine& line) {
    const std::string how(line.word());
    if (how != "refuted" && how != "shown") {
      line.refuse("is not a claim");
    }
    Claim claim{.refuted = how == "refuted", .file = plainName(line), .line = line.number()};
    claim.what = line.rest();
    index_.claims.push_back(std::move(claim));
  }

  static std::string plainName(TextLine& line) {
    const std::string name(line.word());
    if (!isPlainName(name)) {
      line.refuse("has a name that leads elsewhere, or has characters that names cannot have");
    }
    return name;
  }

  CertificateIndex index_;
  std::set<std::string> seen_;
};

}  // namespace

std::string digestOf(const std::string& text) {
  return fmt::format("{:016x}", fnv1a(text));
}

CertificateIndex readCertificate(const Files& files, const Deadline& deadline) {
  const auto text = files.find(kIndexFile);
  if (text == files.end()) {
    throw Refused("there is no certificate.txt");
  }
  return IndexReader().read(text->second, deadline);
}

}  // namespace hrfcheck::inline verify
