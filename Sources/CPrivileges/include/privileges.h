#ifndef PRIVILEGES_H
#define PRIVILEGES_H

#include <stdbool.h>
#include <stdint.h>

// What a process gives up once it has opened what needs privileges. Linux has it; elsewhere nothing
// is given up. To be called while the process has one thread: capabilities belong to a thread.

// Neither this process nor a program that it starts can gain privileges from now on.
void privileges_seal(void);

// Drops every capability but those that a process of root may keep: to use any file, and to choose
// the owner of a file. 0, or the number of the error.
int privileges_drop(bool keeps_files, bool keeps_owners);

// Whether this process may read, or write, what has the name, without any capability; false where
// it is unknown.
bool privileges_bare_may(const char *name, bool writes);

// Becomes a user, with the groups of that user, without a way back, and drops every capability.
// 0, or the number of the error.
int privileges_become(uint32_t user, uint32_t group);

// Whether a user may read, or write, what has the name. Asked by root; false where it is unknown.
bool privileges_user_may(uint32_t user, uint32_t group, const char *name, bool writes);

#endif
