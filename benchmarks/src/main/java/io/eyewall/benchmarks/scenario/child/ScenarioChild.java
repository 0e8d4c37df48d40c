package io.eyewall.benchmarks.scenario.child;

import io.eyewall.benchmarks.scenario.AnswerCheck;
import io.eyewall.benchmarks.scenario.Peer;
import io.eyewall.benchmarks.scenario.PeerKind;
import io.eyewall.benchmarks.scenario.RunningSystem;
import io.eyewall.benchmarks.scenario.Scenario;
import io.eyewall.benchmarks.scenario.Scoreboard;
import io.eyewall.benchmarks.scenario.Scoreboard.Role;
import io.eyewall.benchmarks.scenario.SystemProvider;
import io.eyewall.benchmarks.scenario.handwritten.HandwrittenSystems;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;

/**
 * The main class of a child JVM: {@code <scenario> <system> <warm-up ms> <window ms> <launched,
 * epoch ms> <result file>}.
 *
 * <p>It ends with {@link System#exit}, because Storm leaves threads behind. The status is 0 if the
 * result file is complete, whether or not the answer is right. Otherwise it ends at once, with
 * status 1 and the reason on stderr, because the output of a system's shutdown would hide the
 * reason.
 */
public final class ScenarioChild {
    private static final long FIRST_UNIT_LIMIT_MS = 120_000;

    private final Scenario scenario;
    private final Peer peer;
    private final long warmupMs;
    private final long windowMs;
    private final long launchedEpochMs;

    private ScenarioChild(
            Scenario scenario, Peer peer, long warmupMs, long windowMs, long launchedEpochMs) {
        this.scenario = scenario;
        this.peer = peer;
        this.warmupMs = warmupMs;
        this.windowMs = windowMs;
        this.launchedEpochMs = launchedEpochMs;
    }

    /** Runs one measurement; see the class. */
    @SuppressWarnings("CatchAndPrintStackTrace") // stderr is the log that the runner quotes
    public static void main(String[] args) {
        try {
            if (args.length != 6) {
                throw new IllegalArgumentException(
                        "expected 6 arguments, got "
                                + args.length
                                + "; this class is started by eyewall bench");
            }
            ScenarioChild child =
                    new ScenarioChild(
                            Scenario.parse(args[0]),
                            Peer.parse(args[1]),
                            Long.parseLong(args[2]),
                            Long.parseLong(args[3]),
                            Long.parseLong(args[4]));
            child.run().write(Path.of(args[5]));
        } catch (Exception | LinkageError e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
        System.exit(0);
    }

    private Measurement run() throws Exception {
        RunningSystem system = createSystem();
        system.start();
        final long firstUnitMs = awaitFirstUnit();
        Thread.sleep(warmupMs);
        final WindowMeter.Window window = WindowMeter.measure(windowMs);
        final long rssKib = ProcessGauge.status("VmRSS");
        final long rssPeakKib = ProcessGauge.status("VmHWM");
        final int osThreads = (int) ProcessGauge.status("Threads");
        final int javaThreads = ProcessGauge.javaThreads();

        Scoreboard.requestStop();
        final Drain.Result drain = Drain.await(scenario, peer);
        List<String> problems =
                AnswerCheck.problems(
                        scenario, AnswerCheck.Outcome.ofScoreboard(peer.kind().isKeyed(scenario)));
        long closingNs = System.nanoTime();
        system.close();
        long closeMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - closingNs);

        return new Measurement(
                window.units(),
                window.windowNs(),
                window.cpuNs(),
                window.machineCpuNs(),
                rssKib,
                rssPeakKib,
                javaThreads,
                osThreads,
                firstUnitMs,
                window.gcCount(),
                window.gcMs(),
                drain.drainMs(),
                drain.extras(),
                closeMs,
                Scoreboard.sum(Role.EMITTED),
                Scoreboard.sum(Role.COUNTED),
                window.sliceUnitsPerSec(),
                window.latencies().fromDue(),
                window.latencies().fromEmit(),
                ProcessGauge.collectorNames(),
                ProcessGauge.javaVersion(),
                problems);
    }

    private RunningSystem createSystem() {
        PeerKind kind = peer.kind();
        return switch (kind.family()) {
            case HANDWRITTEN -> HandwrittenSystems.create(kind, scenario);
            case STORM, EYEWALL -> new LocalClusterSystem(peer, scenario);
            case FLINK, JET -> provider(kind).create(scenario);
        };
    }

    private static SystemProvider provider(PeerKind kind) {
        return ServiceLoader.load(SystemProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(provider -> provider.kind() == kind)
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalStateException(
                                        "nothing on the class path makes system " + kind.id()));
    }

    /** Returns the milliseconds from the launch of this JVM to the first unit, within 1 ms. */
    private long awaitFirstUnit() throws InterruptedException {
        long startNs = System.nanoTime();
        while (Scoreboard.sum(Role.COUNTED) == 0) {
            Thread.sleep(1);
            if (TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs) > FIRST_UNIT_LIMIT_MS) {
                throw new IllegalStateException(
                        "system "
                                + peer
                                + ", scenario "
                                + scenario
                                + ": nothing counted within "
                                + FIRST_UNIT_LIMIT_MS
                                + " ms after the start; emitted "
                                + Scoreboard.sum(Role.EMITTED)
                                + " tuples");
            }
        }
        return System.currentTimeMillis() - launchedEpochMs;
    }
}
