package io.eyewall.cluster.load;

import io.eyewall.plugin.wire.LoadReport;
import io.eyewall.plugin.wire.LoadReport.ExecutorUse;
import io.eyewall.plugin.wire.LoadReport.TaskTraffic;
import java.util.ArrayList;
import java.util.List;

/** Makes reports for tests, of windows of 20 s. */
final class Reports {
    static final double WINDOW_SEC = 20;

    private final String topology;
    private final String node;
    private final String run;
    private final long startMs;
    private final List<ExecutorUse> executors = new ArrayList<>();
    private final List<TaskTraffic> traffic = new ArrayList<>();

    private Reports(String topology, String node, String run, long startMs) {
        this.topology = topology;
        this.node = node;
        this.run = run;
        this.startMs = startMs;
    }

    static Reports of(String topology, String node, String run, long startMs) {
        return new Reports(topology, node, run, startMs);
    }

    Reports executor(String component, int first, int last, double cores) {
        executors.add(new ExecutorUse(component, first, last, cores, 200));
        return this;
    }

    Reports sent(int from, int to, long tuples) {
        traffic.add(new TaskTraffic(from, to, tuples, tuples * 10));
        return this;
    }

    LoadReport report(long sequence) {
        return new LoadReport(
                topology,
                node,
                "host-" + node,
                6700,
                run,
                startMs,
                sequence,
                0,
                WINDOW_SEC,
                0.5,
                1.5,
                4,
                executors,
                traffic,
                0);
    }
}
