// How the C library keeps memory, where that can be known: glibc has that in no header that Swift
// imports by itself.
#ifdef __linux__
#include <malloc.h>
#endif
