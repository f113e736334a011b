#include <nettle/aes.h>
#include <nettle/ccm.h>
#include <nettle/hmac.h>
#include <nettle/sha2.h>
