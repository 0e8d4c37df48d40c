package io.eyewall.benchmarks.placed;

import io.eyewall.benchmarks.scenario.child.ProcessGauge;
import io.eyewall.engine.Engine;
import io.eyewall.engine.EngineSettings;
import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.SubmitSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.apache.storm.generated.InvalidTopologyException;

/** A scenario on an engine with its own threads; the calling thread sleeps while it runs. */
final class LiveRun implements Running {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final PlacedScenario scenario;
    private final Board board;
    private final Engine engine;
    private final RunningTopology topology;
    private final long startNs;
    private Meters last;

    /** Counters, whose differences are the samples. */
    private record Meters(long nowNs, long executed, long cpuNs, long machineCpuNs) {}

    /** Starts the scenario and waits until it runs, in phase 0. */
    LiveRun(PlacedScenario scenario, Map<String, Integer> pins, boolean followsLoad, Spin spin)
            throws InvalidTopologyException, InterruptedException, IOException {
        this.scenario = scenario;
        board = Board.begin(spin);
        engine = Engine.start(EngineSettings.from(LoadTopology.engineConf()));
        topology =
                engine.submit(
                        LoadTopology.plan(scenario, pins, followsLoad),
                        SubmitSettings.of(LiveRun.class.getClassLoader()));
        if (!topology.awaitStarted(LIMIT)) {
            throw new IllegalStateException(topology + " did not start within " + LIMIT);
        }
        last = read();
        startNs = last.nowNs();
    }

    @Override
    public void place(String algorithm, Duration period) {
        engine.placement().setPeriod(period);
        engine.placement().use(algorithm);
    }

    @Override
    public void setPhase(int phase) {
        board.setPhase(phase);
    }

    @Override
    public Sample sample(int place, double untilSec) throws InterruptedException, IOException {
        long leftNs = startNs + Math.round(untilSec * 1e9) - System.nanoTime();
        if (leftNs > 0) {
            TimeUnit.NANOSECONDS.sleep(leftNs);
        }
        Meters before = last;
        last = read();
        Histogram lateness = board.takeLateness();
        List<Integer> inUse = LoadTopology.cores(scenario, topology);
        double ns = last.nowNs() - before.nowNs();
        double ownCpu = last.cpuNs() - before.cpuNs();
        double machineCpu = last.machineCpuNs() - before.machineCpuNs();
        return new Sample(
                place,
                (last.nowNs() - startNs) / 1e9,
                ns / 1e9,
                last.executed() - before.executed(),
                lateness.getValueAtPercentile(50) / 1e6,
                lateness.getValueAtPercentile(99) / 1e6,
                topology.placement().moves(),
                Set.copyOf(inUse).size(),
                inUse.size(),
                ownCpu / ns,
                last.machineCpuNs() < 0 ? -1 : Math.max(0, machineCpu - ownCpu) / ns);
    }

    private Meters read() throws IOException {
        return new Meters(
                System.nanoTime(),
                board.executed(),
                ProcessGauge.cpuNs(),
                ProcessGauge.machineCpuNs());
    }

    @Override
    public List<String> finish() throws InterruptedException {
        engine.placement().use("off");
        topology.deactivate();
        long endNs = System.nanoTime() + LIMIT.toNanos();
        while (!board.isDone(topology) && System.nanoTime() < endNs) {
            Thread.sleep(1);
        }
        return board.problems(topology);
    }

    @Override
    public void close() {
        engine.close();
    }
}
