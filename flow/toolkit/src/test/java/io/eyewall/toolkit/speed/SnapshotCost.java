package io.eyewall.toolkit.speed;

import io.eyewall.local.Eyewall;
import io.eyewall.local.TopologyHandle;
import io.eyewall.toolkit.flow.FlowBuilder;
import io.eyewall.toolkit.generate.Generator;
import io.eyewall.toolkit.window.Bound;
import io.eyewall.toolkit.window.WindowSpec;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.apache.storm.Config;

/**
 * The rate and the processor time of a pipeline with windows, with or without snapshots; started by
 * {@code benchmarks/snapshots}, in a JVM of its own each time. Arguments: number of keys, seconds
 * of warm-up, seconds, and, with snapshots, their interval in milliseconds and their folder.
 */
public final class SnapshotCost {
    private static final int PER_WINDOW = 10;
    private static final double NS_PER_SECOND = 1e9;
    private static final LongAdder RESULTS = new LongAdder();

    private SnapshotCost() {}

    /** Prints values per second, and processor seconds for a million of them. */
    public static void main(String[] args) throws Exception {
        long keys = Long.parseLong(args[0]);
        FlowBuilder flows = new FlowBuilder();
        flows.source(
                        "numbers",
                        Generator.of(n -> List.of(n), "n").maxPending(10_000).build(),
                        tuple -> tuple.getLong(0))
                .keyBy(number -> number % keys)
                .window(WindowSpec.<Long>tumbling(Bound.count(PER_WINDOW)))
                .ackAtOnce()
                .<Long>evaluate("windows", (key, values, out) -> out.accept(values.get(0)))
                .forEach("end", value -> RESULTS.increment());
        Config conf = new Config();
        if (args.length > 3) {
            conf.put("eyewall.snapshot.interval.ms", args[3]);
            conf.put("eyewall.snapshot.dir", args[4]);
        }
        try (TopologyHandle running = Eyewall.start("cost", conf, flows.build())) {
            Thread.sleep(Long.parseLong(args[1]) * 1000);
            long values = -PER_WINDOW * RESULTS.sum();
            long timeNs = -System.nanoTime();
            long cpuNs = -cpuNs();
            Thread.sleep(Long.parseLong(args[2]) * 1000);
            values += PER_WINDOW * RESULTS.sum();
            timeNs += System.nanoTime();
            cpuNs += cpuNs();
            running.failure().ifPresent(failure -> failure.cause().printStackTrace());
            System.out.printf(
                    "%.0f %.3f%n",
                    values / (timeNs / NS_PER_SECOND), cpuNs / NS_PER_SECOND / (values / 1e6));
            Runtime.getRuntime().halt(0);
        }
    }

    private static long cpuNs() {
        return ((com.sun.management.OperatingSystemMXBean)
                        ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }
}
