package io.eyewall.server.worker;

/**
 * The times of a topology's hand-over to its update; times are milliseconds since 1970.
 *
 * @param stoppedMs time when its spouts were stopped
 * @param lastAckMs time of the last ack since then; {@code stoppedMs} if there was none
 * @param handedMs time from which the new version had to run
 * @param unacked number of messages that were not acked and that their source must replay
 */
public record HandOverReport(long stoppedMs, long lastAckMs, long handedMs, long unacked) {}
