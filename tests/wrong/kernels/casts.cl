struct Pair { int a; int b; };
struct Node { int value; global struct Node* next; };

kernel void widths(global int* buf, global long* wide, global int4* vectors, global struct Pair* pairs,
                   global struct Node* nodes, global int** table, global void* any) {
  *(global char*)buf = 1;
  *(global long2*)buf = 0;
  *wide = *(global long*)vectors;
  *buf = *(global int*)pairs;
  *buf = ((global struct Pair*)vectors)->b;
  *buf = ((global struct Node*)pairs)->value;
  *buf = ((global struct Node*)(global void*)pairs)->value;
  *buf = **(global int4**)(global long*)nodes;
  *buf = *(global int*)table;
  *buf = ((global int*)any)[0] + ((global short*)any)[0];
  *buf = ((global struct Pair*)any)->a;
  any + 1;
  table[0] = (global int*)wide;
  *buf = *(*wide == 1 ? (global int*)buf : (global int*)(global uint*)buf);
  *buf = *(*wide == 1 ? buf : (global int*)wide);
}

//# launch 1x1
//# init buf[4]; vectors[1]; pairs[2]; nodes[1]; table[1]; any[4]
