package io.eyewall.benchmarks.accuracy;

import io.eyewall.model.calibration.Recording;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures the processor time of the core threads of this JVM. The engine's busy time is wall-clock
 * time and includes the time for which other processes had the processor; if a thread's processor
 * time is lower, that is the correct value.
 */
final class CoreThreads {
    private static final String ENGINE = "eyewall-";
    private static final String NAME = ENGINE + "core-";

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final List<Map<Integer, Long>> windows = new ArrayList<>();
    private Map<Integer, Long> last = Map.of();
    private boolean begun;

    /**
     * Records the processor time used until now.
     *
     * @param ended whether a recorded window has ended; on the first call, one begins
     */
    void add(boolean ended) {
        Map<Integer, Long> now = new HashMap<>();
        for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (thread != null && thread.getThreadName().matches(NAME + "\\d+")) {
                int core = Integer.parseInt(thread.getThreadName().substring(NAME.length()));
                now.merge(core, threads.getThreadCpuTime(thread.getThreadId()), Long::sum);
            }
        }
        if (ended && begun) {
            Map<Integer, Long> used = new HashMap<>();
            now.forEach((core, ns) -> used.put(core, ns - last.getOrDefault(core, ns)));
            windows.add(used);
        }
        last = now;
        begun = true;
    }

    /**
     * Returns the processor time so far of all engine threads in this JVM: cores, dedicated
     * executors, watcher, monitor.
     */
    static Map<Long, Long> engineNs() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        Map<Long, Long> all = new HashMap<>();
        for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (thread != null && thread.getThreadName().startsWith(ENGINE)) {
                all.put(thread.getThreadId(), threads.getThreadCpuTime(thread.getThreadId()));
            }
        }
        return all;
    }

    /** Returns the processor time since then of the threads that still exist. */
    static long engineNsSince(Map<Long, Long> before) {
        long sum = 0;
        for (Map.Entry<Long, Long> thread : engineNs().entrySet()) {
            sum += thread.getValue() - before.getOrDefault(thread.getKey(), 0L);
        }
        return sum;
    }

    /** Returns the recording with busy times limited to the measured processor time. */
    Recording correct(Recording recording) {
        List<Recording.Window> corrected = new ArrayList<>();
        for (int w = 0; w < recording.windows().size(); w++) {
            Recording.Window window = recording.windows().get(w);
            List<Double> busyNs = new ArrayList<>();
            for (int core = 0; core < window.busyNs().size(); core++) {
                long cpuNs = windows.get(w).getOrDefault(core, -1L);
                double clockNs = window.busyNs().get(core);
                busyNs.add(
                        cpuNs > 0 ? Math.min((double) cpuNs, clockNs) : clockNs); // 0: a new thread
            }
            corrected.add(
                    new Recording.Window(
                            window.seconds(),
                            window.executors(),
                            window.flows(),
                            busyNs,
                            window.latency(),
                            window.heap()));
        }
        return recording.withWindows(corrected);
    }
}
