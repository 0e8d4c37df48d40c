package io.eyewall.model.paper;

/**
 * Communicating components, a sender and a receiver ({@code d} in the paper). Senders choose among
 * receivers uniformly: that is all that the formulas know of routing.
 *
 * @param allocation where their instances are
 * @param from the sender's index there
 * @param to the receiver's index there
 * @param tuplesPerSec what all senders send together
 */
public record Edge(Allocation allocation, int from, int to, double tuplesPerSec) {
    double pairs() {
        return (double) allocation.instances(from) * allocation.instances(to);
    }
}
