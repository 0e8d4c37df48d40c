package io.eyewall.toolkit.net;

/**
 * Limits for clients, so that slow or hostile ones do not lock out others.
 *
 * @param connections greatest number of connections at a time; further ones are closed at once
 * @param headerMs time from the connection to the end of the first header
 * @param bodyMs time from the end of a header to the end of its body
 * @param idleMs time from an answer to the end of the next header
 * @param answerMs time from the end of a body to the answer, which is then 504
 * @param headerBytes greatest size of the request line, and of all header fields
 * @param bodyBytes greatest size of a body
 */
record HttpLimits(
        int connections,
        long headerMs,
        long bodyMs,
        long idleMs,
        long answerMs,
        int headerBytes,
        int bodyBytes) {
    static final HttpLimits DEFAULT =
            new HttpLimits(256, 10_000, 30_000, 60_000, 60_000, 16 << 10, 1 << 20);
}
