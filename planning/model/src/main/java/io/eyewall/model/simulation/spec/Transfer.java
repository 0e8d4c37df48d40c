package io.eyewall.model.simulation.spec;

import io.eyewall.placement.place.Crossing;

/**
 * The cost of handing a tuple over at one level.
 *
 * @param sendNs processor time of the sender per tuple
 * @param receiveNs processor time of the receiver per tuple
 * @param byteNs processor time of each of them per byte
 * @param delayNs its delay, without the time on links: batches that wait to be flushed, threads
 *     that are woken
 */
public record Transfer(double sendNs, double receiveNs, double byteNs, long delayNs) {
    /** A transfer that costs nothing. */
    public static final Transfer FREE = new Transfer(0, 0, 0, 0);

    public Transfer {
        Check.notNegative("transfer", "send", sendNs);
        Check.notNegative("transfer", "receive", receiveNs);
        Check.notNegative("transfer", "byte", byteNs);
        Check.notNegative("transfer", "delay", delayNs);
    }

    /** Returns the price that placement algorithms assume: its processor time. */
    public Crossing price() {
        return new Crossing(sendNs + receiveNs, 2 * byteNs, 1);
    }
}
