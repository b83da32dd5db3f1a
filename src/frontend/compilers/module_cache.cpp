#include "frontend/compilers/module_cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "util/diagnostic.h"
#include "util/hash.h"

namespace hrfcheck::frontend::via {
namespace {

std::string fileOf(const WorkFolder& folder, const std::string& what) {
  return folder.path() + "/" + hashText(what);
}

}  // namespace

std::optional<Compiled> ModuleCache::find(const std::string& what) const {
  std::ifstream in(fileOf(folder_, what), std::ios::binary);
  std::size_t size = 0;
  if (!(in >> size) || in.get() != '\n') {
    return std::nullopt;
  }
  std::string all{std::istreambuf_iterator<char>(in), {}};
  if (size > all.size()) {
    return std::nullopt;
  }
  Compiled compiled{all.substr(0, size), all.substr(size)};
  return compiled;
}

/// Others see the whole file or none.
void ModuleCache::keep(const std::string& what, const Compiled& compiled) const {
  const std::string file = fileOf(folder_, what);
  const std::string draft = fmt::format("{}.{}", file, ::getpid());
  std::error_code error;
  {
    std::ofstream out(draft, std::ios::binary);
    out << compiled.module.size() << '\n' << compiled.module << compiled.said;
    out.close();
    if (!out) {
      std::filesystem::remove(draft, error);
      return;
    }
  }
  std::filesystem::rename(draft, file, error);
}

ModuleCache::Turn::Turn(const ModuleCache& cache, const std::string& what)
    : file_(::open((fileOf(cache.folder_, what) + ".turn").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
  while (file_ >= 0 && ::flock(file_, LOCK_EX) != 0 && errno == EINTR) {
  }
}

ModuleCache::Turn::~Turn() {
  if (file_ >= 0) {
    ::close(file_);
  }
}

std::shared_ptr<const ModuleCache> cacheForRun() {
  try {
    return std::make_shared<const ModuleCache>();
  } catch (const UserError&) {
    return nullptr;
  }
}

}  // namespace hrfcheck::frontend::via
