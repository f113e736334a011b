#include <cap-ng.h>
