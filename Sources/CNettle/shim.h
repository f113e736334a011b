#include <gmp.h>
#include <nettle/aes.h>
#include <nettle/ccm.h>
#include <nettle/cmac.h>
#include <nettle/ecc-curve.h>
#include <nettle/ecc.h>
#include <nettle/hmac.h>
#include <nettle/sha2.h>

// The x-coordinate of a point of P-256, multiplied: each number is 32 octets, the least significant
// first, and a point is x and y. Returns 0 if it is no point of the curve.
static inline int bletrace_p256_multiply(
    const unsigned char *factor, const unsigned char *point, unsigned char *x) {
  struct ecc_point in, out;
  struct ecc_scalar scalar;
  mpz_t number, y;
  mpz_init(number);
  mpz_init(y);
  ecc_point_init(&in, nettle_get_secp_256r1());
  ecc_point_init(&out, nettle_get_secp_256r1());
  ecc_scalar_init(&scalar, nettle_get_secp_256r1());
  mpz_import(number, 32, -1, 1, 0, 0, point);
  mpz_import(y, 32, -1, 1, 0, 0, point + 32);
  int isPoint = ecc_point_set(&in, number, y);
  mpz_import(number, 32, -1, 1, 0, 0, factor);
  if (isPoint && ecc_scalar_set(&scalar, number)) {
    ecc_point_mul(&out, &scalar, &in);
    ecc_point_get(&out, number, y);
    for (int index = 0; index < 32; index++) x[index] = 0;
    mpz_export(x, NULL, -1, 1, 0, 0, number);
  } else {
    isPoint = 0;
  }
  ecc_scalar_clear(&scalar);
  ecc_point_clear(&out);
  ecc_point_clear(&in);
  mpz_clear(y);
  mpz_clear(number);
  return isPoint;
}
