package io.eyewall.benchmarks.simulated;

import java.util.Arrays;
import java.util.List;

/**
 * A spout and a chain of bolts, one executor each.
 *
 * @param name name of the topology
 * @param acked whether messages are tracked
 * @param work work of each component, the spout first, in units
 * @param emits tuples that each component emits per tuple that it receives
 * @param firstOnOtherCore index of the first component on the second core; the number of components
 *     if all are on the first core
 */
record Shape(
        String name, boolean acked, List<Integer> work, List<Integer> emits, int firstOnOtherCore) {
    /** Returns a shape on one core whose components emit one tuple each. */
    static Shape of(String name, Integer... work) {
        return new Shape(
                name,
                false,
                List.of(work),
                Arrays.stream(work).map(each -> 1).toList(),
                work.length);
    }

    Shape ackedToo() {
        return new Shape(name + ", acked", true, work, emits, firstOnOtherCore);
    }

    Shape cutBefore(int component) {
        return new Shape(name, acked, work, emits, component);
    }

    Shape emitting(Integer... tuples) {
        return new Shape(name, acked, work, List.of(tuples), firstOnOtherCore);
    }

    int components() {
        return work.size();
    }

    int core(int component) {
        return component < firstOnOtherCore ? 0 : 1;
    }

    /** Returns the core with more work per message. */
    int busiestCore() {
        int[] units = new int[2];
        int tuples = 1;
        for (int c = 0; c < components(); c++) {
            units[core(c)] += tuples * work.get(c);
            tuples *= emits.get(c);
        }
        return units[1] > units[0] ? 1 : 0;
    }

    int cores() {
        return firstOnOtherCore < components() ? 2 : 1;
    }
}
