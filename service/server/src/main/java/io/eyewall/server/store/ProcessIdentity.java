package io.eyewall.server.store;

/**
 * The identity of a process that runs a topology, which that process stores; valid while it holds
 * the topology's lock.
 *
 * @param pid the process id
 * @param startMs the start time that the system reports, in milliseconds since 1970; 0 if unknown
 * @param socket path of its control port's socket
 */
public record ProcessIdentity(long pid, long startMs, String socket) {}
