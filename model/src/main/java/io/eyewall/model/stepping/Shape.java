package io.eyewall.model.stepping;

import java.util.List;

/**
 * What is at work: executors on cores, and what they send each other.
 *
 * @param cores how many
 * @param executors by number
 * @param outputs what executors send
 * @param acked whether messages are tracked: then a message ends when its spout is told
 * @param maxPending messages under way per spout executor; 0 for no limit
 * @param stops when nobody is at work
 */
public record Shape(
        int cores,
        List<Executor> executors,
        List<Output> outputs,
        boolean acked,
        int maxPending,
        Stops stops) {
    public Shape {
        executors = List.copyOf(executors);
        outputs = List.copyOf(outputs);
    }

    /**
     * An executor.
     *
     * @param core which it is on, from 0
     * @param serviceNs time of its core per tuple, without crossings
     * @param threadNs time of a thread of its own per tuple, waiting included; 0 if it has none
     * @param scv squared coefficient of variation of whichever of both its user code is in
     * @param perSec messages per second, as a Poisson process, if it is a spout; 0 if not
     */
    public record Executor(
            int core, double serviceNs, double threadNs, double scv, double perSec) {}

    /** How a tuple finds its receiver. */
    public enum Choice {
        /** To each in turn, as often as its share says. */
        IN_TURN,
        /** By lot, as often as its share says: keys. */
        BY_LOT,
        /** To each, as many as its share says. */
        ALL
    }

    /**
     * What an executor sends to the executors of one component.
     *
     * @param from its number
     * @param to numbers of receivers
     * @param tuplesEach by receiver: tuples per unit of work of the sender, on average
     */
    public record Output(int from, List<Integer> to, List<Double> tuplesEach, Choice choice) {
        public Output {
            to = List.copyOf(to);
            tuplesEach = List.copyOf(tuplesEach);
        }
    }
}
