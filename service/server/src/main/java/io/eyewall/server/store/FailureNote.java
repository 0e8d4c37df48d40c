package io.eyewall.server.store;

import io.eyewall.engine.ErrorReport;

/**
 * The reason why a process that ran a topology gave up.
 *
 * @param pid the process id
 * @param error the error, with its component
 */
public record FailureNote(long pid, ErrorReport error) {}
