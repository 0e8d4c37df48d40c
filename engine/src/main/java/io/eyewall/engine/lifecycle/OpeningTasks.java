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
 * Which tasks are being opened or prepared, so that one that hangs can be named: the whole topology
 * waits for it. Thread-safe; warnings are one thread's, the monitor's.
 */
final class OpeningTasks {
    private static final Logger LOG = LoggerFactory.getLogger(OpeningTasks.class);
    private static final long FIRST_WARNING_NS = TimeUnit.SECONDS.toNanos(10);

    private final TopologyPlan plan;
    private final Clock clock;
    private final Map<Executor, Opening> openings = new ConcurrentHashMap<>();

    /** Of about the first; 0 before. */
    private volatile long firstBeginNs;

    /** After the first began. Of the monitor. */
    private long nextWarningNs = FIRST_WARNING_NS;

    OpeningTasks(TopologyPlan plan, Clock clock) {
        this.plan = plan;
        this.clock = clock;
    }

    private static final class Opening {
        final int taskId;
        final Thread thread;
        final long beginNs;

        Opening(int taskId, Thread thread, long beginNs) {
            this.taskId = taskId;
            this.thread = thread;
            this.beginNs = beginNs;
        }
    }

    /** An executor opens its next task, on the calling thread. */
    void begin(Executor executor, Task task) {
        Opening opening = new Opening(task.taskId(), Thread.currentThread(), clock.nanoTime());
        if (firstBeginNs == 0) {
            firstBeginNs = opening.beginNs;
        }
        openings.put(executor, opening);
    }

    /** An executor has no task in such a call any more, or nobody waits for it. */
    void end(Executor executor) {
        openings.remove(executor);
    }

    /** The longest first; those of Storm's own components, which wait for others', last. */
    List<TaskOpening> now() {
        return openings.entrySet().stream()
                .sorted(
                        Comparator.comparing(
                                        (Map.Entry<Executor, Opening> each) ->
                                                !each.getKey().component().isUser())
                                .thenComparing(each -> each.getValue().beginNs))
                .map(entry -> describe(entry.getKey(), entry.getValue()))
                .toList();
    }

    /** Says in the log what {@link #warning} says. */
    void warn() {
        String warning = warning();
        if (warning != null) {
            LOG.warn("{}", warning);
        }
    }

    /**
     * What to warn of: that one takes 10 s; then each time that as long has passed again, whichever
     * it is then: a topology of many such tasks is not to fill the log. The monitor.
     *
     * @return null for nothing
     */
    @Nullable String warning() {
        List<TaskOpening> now = now();
        if (now.isEmpty()) {
            return null;
        }
        TaskOpening first = now.get(0);
        long waitedNs = clock.nanoTime() - firstBeginNs;
        if (first.elapsed().toNanos() < FIRST_WARNING_NS || waitedNs < nextWarningNs) {
            return null;
        }
        while (nextWarningNs <= waitedNs) {
            nextWarningNs *= 2;
        }
        String more = now.size() == 1 ? "" : " and " + (now.size() - 1) + " more";
        return "topology '%s' waits, its spouts too, for %s%s"
                .formatted(plan.name(), first.describe(), more);
    }

    private TaskOpening describe(Executor executor, Opening opening) {
        String componentId = executor.component().componentId();
        boolean spout = executor.component().kind() == Kind.SPOUT;
        return new TaskOpening(
                componentId,
                opening.taskId,
                spout ? "open" : "prepare",
                Duration.ofNanos(clock.nanoTime() - opening.beginNs),
                List.of(opening.thread.getStackTrace()));
    }
}
