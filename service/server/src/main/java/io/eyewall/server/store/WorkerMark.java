package io.eyewall.server.store;

/**
 * A process that runs a topology, as described by itself; valid while it holds the lock.
 *
 * @param pid the process id
 * @param startMs the start time that the system reports, in milliseconds since 1970; 0 if unknown
 * @param socket path of its control port's socket
 */
public record WorkerMark(long pid, long startMs, String socket) {}
