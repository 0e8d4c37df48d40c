package io.eyewall.nativetask.worker;

import io.eyewall.plugin.monitor.CountedLoads;
import io.eyewall.plugin.monitor.CountedWorker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.storm.daemon.StormCommon;

/**
 * Passes the processor time and traffic that a native worker reports to Eyewall's load monitor.
 * Used where the cluster has that monitor ({@code eyewall-plugin} on its workers' class path).
 * Thread-safe: one thread counts, another reports.
 */
final class WorkerLoadMeter implements WorkerMeter, CountedLoads {
    private final SystemTopology topology;
    private final WorkerPlace place;
    private final Set<List<Long>> executors;
    private final Map<Integer, Long> usedNs = new HashMap<>();
    private final Map<Integer, Long> tuples = new HashMap<>();
    private final Map<Pair, Sum> sent = new HashMap<>();
    private long pid;
    private Optional<CountedWorker> countedWorker = Optional.empty();

    private record Pair(int from, int to) {}

    private record Sum(long tuples, long bytes) {
        Sum plus(Sum other) {
            return new Sum(tuples + other.tuples, bytes + other.bytes);
        }
    }

    WorkerLoadMeter(SystemTopology topology, WorkerPlace place, Set<List<Long>> executors) {
        this.topology = topology;
        this.place = place;
        this.executors = executors;
    }

    @Override
    public boolean isOn() {
        return true;
    }

    @Override
    public void start(long program) {
        synchronized (this) {
            pid = program;
        }
        countedWorker =
                CountedWorker.start(
                        topology.conf(), place.topologyId(), place.node(), place.port(), this);
    }

    @Override
    public synchronized void onLine(List<String> words) {
        int task = Integer.parseInt(words.get(1));
        switch (words.get(0)) {
            case "used" -> usedNs.merge(task, Long.valueOf(words.get(2)), Long::sum);
            case "sent" ->
                    sent.merge(
                            new Pair(task, Integer.parseInt(words.get(2))),
                            new Sum(Long.parseLong(words.get(3)), Long.parseLong(words.get(4))),
                            Sum::plus);
            case "emitted" -> {
                if (topology.isSpout(component(task))) {
                    tuples.merge(task, Long.valueOf(words.get(3)), Long::sum);
                }
            }
            case "handled" -> tuples.merge(task, Long.valueOf(words.get(4)), Long::sum);
            default -> throw new IllegalArgumentException(words.toString());
        }
    }

    private String component(int task) {
        return Objects.requireNonNull(
                topology.componentByTask().get(task), "a task of the topology");
    }

    @Override
    public synchronized Window takeWindow() {
        List<Use> uses = new ArrayList<>();
        for (List<Long> executor : executors) {
            List<Integer> tasks = StormCommon.executorIdToTasks(executor);
            uses.add(
                    new Use(
                            component(tasks.get(0)),
                            tasks.get(0),
                            tasks.get(tasks.size() - 1),
                            sum(usedNs, tasks),
                            sum(tuples, tasks)));
        }
        List<Sent> sentTuples =
                sent.entrySet().stream()
                        .map(
                                each ->
                                        new Sent(
                                                each.getKey().from(),
                                                each.getKey().to(),
                                                each.getValue().tuples(),
                                                each.getValue().bytes()))
                        .toList();
        usedNs.clear();
        tuples.clear();
        sent.clear();
        return new Window(uses, sentTuples);
    }

    private static long sum(Map<Integer, Long> counts, List<Integer> tasks) {
        return tasks.stream().mapToLong(task -> counts.getOrDefault(task, 0L)).sum();
    }

    @Override
    public synchronized long otherProcessesNs() {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().totalCpuDuration())
                .map(Duration::toNanos)
                .orElse(0L);
    }

    @Override
    public void close() {
        countedWorker.ifPresent(CountedWorker::close);
    }
}
