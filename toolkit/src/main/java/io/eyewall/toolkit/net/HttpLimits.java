package io.eyewall.toolkit.net;

/**
 * What clients may do, so that a slow or hostile one does not keep others out.
 *
 * @param connections at a time; one more is closed at once
 * @param headerMs from the connection, to the end of the first header
 * @param bodyMs from the end of a header to the end of its body
 * @param idleMs from an answer to the end of the next header
 * @param answerMs from the end of a body to the answer, which is 504 then
 * @param headerBytes of the first line, and of all header fields
 * @param bodyBytes of a body
 */
record HttpLimits(
        int connections,
        long headerMs,
        long bodyMs,
        long idleMs,
        long answerMs,
        int headerBytes,
        int bodyBytes) {
    static final HttpLimits USUAL =
            new HttpLimits(256, 10_000, 30_000, 60_000, 60_000, 16 << 10, 1 << 20);
}
