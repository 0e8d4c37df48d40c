package io.eyewall.benchmarks.simulated;

import java.util.Arrays;
import java.util.List;

/**
 * A spout and a chain of bolts, one executor each.
 *
 * @param name of the topology
 * @param acked whether messages are followed
 * @param work of each component, the spout first, in units
 * @param emits tuples that each of them emits per tuple that it takes
 * @param firstOnOtherCore the first component on the second core; as many as there are components
 *     if all are on the first
 */
record Shape(
        String name, boolean acked, List<Integer> work, List<Integer> emits, int firstOnOtherCore) {
    /** All on one core, one tuple each. */
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

    /** Which core has more work per message. */
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
