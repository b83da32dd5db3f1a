/* One launch of the harness: the host decides, the device obeys. All fields are 32 bits wide, but pointers,
 * which only CUDA has. */
#define HRF_TABLE 4096   /* rows of the table of final states */
#define HRF_LISTED 65536 /* states that it has no room for */
#define HRF_SCRATCH_LINES 4096
#define HRF_STRESS_ROUNDS 4096
#define HRF_PROBE_LOOKS 1000000
#define HRF_CONTROL                                                                      \
  8 /* words: arrivals, groups that ended, damage, unfinished instances, the probe's two \
     */
#define HRF_PLACES 4
#ifndef HRF_DEVICES /* that the threads of the test are on */
#define HRF_DEVICES 1
#define HRF_MOST_BLOCKS HRF_BLOCKS /* of one device */
#endif
#ifndef HRF_BARRIERS /* the threads of a work-group wait for each other */
#define HRF_BARRIERS 0
#endif
#ifndef HRF_ASYNC /* asynchronous operations, barrier objects, or clusters of several blocks */
#define HRF_ASYNC 0
#define HRF_CLUSTER 1 /* blocks of a cluster */
#endif
#if HRF_ASYNC
#define HRF_WORDS 4 /* of a location: the least that a bulk copy moves */
#define HRF_SHARED_BYTES(size) ((size) / HRF_LARGEST_BLOCK * HRF_LOCATIONS * HRF_WORDS * 4)
#else
#define HRF_WORDS 1
#define HRF_SHARED_BYTES(size) 0
#endif
#define HRF_MOST_SHARED (40 << 10)
#define HRF_LARGEST_VALUE ((1u << HRF_KEY_BITS) - 1u)

typedef struct {
  int groups;     /* of work-items that play */
  int size;       /* work-items of a group */
  int steps;      /* of a launch: in each of them every work-item plays one role */
  int stride;     /* words from one location to the next */
  int beside;     /* the locations of an instance lie beside each other, not in an array each */
  int mixed;      /* instances lie in memory in another order than they are played in */
  int shuffled;   /* so are the work-items of a group */
  int spread;     /* the groups of an instance are far from each other */
  int adjacent;   /* the work-items of an instance in one group are neighbours */
  int warm;       /* 0: nobody, 1: who reads, 2: everybody, 3: who reads, in half of the instances */
  int barrier;    /* wait for each other before each step */
  int delay;      /* wait up to so long before a role */
  int stress;     /* groups that do nothing but access other lines */
  int pattern;    /* of their accesses */
  int patience;   /* iterations of a role's loops before it gives up */
  int near;       /* multiplies the number of a group: prime to the number of groups */
  int offset;     /* added to it */
  int wait;       /* looks at the barrier before a group goes on without the others */
  unsigned seed;  /* of this launch */
  unsigned scale; /* multiplies the number of an instance: prime to their number */
  unsigned instances;
  int place; /* of locations, where there are several devices: 0 with who writes, 1 with who reads, 2 in the
                host's memory, but for read-modify-writes, 3 all in the host's memory */
#if HRF_DEVICES > 1
  int device;                     /* that plays this */
  int* memories[HRF_DEVICES + 1]; /* of the devices, and the host's */
  int* results[HRF_DEVICES];
  unsigned* controls[HRF_DEVICES];
#endif
} HrfLaunch;
