package io.eyewall.cluster.trials.reassignment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.apache.storm.metric.StormMetricsRegistry;
import org.apache.storm.scheduler.Cluster;
import org.apache.storm.scheduler.ExecutorDetails;
import org.apache.storm.scheduler.IScheduler;
import org.apache.storm.scheduler.SchedulerAssignment;
import org.apache.storm.scheduler.SupervisorDetails;
import org.apache.storm.scheduler.Topologies;
import org.apache.storm.scheduler.TopologyDetails;
import org.apache.storm.scheduler.WorkerSlot;
import org.jspecify.annotations.Nullable;

/**
 * A scheduler for Nimbus that places workers as a file says, in lines {@code TOPOLOGY HOST:SLOT
 * HOST:SLOT ...}. host is its name in the lab; a slot is a number from 0. Executor i belongs to
 * worker i % n, or to the worker whose entry names its component, {@code
 * HOST:SLOT=COMPONENT,COMPONENT}.
 */
public final class FileScheduler implements IScheduler {
    static final String FILE_KEY = "test.scheduler.file";
    private static final String HOST_META = "eyewall.lab.host";

    private Path file = Path.of("none");

    @Override
    public void prepare(Map<String, Object> conf, StormMetricsRegistry metrics) {
        file = Path.of(String.valueOf(conf.get(FILE_KEY)));
    }

    @Override
    public Map<String, Object> config() {
        return Map.of();
    }

    @Override
    public void schedule(Topologies topologies, Cluster cluster) {
        try {
            for (String line : Files.readAllLines(file)) {
                String[] words = line.split(" ", -1);
                TopologyDetails topology = topologies.getByName(words[0]);
                if (topology != null) {
                    place(topology, List.of(words).subList(1, words.length), cluster);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void place(TopologyDetails topology, List<String> places, Cluster cluster) {
        List<ExecutorDetails> executors = new ArrayList<>(topology.getExecutors());
        executors.sort(Comparator.comparingInt(ExecutorDetails::getStartTask));
        Map<WorkerSlot, List<ExecutorDetails>> wanted = new HashMap<>();
        for (int i = 0; i < executors.size(); i++) {
            String component = topology.getComponentFromExecutor(executors.get(i));
            String place =
                    places.stream()
                            .filter(each -> asked(each).contains(component))
                            .findFirst()
                            .orElse(places.get(i % places.size()));
            WorkerSlot slot = slot(place.split("=", 2)[0], cluster);
            if (slot == null) {
                return; // its supervisor does not run
            }
            wanted.computeIfAbsent(slot, each -> new ArrayList<>()).add(executors.get(i));
        }
        SchedulerAssignment now = cluster.getAssignmentById(topology.getId());
        Map<WorkerSlot, HashSet<ExecutorDetails>> present = new HashMap<>();
        if (now != null) {
            now.getSlotToExecutors()
                    .forEach((slot, list) -> present.put(slot, new HashSet<>(list)));
        }
        Map<WorkerSlot, HashSet<ExecutorDetails>> sets = new HashMap<>();
        wanted.forEach((slot, list) -> sets.put(slot, new HashSet<>(list)));
        if (sets.equals(present)) {
            return;
        }
        if (now != null) {
            cluster.freeSlots(new ArrayList<>(now.getSlots()));
        }
        wanted.forEach((slot, list) -> cluster.assign(slot, topology.getId(), list));
    }

    private static List<String> asked(String place) {
        String[] parts = place.split("=", 2);
        return parts.length < 2 ? List.of() : List.of(parts[1].split(",", -1));
    }

    private static @Nullable WorkerSlot slot(String place, Cluster cluster) {
        String[] parts = place.split(":", -1);
        for (SupervisorDetails supervisor : cluster.getSupervisors().values()) {
            if (supervisor.getSchedulerMeta() instanceof Map<?, ?> meta
                    && parts[0].equals(meta.get(HOST_META))) {
                List<Integer> ports = new ArrayList<>(supervisor.getAllPorts());
                ports.sort(null);
                return new WorkerSlot(supervisor.getId(), ports.get(Integer.parseInt(parts[1])));
            }
        }
        return null;
    }
}
