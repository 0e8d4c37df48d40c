package io.eyewall.server.store;

/**
 * The process that runs a topology, as it has written of itself; true while it holds the lock.
 *
 * @param pid its number
 * @param startMs when it was started, by the system; milliseconds since 1970, 0 if not known
 * @param socket where it can be asked
 */
public record WorkerMark(long pid, long startMs, String socket) {}
