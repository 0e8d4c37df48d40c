package io.eyewall.server.worker;

/**
 * How a topology has handed over to its update; times in milliseconds since 1970.
 *
 * @param stoppedMs when its spouts were told to stop
 * @param lastAckMs of the last message that was acked then; when they were told, if none was
 * @param handedMs when the other was the one to run
 * @param unacked messages that were left to be replayed by the source
 */
public record HandedOver(long stoppedMs, long lastAckMs, long handedMs, long unacked) {}
