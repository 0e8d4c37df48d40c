package io.eyewall.engine.lifecycle;

import io.eyewall.engine.TaskOpening;
import io.eyewall.engine.core.Clock;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.executor.Task;
import io.eyewall.topology.ComponentPlan.Kind;
import io.eyewall.topology.TopologyPlan;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tasks that are being opened or prepared at the moment, so that a task that hangs can be
 * named: the whole topology waits for it. Thread-safe, except that only the monitor's thread may
 * call {@link #warning} and {@link #logWarning}.
 */
final class OpeningTasks {
    private static final Logger LOG = LoggerFactory.getLogger(OpeningTasks.class);
    private static final long FIRST_WARNING_NS = TimeUnit.SECONDS.toNanos(10);

    private final TopologyPlan plan;
    private final Clock clock;
    private final Map<Executor, OpeningCall> openings = new ConcurrentHashMap<>();

    /** Time at which the first task began, approximately; 0 before that. */
    private volatile long firstBeginNs;

    /** Time of the next warning, relative to the first begin. Used by the monitor only. */
    private long nextWarningNs = FIRST_WARNING_NS;

    OpeningTasks(TopologyPlan plan, Clock clock) {
        this.plan = plan;
        this.clock = clock;
    }

    private static final class OpeningCall {
        final int taskId;
        final Thread thread;
        final long beginNs;

        OpeningCall(int taskId, Thread thread, long beginNs) {
            this.taskId = taskId;
            this.thread = thread;
            this.beginNs = beginNs;
        }
    }

    /** Records that an executor opens its next task, on the calling thread. */
    void begin(Executor executor, Task task) {
        OpeningCall call = new OpeningCall(task.taskId(), Thread.currentThread(), clock.nanoTime());
        if (firstBeginNs == 0) {
            firstBeginNs = call.beginNs;
        }
        openings.put(executor, call);
    }

    /**
     * Records that none of an executor's tasks is being opened, or that the topology no longer
     * waits for the executor.
     */
    void end(Executor executor) {
        openings.remove(executor);
    }

    /**
     * Returns the calls in progress, longest first; Storm's own components, which wait for others,
     * come last.
     */
    List<TaskOpening> callsInProgress() {
        return openings.entrySet().stream()
                .sorted(
                        Comparator.comparing(
                                        (Map.Entry<Executor, OpeningCall> each) ->
                                                !each.getKey().component().isUserDefined())
                                .thenComparing(each -> each.getValue().beginNs))
                .map(entry -> describe(entry.getKey(), entry.getValue()))
                .toList();
    }

    /** Logs {@link #warning}, if there is one. */
    void logWarning() {
        String warning = warning();
        if (warning != null) {
            LOG.warn("{}", warning);
        }
    }

    /**
     * Returns a warning if a task has taken 10 s or longer. The time until the next warning
     * doubles, whichever task it names then, so that a topology with many slow tasks does not fill
     * the log. Called by the monitor's thread.
     *
     * @return null if there is nothing to warn of
     */
    @Nullable String warning() {
        List<TaskOpening> calls = callsInProgress();
        if (calls.isEmpty()) {
            return null;
        }
        TaskOpening first = calls.get(0);
        long waitedNs = clock.nanoTime() - firstBeginNs;
        if (first.elapsed().toNanos() < FIRST_WARNING_NS || waitedNs < nextWarningNs) {
            return null;
        }
        while (nextWarningNs <= waitedNs) {
            nextWarningNs *= 2;
        }
        String more = calls.size() == 1 ? "" : " and " + (calls.size() - 1) + " more";
        return "topology '%s' has not started: all its spouts wait for %s%s"
                .formatted(plan.name(), first.describe(), more);
    }

    private TaskOpening describe(Executor executor, OpeningCall call) {
        String componentId = executor.component().componentId();
        boolean isSpout = executor.component().kind() == Kind.SPOUT;
        return new TaskOpening(
                componentId,
                call.taskId,
                isSpout ? "open" : "prepare",
                Duration.ofNanos(clock.nanoTime() - call.beginNs),
                List.of(call.thread.getStackTrace()));
    }
}
