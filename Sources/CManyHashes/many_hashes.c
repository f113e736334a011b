#include "many_hashes.h"

#if defined(__x86_64__) && __has_include(<intel-ipsec-mb.h>)
#include <intel-ipsec-mb.h>
// The structures are those of one major version, which the file's name tells; 3.0 was not tried.
#if IMB_VERSION_NUM >= IMB_VERSION(1, 0, 0) && IMB_VERSION_NUM < IMB_VERSION(2, 0, 0)
#define LIBRARY "libIPSec_MB.so.1"
#elif IMB_VERSION_NUM >= IMB_VERSION(2, 0, 0) && IMB_VERSION_NUM < IMB_VERSION(3, 0, 0)
#define LIBRARY "libIPSec_MB.so.2"
#endif
#endif

#ifdef LIBRARY

#include <dlfcn.h>
#include <string.h>

// Loaded once, and never given back.
static void *library(void) { return dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL); }

void *many_hashes_open(void) {
  void *loaded = library();
  if (!loaded) return NULL;
  IMB_MGR *(*allocate)(uint64_t) = (IMB_MGR * (*)(uint64_t)) dlsym(loaded, "alloc_mb_mgr");
  void (*prepare)(IMB_MGR *, IMB_ARCH *) =
      (void (*)(IMB_MGR *, IMB_ARCH *))dlsym(loaded, "init_mb_mgr_auto");
  if (!allocate || !prepare) return NULL;
  IMB_MGR *manager = allocate(0);
  if (!manager) return NULL;
  IMB_ARCH architecture = IMB_ARCH_NONE;
  prepare(manager, &architecture);
  // It tests itself as it is prepared.
  if (architecture == IMB_ARCH_NONE || manager->imb_errno != 0) {
    many_hashes_close(manager);
    return NULL;
  }
  return manager;
}

void many_hashes_close(void *room) {
  void *loaded = room ? library() : NULL;
  void (*release)(IMB_MGR *) =
      loaded ? (void (*)(IMB_MGR *))dlsym(loaded, "free_mb_mgr") : NULL;
  if (release) release(room);
}

// Whether a job, if there is one, was done.
static bool is_done(const IMB_JOB *job, size_t *done) {
  if (!job || job->status != IMB_STATUS_COMPLETED) return false;
  *done += 1;
  return true;
}

bool many_hashes_sha256(void *room, const struct many_hashes_message *messages, size_t count) {
  IMB_MGR *manager = room;
  size_t done = 0;
  for (size_t place = 0; place < count; place++) {
    IMB_JOB *job = IMB_GET_NEXT_JOB(manager);
    memset(job, 0, sizeof *job);
    job->cipher_mode = IMB_CIPHER_NULL;
    job->cipher_direction = IMB_DIR_ENCRYPT;
    job->chain_order = IMB_ORDER_HASH_CIPHER;
    job->hash_alg = IMB_AUTH_SHA_256;
    job->src = messages[place].start;
    job->msg_len_to_hash_in_bytes = messages[place].count;
    job->auth_tag_output = messages[place].digest;
    job->auth_tag_output_len_in_bytes = IMB_SHA256_DIGEST_SIZE_IN_BYTES;
    job = IMB_SUBMIT_JOB(manager);
    while (is_done(job, &done)) job = IMB_GET_COMPLETED_JOB(manager);
  }
  while (is_done(IMB_FLUSH_JOB(manager), &done)) {
  }
  return done == count;
}

#else

void *many_hashes_open(void) { return NULL; }
void many_hashes_close(void *room) { (void)room; }
bool many_hashes_sha256(void *room, const struct many_hashes_message *messages, size_t count) {
  (void)room, (void)messages, (void)count;
  return false;
}

#endif
