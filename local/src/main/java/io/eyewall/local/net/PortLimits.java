package io.eyewall.local.net;

/**
 * The limits of a port.
 *
 * @param connections open at the same time
 * @param patienceMs in which a request, once begun, has to be here whole, and in which an answer
 *     has to be taken
 * @param requestBytes of one request's body, or of a Thrift frame
 * @param heldBytes of all requests and answers that are under way at this port; beyond them
 *     requests are refused
 */
public record PortLimits(int connections, long patienceMs, int requestBytes, long heldBytes) {}
