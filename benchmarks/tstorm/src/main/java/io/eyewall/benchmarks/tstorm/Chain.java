package io.eyewall.benchmarks.tstorm;

import java.util.ArrayList;
import java.util.List;

/**
 * A chain of bolts on a cluster, as it is run and as it is simulated.
 *
 * @param workers on as many hosts as there are
 * @param pending most pending messages; 0: any
 * @param rate messages per second; 0: as many as possible
 * @param bytes of a message
 * @param bolts in their order
 */
record Chain(int workers, int pending, int rate, int bytes, List<Bolt> bolts) {
    Chain {
        bolts = List.copyOf(bolts);
    }

    /** So many executors that need so much processor time per tuple. */
    record Bolt(int executors, int micros) {}

    /**
     * @param bolts executors and microseconds, in turn
     */
    static Chain of(int workers, int pending, int rate, int bytes, int... bolts) {
        List<Bolt> all = new ArrayList<>();
        for (int i = 0; i < bolts.length; i += 2) {
            all.add(new Bolt(bolts[i], bolts[i + 1]));
        }
        return new Chain(workers, pending, rate, bytes, all);
    }

    /** Processor time of its bolts per message, in seconds. */
    double workSec() {
        return bolts.stream().mapToInt(Bolt::micros).sum() / 1e6;
    }

    /** Arguments of the topology after its name and folder. */
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
