package io.eyewall.local;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.storm.generated.OwnerResourceSummary;
import org.apache.storm.generated.TopologySummary;
import org.jspecify.annotations.Nullable;

/**
 * Sums up the resources of each user's running topologies (Storm: daemon/nimbus/Nimbus.java {@code
 * getOwnerResourceSummaries}). Users have no guaranteed resources here, so no guarantees are set.
 */
public final class OwnerSummaries {
    private OwnerSummaries() {}

    /**
     * Returns the sums by owner.
     *
     * @param owner the user to report, with zero sums if the user is unknown; null for all users
     *     that have topologies
     */
    public static List<OwnerResourceSummary> summaries(
            List<TopologySummary> topologies, @Nullable String owner) {
        Map<String, OwnerResourceSummary> byOwner = new TreeMap<>();
        if (owner != null) {
            byOwner.put(owner, new OwnerResourceSummary(owner));
        }
        for (TopologySummary topology : topologies) {
            String name = Objects.requireNonNullElse(topology.get_owner(), "");
            if (owner == null || owner.equals(name)) {
                add(byOwner.computeIfAbsent(name, key -> new OwnerResourceSummary(key)), topology);
            }
        }
        return List.copyOf(byOwner.values());
    }

    private static void add(OwnerResourceSummary sum, TopologySummary topology) {
        double requestedMb =
                topology.get_requested_memonheap() + topology.get_requested_memoffheap();
        double assignedMb = topology.get_assigned_memonheap() + topology.get_assigned_memoffheap();
        sum.set_total_topologies(sum.get_total_topologies() + 1);
        sum.set_total_executors(sum.get_total_executors() + topology.get_num_executors());
        sum.set_total_workers(sum.get_total_workers() + topology.get_num_workers());
        sum.set_total_tasks(sum.get_total_tasks() + topology.get_num_tasks());
        sum.set_memory_usage(sum.get_memory_usage() + assignedMb);
        sum.set_cpu_usage(sum.get_cpu_usage() + topology.get_assigned_cpu());
        sum.set_requested_on_heap_memory(
                sum.get_requested_on_heap_memory() + topology.get_requested_memonheap());
        sum.set_requested_off_heap_memory(
                sum.get_requested_off_heap_memory() + topology.get_requested_memoffheap());
        sum.set_requested_total_memory(sum.get_requested_total_memory() + requestedMb);
        sum.set_requested_cpu(sum.get_requested_cpu() + topology.get_requested_cpu());
        sum.set_assigned_on_heap_memory(
                sum.get_assigned_on_heap_memory() + topology.get_assigned_memonheap());
        sum.set_assigned_off_heap_memory(
                sum.get_assigned_off_heap_memory() + topology.get_assigned_memoffheap());
    }
}
