// What each work-item knows of its place, in two dimensions: nothing here depends on an order.

kernel void places(global int* x, global int* y, global int* group, global int* size, global int* fourth) {
  int me = get_global_linear_id();
  x[me] = get_global_id(0);
  y[me] = get_global_id(1);
  group[me] = get_group_id(0) * 10 + get_group_id(1);
  if (get_local_linear_id() == 0 && get_group_id(0) == 0) {
    size[0] = get_global_size(0) * 10 + get_global_size(1);
    size[1] = get_local_size(0) * 100 + get_local_size(1) * 10 + get_local_size(2);
    size[2] = get_num_groups(0) * 10 + get_num_groups(1);
    size[3] = get_work_dim();
  }
  if (get_local_id(0) == 1 && get_local_id(1) == 1) {
    fourth[get_group_id(0)] = get_local_linear_id() * 10 + get_sub_group_id();
    fourth[get_group_id(0) + 2] = get_sub_group_local_id() * 100 + get_sub_group_size() * 10 + get_num_sub_groups();
  }
}

//# launch 2,1x2,2
//# sub-group 3
//# init x[8]; y[8]; group[8]; size[4]; fourth[4]
//# forall (x[0] = 0 /\ x[1] = 1 /\ x[2] = 2 /\ x[3] = 3 /\ x[4] = 0 /\ x[7] = 3 /\ y[3] = 0 /\ y[4] = 1 /\ group[1] = 0 /\ group[2] = 10 /\ group[5] = 0 /\ group[7] = 10 /\ size[0] = 42 /\ size[1] = 221 /\ size[2] = 21 /\ size[3] = 2 /\ fourth[0] = 31 /\ fourth[1] = 31 /\ fourth[2] = 12 /\ fourth[3] = 12)
