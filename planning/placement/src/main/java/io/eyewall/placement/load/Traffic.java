package io.eyewall.placement.load;

/**
 * The traffic from one executor to another.
 *
 * @param from the sender
 * @param to the receiver
 * @param tuplesPerSec tuples per second
 * @param bytesPerSec bytes per second, as serialized for a network
 */
public record Traffic(ExecutorId from, ExecutorId to, double tuplesPerSec, double bytesPerSec) {
    public Traffic {
        String subject = "traffic from " + from + " to " + to;
        MeasuredValues.checkFiniteAndNotNegative(subject, "tuplesPerSec", tuplesPerSec);
        MeasuredValues.checkFiniteAndNotNegative(subject, "bytesPerSec", bytesPerSec);
    }
}
