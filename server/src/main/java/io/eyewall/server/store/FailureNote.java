package io.eyewall.server.store;

import io.eyewall.engine.ErrorReport;

/**
 * The reason that a process which ran a topology gave up.
 *
 * @param pid of the process
 * @param error of which component, and what
 */
public record FailureNote(long pid, ErrorReport error) {}
