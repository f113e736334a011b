#define _GNU_SOURCE
#include "privileges.h"

#ifdef __linux__

#include <cap-ng.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

void privileges_seal(void) { prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

int privileges_drop(bool keeps_files, bool keeps_owners) {
  capng_clear(CAPNG_SELECT_ALL);
  // The bounding set limits programs that are started, of which there are none: without
  // CAP_SETPCAP it stays as it is.
  capng_apply(CAPNG_SELECT_BOUNDS);
  const capng_type_t kept = CAPNG_EFFECTIVE | CAPNG_PERMITTED;
  if (keeps_files) capng_update(CAPNG_ADD, kept, CAP_DAC_OVERRIDE);
  if (keeps_owners) capng_updatev(CAPNG_ADD, kept, CAP_CHOWN, CAP_FOWNER, -1);
  return capng_apply(CAPNG_SELECT_CAPS) == 0 ? 0 : EPERM;
}

bool privileges_bare_may(const char *name, bool writes) {
  if (capng_get_caps_process() != 0) return false;
  void *before = capng_save_state();
  if (!before) return false;
  for (unsigned capability = 0; capability <= CAP_LAST_CAP; capability++) {
    capng_update(CAPNG_DROP, CAPNG_EFFECTIVE, capability);
  }
  bool may = false;
#ifdef SYS_faccessat2
  // Not the library's, which without this call takes it that root may do everything.
  may = capng_apply(CAPNG_SELECT_CAPS) == 0 &&
        syscall(SYS_faccessat2, AT_FDCWD, name, writes ? W_OK | X_OK : R_OK, AT_EACCESS) == 0;
#endif
  capng_restore_state(&before);
  capng_apply(CAPNG_SELECT_CAPS);
  return may;
}

int privileges_become(uint32_t user, uint32_t group) {
  capng_clear(CAPNG_SELECT_ALL);
  capng_apply(CAPNG_SELECT_BOUNDS);
  // A user without an account, as in a container, has no further groups.
  capng_flags_t groups = getpwuid(user) ? CAPNG_INIT_SUPP_GRP : CAPNG_DROP_SUPP_GRP;
  return capng_change_id((int)user, (int)group, groups) == 0 ? 0 : EPERM;
}

// An array of the present groups; NULL where there is no memory.
static gid_t *present_groups(int *count) {
  *count = getgroups(0, NULL);
  if (*count < 0) return NULL;
  gid_t *groups = calloc((size_t)*count + 1, sizeof *groups);
  if (groups) *count = getgroups(*count, groups);
  return groups;
}

bool privileges_user_may(uint32_t user, uint32_t group, const char *name, bool writes) {
  const struct passwd *entry = getpwuid(user);
  int count = 0;
  gid_t *groups = entry ? present_groups(&count) : NULL;
  if (!groups || count < 0) {
    free(groups);
    return false;
  }
  const uid_t own_user = geteuid();
  const gid_t own_group = getegid();
  bool may = initgroups(entry->pw_name, group) == 0 && setegid(group) == 0 && seteuid(user) == 0 &&
             faccessat(AT_FDCWD, name, writes ? W_OK | X_OK : R_OK, AT_EACCESS) == 0;
  // A process with half of two identities must not go on.
  if (seteuid(own_user) != 0 || setegid(own_group) != 0 || setgroups((size_t)count, groups) != 0) {
    abort();
  }
  free(groups);
  return may;
}

#else

void privileges_seal(void) {}
int privileges_drop(bool keeps_files, bool keeps_owners) {
  return (void)keeps_files, (void)keeps_owners, 0;
}
bool privileges_bare_may(const char *name, bool writes) { return (void)name, (void)writes, true; }
int privileges_become(uint32_t user, uint32_t group) { return (void)user, (void)group, 0; }
bool privileges_user_may(uint32_t user, uint32_t group, const char *name, bool writes) {
  return (void)user, (void)group, (void)name, (void)writes, false;
}

#endif
