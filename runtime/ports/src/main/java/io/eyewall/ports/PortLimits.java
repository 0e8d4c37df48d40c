package io.eyewall.ports;

/**
 * The limits of a port.
 *
 * @param connections the most connections that are open at the same time
 * @param patienceMs the time in which a request has to be complete once it has begun, and in which
 *     a client has to read an answer
 * @param requestBytes the longest body of a request, or Thrift frame
 * @param heldBytes the most bytes of all requests and answers in progress at this port; beyond them
 *     requests are rejected
 */
public record PortLimits(int connections, long patienceMs, int requestBytes, long heldBytes) {}
