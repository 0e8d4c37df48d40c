package io.eyewall.benchmarks.scenario.runner;

import io.eyewall.benchmarks.scenario.Latency;
import io.eyewall.benchmarks.scenario.Peer;
import io.eyewall.benchmarks.scenario.Scenario;
import io.eyewall.benchmarks.scenario.child.Measurement;
import java.util.List;

/** Results to summarise and to report, as if they had been measured. */
public final class SampleRun {
    private SampleRun() {}

    /** Several systems, a parallelism of 2, latencies, and a system that only failed. */
    public static Summary summary() {
        return new Summary(
                List.of(
                        good("w1", "loop", 20),
                        RunResult.failed(step("w1", "storm"), "it broke"),
                        good("w1", "eyewall", 15),
                        good("w1", "eyewall", 16),
                        good("w1-p2", "pipe", 25),
                        good("w1-p2", "eyewall", 24),
                        good("idle", "eyewall", 0),
                        late("w6", new Latency(9, 1_000, 5_000, 9_000, 10_000))));
    }

    /** A machine. */
    public static Environment environment() {
        return new Environment(
                "2025-01-01T00:00:00Z",
                "cpu <fast>",
                2,
                1_000,
                "os",
                0.5,
                "java",
                List.of("-Xmx2g"),
                "abc",
                1_000,
                2_000,
                3);
    }

    static RunPlan.Step step(String scenario, String peer) {
        return new RunPlan.Step(1, Scenario.parse(scenario), Peer.parse(peer));
    }

    static RunResult good(String scenario, String peer, double millionUnitsPerSec) {
        return RunResult.of(step(scenario, peer), measurement(millionUnitsPerSec, List.of()));
    }

    static RunResult late(String scenario, Latency latency) {
        return RunResult.of(step(scenario, "eyewall"), measurement(1, latency, List.of()));
    }

    static RunResult wrong(String scenario, String peer, double millionUnitsPerSec) {
        return RunResult.of(
                step(scenario, peer),
                measurement(millionUnitsPerSec, List.of("a word is missing")));
    }

    static Measurement measurement(double millionUnitsPerSec, List<String> problems) {
        return measurement(millionUnitsPerSec, Latency.NONE, problems);
    }

    private static Measurement measurement(
            double millionUnitsPerSec, Latency latency, List<String> problems) {
        return new Measurement(
                Math.round(millionUnitsPerSec * 1e6),
                1_000_000_000L,
                1_000_000_000L,
                -1,
                1024,
                2048,
                10,
                20,
                100,
                0,
                0,
                0,
                0,
                0,
                1,
                1,
                List.of(),
                latency,
                latency,
                List.of("PS Scavenge"),
                "17",
                problems);
    }
}
