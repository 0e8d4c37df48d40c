package io.eyewall.model.stepping;

import java.util.List;

/**
 * The input of {@link EngineSteps}: executors on cores, and the tuples that they send each other.
 *
 * @param cores number of cores
 * @param executors the executors; an executor's index is its number
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
     * @param scv squared coefficient of variation of the time of its user code: of {@code threadNs}
     *     if it has a thread, otherwise of {@code serviceNs}
     * @param perSec messages per second of a spout's source, which is a Poisson process; infinite
     *     if it always has more; 0 for a bolt
     */
    public record Executor(
            int core, double serviceNs, double threadNs, double scv, double perSec) {}

    /** How the receivers of a tuple are chosen. */
    public enum Choice {
        /** Receivers take turns, in proportion to their shares. */
        IN_TURN,
        /** A random receiver, with a probability in proportion to its share, as by keys. */
        RANDOM,
        /** Every receiver; each receives as many tuples as its share says. */
        ALL
    }

    /**
     * The tuples that an executor sends to the executors of one component.
     *
     * @param from number of the sending executor
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
