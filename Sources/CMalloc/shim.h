// How the C library keeps memory, where it can be told: glibc has that in no header that Swift
// imports by itself.
#ifdef __linux__
#include <malloc.h>
#endif
