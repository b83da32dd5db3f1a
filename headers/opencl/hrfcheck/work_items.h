#pragma once

// Work-Item Functions: of dimensions that there are not, sizes are 1 and places are 0.

HRFCHECK_PLAIN uint get_work_dim(void) { return __hrfcheck_work_dim(); }
HRFCHECK_PLAIN size_t get_local_id(uint d) { return d < 3 ? __hrfcheck_local_id(d) : 0; }
HRFCHECK_PLAIN size_t get_group_id(uint d) { return d < 3 ? __hrfcheck_group_id(d) : 0; }
HRFCHECK_PLAIN size_t get_local_size(uint d) { return d < 3 ? __hrfcheck_local_size(d) : 1; }
HRFCHECK_PLAIN size_t get_enqueued_local_size(uint d) { return get_local_size(d); }
HRFCHECK_PLAIN size_t get_num_groups(uint d) { return d < 3 ? __hrfcheck_num_groups(d) : 1; }
HRFCHECK_PLAIN size_t get_global_offset(uint d) { return 0; }
HRFCHECK_PLAIN size_t get_global_size(uint d) { return get_num_groups(d) * get_local_size(d); }
HRFCHECK_PLAIN size_t get_global_id(uint d) { return get_group_id(d) * get_local_size(d) + get_local_id(d); }
HRFCHECK_PLAIN size_t get_local_linear_id(void) {
  return (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);
}
HRFCHECK_PLAIN size_t get_global_linear_id(void) {
  return (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) + get_global_id(0);
}
