package io.eyewall.model.paper;

/**
 * A pair of components that communicate, a sender and a receiver ({@code d} in the paper). The
 * formulas assume that each sender chooses among the receivers uniformly.
 *
 * @param allocation the processes of all components' instances
 * @param from index of the sending component in the allocation
 * @param to index of the receiving component in the allocation
 * @param tuplesPerSec tuples per second of all sending instances together
 */
public record Edge(Allocation allocation, int from, int to, double tuplesPerSec) {
    double pairs() {
        return (double) allocation.instances(from) * allocation.instances(to);
    }
}
