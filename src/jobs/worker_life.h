#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <string_view>

namespace hrfcheck::inline jobs {

/// What a worker does with a request; it may say many things of it, one after the other, or end as suddenly
/// as it likes.
using JobWork =
    std::function<void(const std::string& request, const std::function<void(std::string_view)>& say)>;

/// The first byte of all that a worker tells its parent: for each request it has taken it, it says things,
/// it has finished.
enum class WorkerWord : char { Taken = 't', Said = 's', Finished = 'f' };

/// The life of a worker process, just forked from `parent`: takes requests from the socket, does the work,
/// says what results from it, until the socket's other end is closed or the parent is gone. SIGINT and
/// SIGTERM are left to the parent.
/// @pre SIGINT and SIGTERM are blocked
[[noreturn]] void serveRequests(int socket, pid_t parent, const JobWork& work) noexcept;

}  // namespace hrfcheck::inline jobs
