#pragma once

// NVIDIA's header declares the host's API alone. GPUVerify's, which kernels were written for, has what follows, too.

#include "cuda_runtime.h"
#include "cooperative_groups.h"
#include "curand_kernel.h"
