// Shifts of C++17: a bit may be shifted into the sign, a count is less than the width.
//# launch 1x1

//# test sign-bit
//# kernel sign_bit
//# init o
//# forall (o = -2147483648)
//# expect ptx, hrf-indirect-relaxed: Always
__global__ void sign_bit(int* o) { *o = 1 << 31; }

//# test mask-of-a-lane
//# kernel mask_of_a_lane
//# init o; n = 31; m = 3
//# forall (o = -1073741824)
//# expect ptx, hrf-indirect-relaxed: Always
__global__ void mask_of_a_lane(int* o, int n, int m) { *o = (m << (n - 1)) | (1 << n); }

//# test wide
//# kernel wide
//# init o
//# forall (o = 1)
//# expect ptx, hrf-indirect-relaxed: Always
__global__ void wide(int* o) {
  long long top = 1LL << 63;
  const int bit = 1 << 31;
  *o = top < 0 && bit < 0 && (-8 >> 1) == -4;
}
