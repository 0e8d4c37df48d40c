/* The boundary between a library of native tasks and its host: plain functions and bytes.
 *
 * A library exports one symbol, EYEWALL_TASK_ENTRY. Frames (frame.hpp) cross the boundary;
 * exceptions do not: an exception of a task is returned as EYEWALL_TASK_FAILED and a text. The
 * functions of one task are called by one thread at a time, though not always by the same one. */
#ifndef EYEWALL_TASK_ABI_H
#define EYEWALL_TASK_ABI_H

/* NOLINTBEGIN(modernize-*,readability-identifier-naming): also compiled as C. */
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Incremented by every change below or in the frames. */
#define EYEWALL_TASK_ABI 1U
#define EYEWALL_TASK_ENTRY "eyewall_task_library"

enum eyewall_status {
  EYEWALL_TASK_OK = 0,
  EYEWALL_TASK_FAILED = 1,           /* the task threw; see error() */
  EYEWALL_TASK_UNKNOWN_COMPONENT = 2 /* create(): no component of that name */
};

typedef struct eyewall_task eyewall_task;

/* The functions of the host that a task may call. */
typedef struct eyewall_host {
  void *context;
  /* Reports that the task's own thread has output. Any thread, until destroy() has returned. */
  void (*wake)(void *context);
} eyewall_host;

typedef struct eyewall_library {
  uint32_t abi;  /* EYEWALL_TASK_ABI; first in every version */
  uint32_t size; /* of this struct */
  /* Returns the names of the components, separated by ", ". */
  const char *(*components)(void);
  int32_t (*create)(const char *component, const eyewall_host *host, eyewall_task **task);
  /* Processes whole frames. The caller may reuse the bytes afterwards. */
  int32_t (*process)(eyewall_task *task, const uint8_t *frames, size_t size);
  /* Returns the output: whole frames, owned by the task, valid until the next process() or
   * output(). */
  int32_t (*output)(eyewall_task *task, const uint8_t **frames, size_t *size);
  /* Returns the zero-terminated text of the last failure, valid until the next call. */
  const char *(*error)(eyewall_task *task);
  void (*destroy)(eyewall_task *task);
} eyewall_library;

typedef const eyewall_library *(*eyewall_task_entry)(void);

#ifdef __cplusplus
}
#endif

/* NOLINTEND(modernize-*,readability-identifier-naming) */
#endif
