package io.eyewall.benchmarks.tstorm;

import java.util.ArrayList;
import java.util.List;

/**
 * A chain of bolts that runs on a cluster and in the simulator.
 *
 * @param workers number of workers, spread over all hosts
 * @param pending maximum number of pending messages; 0 for no limit
 * @param rate messages per second; 0 for as many as possible
 * @param bytes length of a message
 * @param bolts the bolts in their order
 */
record Chain(int workers, int pending, int rate, int bytes, List<Bolt> bolts) {
    Chain {
        bolts = List.copyOf(bolts);
    }

    /**
     * A bolt of the chain.
     *
     * @param executors number of its executors
     * @param micros processor time per tuple in microseconds
     */
    record Bolt(int executors, int micros) {}

    /**
     * Returns a chain.
     *
     * @param bolts for each bolt, its executors and its microseconds
     */
    static Chain of(int workers, int pending, int rate, int bytes, int... bolts) {
        List<Bolt> all = new ArrayList<>();
        for (int i = 0; i < bolts.length; i += 2) {
            all.add(new Bolt(bolts[i], bolts[i + 1]));
        }
        return new Chain(workers, pending, rate, bytes, all);
    }

    /** Returns the processor time of all bolts per message, in seconds. */
    double workSec() {
        return bolts.stream().mapToInt(Bolt::micros).sum() / 1e6;
    }

    /** Returns the arguments of the topology that follow its name and folder. */
    List<String> arguments() {
        List<String> words = new ArrayList<>();
        for (int number : new int[] {workers, pending, rate, bytes}) {
            words.add(Integer.toString(number));
        }
        bolts.forEach(bolt -> words.add(bolt.executors() + "x" + bolt.micros()));
        return words;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        text.append(workers).append(workers == 1 ? " worker, " : " workers, ");
        text.append(rate == 0 ? pending + " pending" : rate + "/s");
        text.append(bytes < 1000 ? "" : ", " + bytes / 1000 + " KB");
        String between = "; ";
        for (Bolt bolt : bolts) {
            text.append(between).append(bolt.executors());
            text.append(" x ").append(bolt.micros() / 1e3).append(" ms");
            between = ", ";
        }
        return text.toString();
    }
}
