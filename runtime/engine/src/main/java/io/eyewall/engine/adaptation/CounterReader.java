package io.eyewall.engine.adaptation;

import io.eyewall.engine.core.Core;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.executor.InputStats;
import io.eyewall.engine.executor.Task;
import io.eyewall.engine.lifecycle.TopologyRuntime;
import io.eyewall.engine.routing.Grouper;
import io.eyewall.engine.routing.Route;
import io.eyewall.engine.routing.Router;
import io.eyewall.placement.load.ExecutorId;
import io.eyewall.topology.ComponentPlan;
import io.eyewall.topology.ExecutorPlan;
import io.eyewall.topology.config.ConfigKeys;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads the counters of cores and executors. The values may be slightly out of date. */
final class CounterReader {
    private final List<Core> cores;

    CounterReader(List<Core> cores) {
        this.cores = cores;
    }

    CounterSnapshot read(List<TopologyRuntime> topologies) {
        List<ExecutorCounters> readings = new ArrayList<>();
        for (TopologyRuntime topology : topologies) {
            String topologyId = topology.plan().id();
            List<Executor> executors = topology.executors();
            Map<Integer, ExecutorId> executorsByTask = new HashMap<>();
            for (Executor executor : executors) {
                executor.tasks()
                        .forEach(
                                task ->
                                        executorsByTask.put(
                                                task.taskId(), executorId(topologyId, executor)));
            }
            for (Executor executor : executors) {
                readings.add(
                        read(
                                executorId(topologyId, executor),
                                executor,
                                topology,
                                executorsByTask));
            }
        }
        return new CounterSnapshot(
                cores.get(0).clock().nanoTime(),
                cores.stream().map(Core::busyNs).toList(),
                readings);
    }

    static ExecutorId executorId(String topologyId, Executor executor) {
        return executorId(topologyId, executor.plan());
    }

    static ExecutorId executorId(String topologyId, ExecutorPlan plan) {
        return new ExecutorId(topologyId, plan.componentId(), plan.firstTask(), plan.lastTask());
    }

    static ExecutorPlan executorPlan(ExecutorId id) {
        return new ExecutorPlan(id.component(), id.firstTask(), id.lastTask());
    }

    private static ExecutorCounters read(
            ExecutorId id,
            Executor executor,
            TopologyRuntime topology,
            Map<Integer, ExecutorId> executorsByTask) {
        Map<String, Double> calledNsByComponent = new HashMap<>();
        Map<Integer, Long> executed = new HashMap<>();
        Map<ExecutorId, Long> sent = new HashMap<>();
        for (Task task : executor.tasks()) {
            executed.put(task.taskId(), 0L);
            for (InputStats input : task.inputs()) {
                calledNsByComponent.merge(
                        input.componentId(), (double) input.nestedNs(), Double::sum);
                executed.merge(task.taskId(), input.executed(), Long::sum);
            }
            for (Router router : task.routersInUse()) {
                for (Route route : router.routes()) {
                    addSent(route, topology, executorsByTask, sent);
                }
            }
        }
        return new ExecutorCounters(
                id,
                executor.core().index(),
                executor.isDedicated(),
                isBound(executor, topology),
                executor.callTimes().loadNs(),
                calledNsByComponent,
                executed,
                sent);
    }

    /**
     * Returns whether plans must not move an executor: because its component is one that Storm adds
     * to each topology, it is dedicated, the configuration pins it, or its topology is not running.
     */
    private static boolean isBound(Executor executor, TopologyRuntime topology) {
        ComponentPlan component = executor.component();
        return !component.isUserDefined()
                || executor.isDedicated()
                || !topology.isRunning()
                || component.conf().get(ConfigKeys.CORE.name()) != null;
    }

    /**
     * Adds the tuples that were sent on one stream, by receiver. Those that no grouping counted
     * were emitted directly to chosen tasks, and are divided evenly among the direct subscribers'
     * tasks.
     */
    private static void addSent(
            Route route,
            TopologyRuntime topology,
            Map<Integer, ExecutorId> executorsByTask,
            Map<ExecutorId, Long> sent) {
        long toSubscribers = 0;
        for (Grouper grouper : route.groupers()) {
            List<Integer> targets = new ArrayList<>();
            for (int i = 0; i < grouper.targetCount(); i++) {
                targets.add(grouper.target(i).taskId());
            }
            long toSubscriber = 0;
            for (int i = 0; i < (grouper.countsEachTarget() ? targets.size() : 1); i++) {
                toSubscriber += grouper.sent(i);
                if (grouper.countsEachTarget()) {
                    sent.merge(executorsByTask.get(targets.get(i)), grouper.sent(i), Long::sum);
                }
            }
            if (!grouper.countsEachTarget()) {
                addEvenly(toSubscriber, targets, executorsByTask, sent);
            }
            toSubscribers += toSubscriber;
        }
        List<Integer> directTargets = new ArrayList<>();
        for (String subscriber : route.directSubscribers()) {
            directTargets.addAll(topology.plan().component(subscriber).taskIds());
        }
        addEvenly(route.transferred() - toSubscribers, directTargets, executorsByTask, sent);
    }

    /** Divides a number of tuples evenly among tasks for which only the sum was counted. */
    private static void addEvenly(
            long tuples,
            List<Integer> targets,
            Map<Integer, ExecutorId> executorsByTask,
            Map<ExecutorId, Long> sent) {
        for (int target : targets) {
            sent.merge(executorsByTask.get(target), tuples / targets.size(), Long::sum);
        }
    }
}
