/* What settings of all kinds are made of: numbers with names, chosen at random and read from text. */

/* One of so many numbers. */
static int pick(int count, ...) {
  va_list list;
  const int at = below(count);
  int value = 0;
  va_start(list, count);
  for (int i = 0; i <= at; ++i) {
    value = va_arg(list, int);
  }
  va_end(list);
  return value;
}

static unsigned gcd(unsigned a, unsigned b) {
  while (b != 0) {
    const unsigned rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

static unsigned prime_to(unsigned n, unsigned wanted) {
  unsigned a = wanted % n;
  while (n > 1 && (a == 0 || gcd(a, n) != 1)) {
    a = (a + 1) % n;
  }
  return n > 1 ? a : 1;
}

/* A number of a setting. */
typedef struct {
  const char* name;
  int* where;
} Field;

/* Reads 'warm=1 groups=4'. */
static int parse_fields(const char* text, const Field* fields, int count) {
  while (*text != 0) {
    const size_t length = strcspn(text, "=");
    int known = 0;
    for (int i = 0; i < count && text[length] == '='; ++i) {
      if (strlen(fields[i].name) == length && strncmp(fields[i].name, text, length) == 0) {
        char* end;
        const long value = strtol(text + length + 1, &end, 10);
        if (end == text + length + 1 || value < 0 || value > 1000000) {
          return 0;
        }
        *fields[i].where = (int)value;
        text = end + strspn(end, " ,");
        known = 1;
        break;
      }
    }
    if (!known) {
      return 0;
    }
  }
  return 1;
}
