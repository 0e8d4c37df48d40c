package io.eyewall.benchmarks.placed;

import io.eyewall.engine.EngineSettings;
import io.eyewall.engine.SubmitSettings;
import io.eyewall.engine.adaptation.AutoParallelism;
import io.eyewall.engine.adaptation.CoreTree;
import io.eyewall.engine.adaptation.CurrentAlgorithm;
import io.eyewall.engine.adaptation.LivePlacement;
import io.eyewall.engine.lifecycle.TopologyRuntime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.apache.storm.generated.InvalidTopologyException;

/** A scenario on the engine's cores without their threads, in {@link VirtualCores}' time. */
final class VirtualRun implements Running {
    private static final long LIMIT_NS = 60_000_000_000L;

    /** The interval at which the engine's monitor checks whether a period is over. */
    private static final long MONITOR_PERIOD_NS = 1_000_000_000L;

    private final PlacedScenario scenario;
    private final ClassLoader callersLoader = Thread.currentThread().getContextClassLoader();
    private final VirtualCores cores;
    private final LivePlacement placement;
    private final AutoParallelism parallelism;
    private final TopologyRuntime topology;
    private final Board board;
    private final long startNs;
    private long monitorPeriodNs = MONITOR_PERIOD_NS;
    private long lookNs = Long.MAX_VALUE;
    private long lastNs;
    private long lastExecuted;
    private long lastBusyNs;

    /** Starts the scenario and steps until it runs, in phase 0. */
    VirtualRun(PlacedScenario scenario, Map<String, Integer> pins, boolean followsLoad)
            throws InvalidTopologyException {
        this.scenario = scenario;
        EngineSettings settings = EngineSettings.from(LoadTopology.engineConf());
        cores = new VirtualCores(settings.cores(), settings.batchSize(), settings.linkBatches());
        board = Board.begin(cores);
        placement =
                new LivePlacement(
                        cores.cores(),
                        CoreTree.flat(settings.cores()),
                        null,
                        CurrentAlgorithm.OFF,
                        Duration.ofSeconds(5));
        parallelism = new AutoParallelism(cores.cores(), placement);
        topology =
                TopologyRuntime.start(
                        LoadTopology.plan(scenario, pins, followsLoad),
                        SubmitSettings.of(VirtualRun.class.getClassLoader()),
                        settings,
                        cores.cores(),
                        cores,
                        Runnable::run,
                        null,
                        over -> {});
        while (!topology.isRunning()) {
            if (topology.status().isOver()) {
                throw new IllegalStateException(topology + " failed: " + topology.failure());
            }
            cores.step();
        }
        startNs = cores.reachedNs();
        lastNs = startNs;
    }

    @Override
    public void place(String algorithm, Duration period) {
        placement.setPeriod(period);
        placement.use(algorithm);
        monitorPeriodNs = Math.min(MONITOR_PERIOD_NS, period.toNanos());
        lookNs = cores.reachedNs();
    }

    @Override
    public void setPhase(int phase) {
        board.setPhase(phase);
    }

    @Override
    public Sample sample(int place, double untilSec) throws InterruptedException {
        stepUntil(startNs + Math.round(untilSec * 1e9));
        long nowNs = cores.reachedNs();
        double ns = nowNs - lastNs;
        Histogram lateness = board.takeLateness();
        List<Integer> inUse = LoadTopology.cores(scenario, topology);
        Sample sample =
                new Sample(
                        place,
                        (nowNs - startNs) / 1e9,
                        ns / 1e9,
                        board.executed() - lastExecuted,
                        lateness.getValueAtPercentile(50) / 1e6,
                        lateness.getValueAtPercentile(99) / 1e6,
                        topology.placement().moves(),
                        Set.copyOf(inUse).size(),
                        inUse.size(),
                        (cores.busyNs() - lastBusyNs) / ns,
                        0);
        lastNs = nowNs;
        lastExecuted = board.executed();
        lastBusyNs = cores.busyNs();
        return sample;
    }

    private void stepUntil(long endNs) throws InterruptedException {
        while (cores.reachedNs() < endNs) {
            cores.step();
            if (cores.reachedNs() >= lookNs) {
                cores.standStill();
                parallelism.evaluate(List.of(topology));
                placement.evaluate(List.of(topology));
                lookNs = cores.reachedNs() + monitorPeriodNs;
            }
        }
    }

    @Override
    public List<String> finish() {
        topology.deactivate();
        long endNs = cores.reachedNs() + LIMIT_NS;
        while (!board.isDone(topology) && cores.reachedNs() < endNs) {
            cores.step();
        }
        return board.problems(topology);
    }

    @Override
    public void close() {
        topology.kill(Duration.ZERO);
        while (!topology.status().isOver()) {
            cores.step();
        }
        Thread.currentThread().setContextClassLoader(callersLoader);
    }
}
