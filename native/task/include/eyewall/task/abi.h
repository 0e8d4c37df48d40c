/* The boundary between a library of native tasks and whatever runs it: plain functions and bytes.
 *
 * A library exports one symbol, EYEWALL_TASK_ENTRY. What crosses is frames (frame.hpp). Nothing is
 * thrown across; what a task throws comes back as EYEWALL_TASK_FAILED and a text. Every function of
 * one task is called by one thread at a time, though not always by the same one. */
#ifndef EYEWALL_TASK_ABI_H
#define EYEWALL_TASK_ABI_H

/* NOLINTBEGIN(modernize-*,readability-identifier-naming): it is C, too. */
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Raised by whatever changes below or in the frames. */
#define EYEWALL_TASK_ABI 1U
#define EYEWALL_TASK_ENTRY "eyewall_task_library"

enum eyewall_status {
  EYEWALL_TASK_OK = 0,
  EYEWALL_TASK_FAILED = 1,           /* the task threw; error() says what */
  EYEWALL_TASK_UNKNOWN_COMPONENT = 2 /* create(): the library has none of that name */
};

typedef struct eyewall_task eyewall_task;

/* What the task may call of its host. */
typedef struct eyewall_host {
  void *context;
  /* A thread of the task's own has output ready. Any thread, until destroy() has returned. */
  void (*wake)(void *context);
} eyewall_host;

typedef struct eyewall_library {
  uint32_t abi;  /* EYEWALL_TASK_ABI; first in every version */
  uint32_t size; /* of this struct */
  /* The names of its components, separated by ", ". */
  const char *(*components)(void);
  int32_t (*create)(const char *component, const eyewall_host *host, eyewall_task **task);
  /* Hands over whole frames. The bytes are the caller's again when it returns. */
  int32_t (*process)(eyewall_task *task, const uint8_t *frames, size_t size);
  /* What it has to say: whole frames, which are the task's until the next process() or output(). */
  int32_t (*output)(eyewall_task *task, const uint8_t **frames, size_t *size);
  /* Of the last call that failed, zero-terminated, until the next call. */
  const char *(*error)(eyewall_task *task);
  void (*destroy)(eyewall_task *task);
} eyewall_library;

typedef const eyewall_library *(*eyewall_task_entry)(void);

#ifdef __cplusplus
}
#endif

/* NOLINTEND(modernize-*,readability-identifier-naming) */
#endif
