package io.eyewall.model.stepping;

import java.util.List;

/**
 * The input of a simulation of steps: executors on cores, and what they send each other.
 *
 * @param cores number of cores
 * @param executors by number
 * @param outputs tuples that executors send
 * @param acked whether messages are tracked: then a message ends when its spout receives the
 *     completion
 * @param maxPending limit of pending messages per spout executor; 0 for no limit
 * @param stops stops of all threads by the garbage collector
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
     * @param core its core, from 0
     * @param serviceNs time of its core per tuple, without crossings
     * @param threadNs time of its dedicated thread per tuple, waiting included; 0 if it has none
     * @param scv squared coefficient of variation of the one of these two times that contains its
     *     user code
     * @param perSec messages per second, as a Poisson process, if it is a spout; 0 if not
     */
    public record Executor(
            int core, double serviceNs, double threadNs, double scv, double perSec) {}

    /** How the receivers of a tuple are chosen. */
    public enum Choice {
        /** To the receivers in turn, in proportion to their shares. */
        IN_TURN,
        /** To a random receiver, in proportion to the shares, as by keys. */
        BY_LOT,
        /** To each receiver, as many tuples as its share. */
        ALL
    }

    /**
     * The tuples that an executor sends to the executors of one component.
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
