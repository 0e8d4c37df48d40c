package io.eyewall.benchmarks.accuracy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.topology.BoltDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;

/**
 * A topology of known shape: a spout that always has more, and a chain of bolts that work for each
 * tuple and emit it again.
 *
 * @param name its name in tables
 * @param acked whether messages are tracked
 * @param spoutUs work of the spout per tuple, in microseconds
 * @param boltsUs work of each bolt per tuple, in microseconds
 * @param keys by bolt: whether it is grouped by a key, else shuffled
 * @param hotPart share of the tuples that have the hot key
 */
record Subject(
        String name,
        boolean acked,
        double spoutUs,
        List<Double> boltsUs,
        boolean keys,
        double hotPart) {

    /**
     * A configuration of a subject.
     *
     * @param cores number of the engine's cores
     * @param executors by component
     */
    record Configuration(int cores, Map<String, Integer> executors) {}

    /** Returns the five subjects. */
    static List<Subject> all() {
        return List.of(
                new Subject("light chain", false, 0.2, List.of(0.2, 0.2, 0.2), false, 0),
                new Subject("heavy bolt", false, 0.5, List.of(1.0, 12.0), false, 0),
                new Subject("acked chain", true, 0.5, List.of(3.0, 3.0), false, 0),
                new Subject("even keys", false, 0.5, List.of(2.0, 6.0), true, 0),
                new Subject("skewed keys", true, 0.5, List.of(2.0, 6.0), true, 0.5));
    }

    /**
     * The configuration of a user who has not yet considered parallelism: one core, one executor
     * per component.
     */
    static final Configuration ONE_CORE = new Configuration(1, Map.of());

    /** Returns the configuration for calibration: each bolt twice, on two cores. */
    Configuration calibration() {
        return new Configuration(2, executors(1, 2));
    }

    /** Returns the configurations that are run below full load: one on one core, and one on two. */
    List<Configuration> underLoad() {
        return List.of(
                new Configuration(1, executors(1, 1)),
                new Configuration(2, executors(1, 2)),
                new Configuration(2, executors(2, 2)));
    }

    /** Returns the same subject with tracked messages, without which latency is unknown. */
    Subject tracked() {
        return new Subject(name, true, spoutUs, boltsUs, keys, hotPart);
    }

    /** Returns the ten held-out configurations. */
    List<Configuration> heldOut() {
        List<Configuration> all = new ArrayList<>();
        for (int spouts = 1; spouts <= 2; spouts++) {
            for (int bolts = 1; bolts <= 4; bolts++) {
                if (spouts != 1 || bolts != 2) {
                    all.add(new Configuration(2, executors(spouts, bolts)));
                }
            }
        }
        all.add(new Configuration(1, executors(1, 2)));
        all.add(new Configuration(1, executors(2, 2)));
        Map<String, Integer> last = executors(1, 1);
        last.put("bolt-" + (boltsUs.size() - 1), 2);
        all.add(new Configuration(2, last));
        return all;
    }

    private Map<String, Integer> executors(int spouts, int bolts) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        counts.put("spout", spouts);
        for (int b = 0; b < boltsUs.size(); b++) {
            counts.put("bolt-" + b, bolts);
        }
        return counts;
    }

    /**
     * @param perSec messages offered per second by all spout tasks; 0 if sources always have more
     */
    StormTopology build(Configuration configuration, double roundsPerUs, double perSec) {
        TopologyBuilder builder = new TopologyBuilder();
        int spouts = configuration.executors().getOrDefault("spout", 1);
        builder.setSpout(
                "spout",
                new WorkSpout(acked, Math.round(spoutUs * roundsPerUs), hotPart, perSec / spouts),
                spouts);
        String before = "spout";
        for (int b = 0; b < boltsUs.size(); b++) {
            String id = "bolt-" + b;
            BoltDeclarer bolt =
                    builder.setBolt(
                            id,
                            new WorkBolt(
                                    Math.round(boltsUs.get(b) * roundsPerUs),
                                    b == boltsUs.size() - 1),
                            configuration.executors().getOrDefault(id, 1));
            if (keys) {
                bolt.fieldsGrouping(before, new Fields("key"));
            } else {
                bolt.shuffleGrouping(before);
            }
            before = id;
        }
        return builder.createTopology();
    }
}
