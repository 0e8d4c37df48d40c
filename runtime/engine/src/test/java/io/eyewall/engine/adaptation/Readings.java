package io.eyewall.engine.adaptation;

import io.eyewall.placement.load.ExecutorId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Builds counters of one topology, at second 0 and after a window of one second. */
final class Readings {
    private static final long WINDOW_NS = 1_000_000_000L;

    private final List<ExecutorCounters> executors = new ArrayList<>();
    private final Long[] busyNs;

    Readings(double... busyByCore) {
        busyNs = new Long[busyByCore.length];
        for (int i = 0; i < busyNs.length; i++) {
            busyNs[i] = (long) (busyByCore[i] * WINDOW_NS);
        }
    }

    /** Returns the executor of a task. The component is named by its first letter. */
    static ExecutorId id(String name) {
        int task = Integer.parseInt(name.substring(1));
        return new ExecutorId("t", name.substring(0, 1), task, task);
    }

    /**
     * @param seconds time in user code
     */
    Readings executor(String name, int core, double seconds) {
        return executor(id(name), core, seconds);
    }

    Readings executor(ExecutorId id, int core, double seconds) {
        executors.add(
                new ExecutorCounters(
                        id,
                        core,
                        false,
                        false,
                        seconds * WINDOW_NS,
                        new HashMap<>(),
                        new HashMap<>(Map.of(id.firstTask(), 0L)),
                        new HashMap<>()));
        return this;
    }

    /** Makes the last added executor dedicated. */
    Readings dedicated() {
        return replaceLast(true, true);
    }

    /** Binds the last added executor to its core. */
    Readings bound() {
        return replaceLast(false, true);
    }

    private Readings replaceLast(boolean dedicated, boolean bound) {
        ExecutorCounters last = executors.remove(executors.size() - 1);
        executors.add(
                new ExecutorCounters(
                        last.executor(),
                        last.core(),
                        dedicated,
                        bound,
                        last.callNs(),
                        last.calledNsByComponent(),
                        last.executedByTask(),
                        last.sentByReceiver()));
        return this;
    }

    /** Adds seconds in which a component called the last added executor directly. */
    Readings calledBy(String component, double seconds) {
        executors
                .get(executors.size() - 1)
                .calledNsByComponent()
                .put(component, seconds * WINDOW_NS);
        return this;
    }

    Readings sends(String from, String to, long tuples) {
        return sends(id(from), id(to), tuples);
    }

    Readings sends(ExecutorId from, ExecutorId to, long tuples) {
        executors.stream()
                .filter(one -> one.executor().equals(from))
                .forEach(one -> one.sentByReceiver().put(to, tuples));
        return this;
    }

    /** Sets how many tuples the tasks of an executor executed. */
    Readings executed(ExecutorId executor, Map<Integer, Long> tuples) {
        executors.stream()
                .filter(one -> one.executor().equals(executor))
                .forEach(one -> one.executedByTask().putAll(tuples));
        return this;
    }

    /** Returns the same executors before anything was counted. */
    CounterSnapshot before() {
        return new CounterSnapshot(
                0,
                List.of(busyNs).stream().map(ns -> 0L).toList(),
                executors.stream()
                        .map(
                                one ->
                                        new ExecutorCounters(
                                                one.executor(),
                                                one.core(),
                                                one.dedicated(),
                                                one.bound(),
                                                0,
                                                Map.of(),
                                                Map.of(),
                                                Map.of()))
                        .toList());
    }

    CounterSnapshot after() {
        return new CounterSnapshot(WINDOW_NS, List.of(busyNs), List.copyOf(executors));
    }
}
