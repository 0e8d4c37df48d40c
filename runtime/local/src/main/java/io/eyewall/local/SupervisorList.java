package io.eyewall.local;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.storm.daemon.supervisor.Supervisor;
import org.apache.storm.generated.SupervisorSummary;
import org.apache.storm.utils.Time;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * The nominal supervisors of a cluster: they and their slots are reported to clients, but run
 * nothing. Any thread may call.
 */
public final class SupervisorList {
    private record Entry(Supervisor supervisor, int slots, long startNs) {}

    private final Map<String, Entry> entries = new LinkedHashMap<>();

    /**
     * Adds a supervisor.
     *
     * @param slots the number of the supervisor's worker slots
     * @param id null for a random one
     */
    public synchronized Supervisor add(int slots, @Nullable String id) {
        Supervisor supervisor = new Supervisor(id == null ? Utils.uuid() : id);
        entries.put(supervisor.getId(), new Entry(supervisor, slots, Time.nanoTime()));
        return supervisor;
    }

    /** Returns the supervisor with this id, or null. */
    public synchronized @Nullable Supervisor get(String id) {
        Entry entry = entries.get(id);
        return entry == null ? null : entry.supervisor();
    }

    /** Removes a supervisor, if it exists. Topologies continue to run. */
    public synchronized void kill(String id) {
        entries.remove(id);
    }

    /**
     * Returns the supervisors as a cluster reports them.
     *
     * @param workers the number of slots in use; the supervisors' slots are filled in order
     */
    public synchronized List<SupervisorSummary> summaries(ThriftViews views, int workers) {
        int[] unassignedWorkers = {workers};
        return entries.values().stream()
                .map(
                        entry -> {
                            int used = Math.min(entry.slots(), unassignedWorkers[0]);
                            unassignedWorkers[0] -= used;
                            return views.supervisor(
                                    entry.supervisor().getId(),
                                    entry.slots(),
                                    used,
                                    (int)
                                            TimeUnit.NANOSECONDS.toSeconds(
                                                    Time.nanoTime() - entry.startNs()));
                        })
                .toList();
    }
}
