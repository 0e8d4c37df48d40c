package io.eyewall.model.simulation.spec;

import io.eyewall.placement.place.Crossing;

/**
 * The cost of handing a tuple over at one level.
 *
 * @param sendNs processor time of the sender per tuple
 * @param receiveNs processor time of the receiver per tuple
 * @param byteNs processor time per byte, of the sender and again of the receiver
 * @param delayNs delay in addition to the time on links, because batches wait to be flushed and
 *     threads to be woken
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
