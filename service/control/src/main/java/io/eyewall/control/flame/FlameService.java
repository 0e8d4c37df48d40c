package io.eyewall.control.flame;

import com.fasterxml.jackson.databind.JsonNode;
import io.eyewall.control.ControlService;
import io.eyewall.control.wire.WireJson;
import io.eyewall.engine.RunningTopology;
import io.eyewall.topology.TopologyPlan;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The control service that samples this process' threads for some seconds and returns a flame
 * graph. Only one sampling runs at a time. It ends after its duration, whether the client still
 * waits or not.
 */
public final class FlameService implements ControlService {
    /**
     * The name of the service; its arguments are {@link Asked}, its result is a {@link FlameGraph}.
     */
    public static final String NAME = "flame.record";

    /** The longest sampling. */
    public static final int MAX_SECONDS = 60;

    /** The longest time from the end of the sampling until the answer is computed. */
    public static final Duration READING = Duration.ofSeconds(60);

    private static final int DEFAULT_PERIOD_MS = 10;
    private static final int MAX_PERIOD_MS = 1_000;

    /** Whether a sampling runs; static because a JVM has one flight recorder. */
    private static final AtomicBoolean IS_RECORDING = new AtomicBoolean();

    private final Supplier<? extends Collection<? extends RunningTopology>> topologies;

    /** The grouping of stacks. */
    public enum By {
        /** By the component whose code runs, without the callers. */
        COMPONENT,
        /** By thread, with all callers. */
        THREAD
    }

    /**
     * The arguments.
     *
     * @param seconds duration, 1 to {@value #MAX_SECONDS}
     * @param by grouping of stacks; null for components
     * @param periodMs milliseconds between two samples, 1 to 1000; null for 10
     */
    public record Asked(int seconds, @Nullable By by, @Nullable Integer periodMs) {}

    /**
     * Creates the service.
     *
     * @param topologies returns the topologies of this process
     */
    public FlameService(Supplier<? extends Collection<? extends RunningTopology>> topologies) {
        this.topologies = topologies;
    }

    @Override
    public FlameGraph answer(@Nullable JsonNode arguments) throws Exception {
        Asked request = WireJson.read(arguments, Asked.class);
        if (request == null) {
            throw new IllegalArgumentException("no seconds were given");
        }
        checkRange("seconds", request.seconds(), MAX_SECONDS);
        int periodMs = request.periodMs() == null ? DEFAULT_PERIOD_MS : request.periodMs();
        checkRange("periodMs", periodMs, MAX_PERIOD_MS);
        if (!IS_RECORDING.compareAndSet(false, true)) {
            throw new IllegalStateException(
                    "another flame graph of this process is being recorded; wait for its end");
        }
        try {
            return record(request.seconds(), periodMs, request.by() != By.THREAD);
        } catch (LinkageError e) {
            throw new UnsupportedOperationException(
                    "the JVM of process %d has no module jdk.jfr; start it with a full JDK"
                            .formatted(ProcessHandle.current().pid()),
                    e);
        } catch (IOException e) {
            throw new IllegalStateException(
                    "the samples can't be stored in %s (%s); make room there"
                            .formatted(System.getProperty("java.io.tmpdir"), e),
                    e);
        } finally {
            IS_RECORDING.set(false);
        }
    }

    private FlameGraph record(int seconds, int periodMs, boolean byComponent)
            throws IOException, InterruptedException {
        List<TopologyPlan> plans =
                topologies.get().stream()
                        .filter(topology -> !topology.status().isOver())
                        .map(RunningTopology::plan)
                        .toList();
        ComponentFinder componentFinder = new ComponentFinder(plans);
        StackTree tree = new StackTree();
        FlameRecorder.record(
                Duration.ofSeconds(seconds),
                Duration.ofMillis(periodMs),
                sample ->
                        tree.add(
                                byComponent
                                        ? componentFinder.byComponent(sample)
                                        : ComponentFinder.byThread(sample)));
        String title = String.join(", ", plans.stream().map(TopologyPlan::name).toList());
        return tree.toGraph(title, seconds, periodMs);
    }

    private static void checkRange(String what, int value, int max) {
        if (value < 1 || value > max) {
            throw new IllegalArgumentException(what + " is " + value + ", expected 1 to " + max);
        }
    }
}
