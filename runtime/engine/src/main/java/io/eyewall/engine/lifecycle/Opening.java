package io.eyewall.engine.lifecycle;

import io.eyewall.engine.Standby;
import io.eyewall.engine.Standby.Holds;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.executor.Task;
import io.eyewall.engine.spout.SpoutExecutor;
import io.eyewall.topology.OpenedLate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.storm.topology.IStatefulBolt;
import org.apache.storm.topology.StatefulBoltExecutor;
import org.apache.storm.trident.topology.TridentBoltExecutor;
import org.jspecify.annotations.Nullable;

/**
 * Opens a topology's executors: first bolts, then spouts. In standby it opens those that may be
 * opened early, and the remaining executors when the standby is released. Thread-safe.
 */
final class Opening {
    // Prefixes of the ids of Trident's coordinators (Storm:
    // trident/topology/TridentTopologyBuilder.java).
    private static final String MASTER_COORDINATOR = "$mastercoord-";
    private static final String SPOUT_COORDINATOR = "$spoutcoord-";

    private final ExecutorRegistry registry;
    private final TopologyLife life;
    private final @Nullable Standby standby;

    /** Number of executors that open early and are not open yet. */
    private final AtomicInteger unopenedEarly = new AtomicInteger();

    Opening(ExecutorRegistry registry, TopologyLife life, @Nullable Standby standby) {
        this.registry = registry;
        this.life = life;
        this.standby = standby;
    }

    /** Reports to the standby, if any, which state each component of the assembled topology has. */
    void onAssembled() {
        if (standby != null) {
            Map<String, Holds> states = new HashMap<>();
            registry.forEachExecutor(
                    executor ->
                            states.put(
                                    executor.component().componentId(),
                                    stateOf(executor, executor.tasks())));
            standby.onAssembled(states);
        }
    }

    private static Holds stateOf(Executor executor, List<Task> tasks) {
        Object object = tasks.isEmpty() ? executor : tasks.get(0).object();
        String id = executor.component().componentId();
        if (object instanceof TridentBoltExecutor
                || id.startsWith(MASTER_COORDINATOR)
                || id.startsWith(SPOUT_COORDINATOR)) {
            return Holds.TRIDENT;
        }
        boolean isStateful =
                object instanceof StatefulBoltExecutor || object instanceof IStatefulBolt;
        if (isStateful || executor instanceof SpoutExecutor) {
            return Holds.STATE;
        }
        return object.getClass().isAnnotationPresent(OpenedLate.class)
                ? Holds.ONE_PROCESS
                : Holds.NOTHING;
    }

    /** Starts opening, if the topology is to be active and opening has not started. */
    void beginIfActive() {
        if (!life.beginOpening()) {
            if (standby != null && !life.isOpening()) {
                standby.onReady(); // inactive: nothing is opened before the topology is activated
            }
            return;
        }
        Standby current = standby;
        if (current == null || !current.isHolding()) {
            open(executor -> true);
            return;
        }
        Predicate<Executor> isEarly =
                executor -> current.opensEarly(executor.component().componentId());
        List<Executor> earlyExecutors = new ArrayList<>();
        registry.forEachExecutor(
                executor -> {
                    if (isEarly.test(executor)) {
                        earlyExecutors.add(executor);
                    }
                });
        unopenedEarly.set(earlyExecutors.size());
        if (earlyExecutors.isEmpty()) {
            current.onReady();
        }
        open(isEarly);
        current.onEarlyOpening(() -> open(isEarly.negate()));
    }

    /**
     * Called when an executor is open, or its user code threw. The standby of a failed topology
     * never becomes ready.
     */
    void onOpened(Executor executor) {
        Standby current = standby;
        if (current != null
                && current.opensEarly(executor.component().componentId())
                && unopenedEarly.decrementAndGet() == 0
                && !life.hasFailed()) {
            current.onReady();
        }
    }

    /** Returns whether the topology is in standby, so that no task gets tick tuples. */
    boolean isInStandby() {
        Standby current = standby;
        return current != null && current.isHolding();
    }

    private void open(Predicate<Executor> filter) {
        openAll(filter.and(executor -> !(executor instanceof SpoutExecutor)));
        openAll(filter.and(executor -> executor instanceof SpoutExecutor));
    }

    private void openAll(Predicate<Executor> filter) {
        Consumer<Executor> open =
                executor -> {
                    if (filter.test(executor)) {
                        executor.proxy().open();
                    }
                };
        registry.forEachExecutor(open);
    }
}
