package io.eyewall.benchmarks.scenario.child;

import io.eyewall.benchmarks.scenario.LatencyRecorder;
import io.eyewall.benchmarks.scenario.Scoreboard;
import io.eyewall.benchmarks.scenario.Scoreboard.Role;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Reads the counters before and after a window; used by the child's main thread. */
final class WindowMeter {
    private static final int SLICES = 10;

    /**
     * The measurements of a window.
     *
     * @param units units counted
     * @param windowNs actual length of the window
     * @param cpuNs CPU time of the process
     * @param machineCpuNs CPU time of the machine; -1 if unknown
     * @param gcCount number of collections
     * @param gcMs time of collections
     * @param sliceUnitsPerSec rate in each tenth
     * @param latencies latencies of tuples
     */
    record Window(
            long units,
            long windowNs,
            long cpuNs,
            long machineCpuNs,
            long gcCount,
            long gcMs,
            List<Long> sliceUnitsPerSec,
            LatencyRecorder.Taken latencies) {}

    private WindowMeter() {}

    /** Sleeps through a window of {@code durationMs} and returns its measurements. */
    static Window measure(long durationMs) throws IOException, InterruptedException {
        List<Long> slices = new ArrayList<>(SLICES);
        long sliceNs = TimeUnit.MILLISECONDS.toNanos(durationMs) / SLICES;
        final long gcCount = ProcessGauge.gcCount();
        final long gcMs = ProcessGauge.gcMs();
        LatencyRecorder.take(Scoreboard.latencies()); // discard the latencies of the warm-up
        final long startMachineCpuNs = ProcessGauge.machineCpuNs();
        final long startCpuNs = ProcessGauge.cpuNs();
        final long startUnits = Scoreboard.sum(Role.COUNTED);
        final long startNs = System.nanoTime();
        long lastUnits = startUnits;
        long lastNs = startNs;
        for (int slice = 1; slice <= SLICES; slice++) {
            TimeUnit.NANOSECONDS.sleep(Math.max(1, startNs + slice * sliceNs - System.nanoTime()));
            long units = Scoreboard.sum(Role.COUNTED);
            long nowNs = System.nanoTime();
            slices.add(Math.round((units - lastUnits) * 1e9 / (nowNs - lastNs)));
            lastUnits = units;
            lastNs = nowNs;
        }
        long endCpuNs = ProcessGauge.cpuNs();
        long machineCpuNs =
                startMachineCpuNs < 0 ? -1 : ProcessGauge.machineCpuNs() - startMachineCpuNs;
        return new Window(
                lastUnits - startUnits,
                lastNs - startNs,
                endCpuNs - startCpuNs,
                machineCpuNs,
                ProcessGauge.gcCount() - gcCount,
                ProcessGauge.gcMs() - gcMs,
                slices,
                LatencyRecorder.take(Scoreboard.latencies()));
    }
}
