package io.eyewall.lab;

import io.eyewall.lab.network.LabNetwork;
import io.eyewall.lab.process.Role;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The present status of a lab. Immutable.
 *
 * @param nimbus Nimbus' address
 * @param problem why Nimbus has not answered; null if it has
 * @param processes the lab's processes, as the system reports them
 * @param topologies the topologies, as Nimbus reports them; empty if it has not answered
 */
public record LabStatus(
        String name,
        LabState.Phase phase,
        LabNetwork.Kind network,
        String nimbus,
        @Nullable String problem,
        List<Host> hosts,
        List<Running> processes,
        List<Topology> topologies) {
    /**
     * A host.
     *
     * @param rate rate of the host's link, such as {@code 100mbit}; null if it has no limit
     * @param usedSlots number of used slots, as Nimbus reports it; null if Nimbus does not know the
     *     host's supervisor
     */
    public record Host(
            String name,
            String address,
            List<Integer> slots,
            @Nullable Integer usedSlots,
            @Nullable String rate) {}

    /**
     * A process.
     *
     * @param port the port of a worker's slot; null for other processes
     * @param topologyId the topology of a worker; null for other processes
     */
    public record Running(
            long pid,
            String host,
            Role role,
            @Nullable Integer port,
            @Nullable String topologyId) {}

    /**
     * A topology.
     *
     * @param acked number of acked messages since the topology's workers were started
     * @param failed number of failed messages since then
     */
    public record Topology(
            String name,
            String id,
            String status,
            long uptimeSecs,
            long executors,
            long acked,
            long failed,
            List<Worker> workers) {}

    /**
     * The executors of a topology in one worker, as Nimbus has assigned them.
     *
     * @param host the host's name in the lab
     */
    public record Worker(String host, int port, long executors) {}
}
