#pragma once

// Votes of a work-group (OpenCL C 2.0, "Work-group Functions").
HRFCHECK_CONVERGENT int work_group_all(int predicate) { return __hrfcheck_vote_and(predicate); }
HRFCHECK_CONVERGENT int work_group_any(int predicate) { return __hrfcheck_vote_or(predicate); }
