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
            String id = topology.plan().id();
            List<Executor> executors = topology.executors();
            Map<Integer, ExecutorId> byTask = new HashMap<>();
            for (Executor executor : executors) {
                executor.tasks().forEach(task -> byTask.put(task.taskId(), id(id, executor)));
            }
            for (Executor executor : executors) {
                readings.add(read(id(id, executor), executor, topology, byTask));
            }
        }
        return new CounterSnapshot(
                cores.get(0).clock().nanoTime(),
                cores.stream().map(Core::busyNs).toList(),
                readings);
    }

    static ExecutorId id(String topologyId, Executor executor) {
        return id(topologyId, executor.plan());
    }

    static ExecutorId id(String topologyId, ExecutorPlan plan) {
        return new ExecutorId(topologyId, plan.componentId(), plan.firstTask(), plan.lastTask());
    }

    static ExecutorPlan plan(ExecutorId id) {
        return new ExecutorPlan(id.component(), id.firstTask(), id.lastTask());
    }

    private static ExecutorCounters read(
            ExecutorId id,
            Executor executor,
            TopologyRuntime topology,
            Map<Integer, ExecutorId> byTask) {
        Map<String, Double> calledNs = new HashMap<>();
        Map<Integer, Long> executed = new HashMap<>();
        Map<ExecutorId, Long> sent = new HashMap<>();
        for (Task task : executor.tasks()) {
            executed.put(task.taskId(), 0L);
            for (InputStats input : task.inputs()) {
                calledNs.merge(input.componentId(), (double) input.nestedNs(), Double::sum);
                executed.merge(task.taskId(), input.executed(), Long::sum);
            }
            for (Router router : task.routersInUse()) {
                for (Route route : router.routes()) {
                    addSent(route, topology, byTask, sent);
                }
            }
        }
        return new ExecutorCounters(
                id,
                executor.core().index(),
                executor.isDedicated(),
                isBound(executor, topology),
                executor.callTimes().loadNs(),
                calledNs,
                executed,
                sent);
    }

    /**
     * Returns whether plans must not move an executor: because Storm added it, it is dedicated, the
     * configuration pins it, or its topology is not running.
     */
    private static boolean isBound(Executor executor, TopologyRuntime topology) {
        ComponentPlan component = executor.component();
        return !component.isUser()
                || executor.isDedicated()
                || !topology.isRunning()
                || component.conf().get(ConfigKeys.CORE.name()) != null;
    }

    private static void addSent(
            Route route,
            TopologyRuntime topology,
            Map<Integer, ExecutorId> byTask,
            Map<ExecutorId, Long> sent) {
        long toSubscribers = 0;
        for (Grouper grouper : route.groupers()) {
            List<Integer> targets = new ArrayList<>();
            for (int i = 0; i < grouper.targetCount(); i++) {
                targets.add(grouper.target(i).taskId());
            }
            long toSubscriber = 0;
            for (int i = 0; i < (grouper.countsEach() ? targets.size() : 1); i++) {
                toSubscriber += grouper.sent(i);
                if (grouper.countsEach()) {
                    sent.merge(byTask.get(targets.get(i)), grouper.sent(i), Long::sum);
                }
            }
            if (!grouper.countsEach()) {
                spread(toSubscriber, targets, byTask, sent);
            }
            toSubscribers += toSubscriber;
        }
        List<Integer> direct = new ArrayList<>();
        for (String subscriber : route.directSubscribers()) {
            direct.addAll(topology.plan().component(subscriber).taskIds());
        }
        spread(route.transferred() - toSubscribers, direct, byTask, sent);
    }

    /** Distributes a count evenly over receivers of which only the sum was counted. */
    private static void spread(
            long tuples,
            List<Integer> targets,
            Map<Integer, ExecutorId> byTask,
            Map<ExecutorId, Long> sent) {
        for (int target : targets) {
            sent.merge(byTask.get(target), tuples / targets.size(), Long::sum);
        }
    }
}
