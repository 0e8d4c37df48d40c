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

    OpeningTasks(TopologyPlan plan, Clock clock) {
        this.plan = plan;
        this.clock = clock;
    }

    private static final class Opening {
        final int taskId;
        final Thread thread;
        final long beginNs;
        long nextWarningNs = FIRST_WARNING_NS; // after the begin

        Opening(int taskId, Thread thread, long beginNs) {
            this.taskId = taskId;
            this.thread = thread;
            this.beginNs = beginNs;
        }
    }

    /** An executor opens its next task, on the calling thread. */
    void begin(Executor executor, Task task) {
        Opening opening = new Opening(task.taskId(), Thread.currentThread(), clock.nanoTime());
        openings.put(executor, opening);
    }

    /** An executor has opened its last task, or nobody waits for it any more. */
    void end(Executor executor) {
        openings.remove(executor);
    }

    /** The longest first. */
    List<TaskOpening> now() {
        return openings.entrySet().stream()
                .map(entry -> describe(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparing(TaskOpening::elapsed).reversed())
                .toList();
    }

    /** Warns of those that take long: after 10 s, then each time that as long has passed again. */
    void warn() {
        openings.forEach(
                (executor, opening) -> {
                    if (clock.nanoTime() - opening.beginNs >= opening.nextWarningNs) {
                        opening.nextWarningNs *= 2;
                        LOG.warn(
                                "topology '{}' waits, its spouts too, for {}",
                                plan.name(),
                                describe(executor, opening).describe());
                    }
                });
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
