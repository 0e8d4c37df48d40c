package io.eyewall.cluster.lab;

import io.eyewall.cluster.lab.network.Network;
import io.eyewall.cluster.lab.process.Role;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A lab as it is now.
 *
 * @param problem why Nimbus has not answered; null if it has
 * @param processes by the system
 * @param topologies by Nimbus; none if it has not answered
 */
public record LabStatus(
        String name,
        LabState.Phase phase,
        Network.Kind network,
        String nimbus,
        @Nullable String problem,
        List<Host> hosts,
        List<Running> processes,
        List<Topology> topologies) {
    /**
     * A host.
     *
     * @param rate of its link, such as {@code 100mbit}; null where it has none
     * @param usedSlots by Nimbus; null if Nimbus does not know of its supervisor
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
     * @param port of a worker's slot; null for others
     * @param topologyId of a worker; null for others
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
     * @param acked messages, since its workers were started
     * @param failed the same
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
     * @param host its name in the lab
     */
    public record Worker(String host, int port, long executors) {}
}
