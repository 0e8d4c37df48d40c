package io.eyewall.lab;

import io.eyewall.lab.network.LabNetwork;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The description of a lab that is stored in its folder, before the first process is started. It
 * has no process ids: a lab's processes are found by their mark. Immutable.
 *
 * @param version version of the file format
 * @param id 16 hexadecimal digits; marks the lab's processes, and is part of the names of its
 *     namespaces
 * @param bootId the boot of the system in which the lab was created; after a reboot none of its
 *     processes runs
 * @param madeMs time of creation, in milliseconds since 1970
 * @param phase the phase of the lab's life
 * @param network the kind of the lab's network
 * @param zooKeeperPort ZooKeeper's port on the head
 * @param nimbusPort Nimbus' port on the head
 * @param head the host of ZooKeeper and Nimbus
 * @param hosts the hosts with supervisors
 */
public record LabState(
        int version,
        String id,
        String bootId,
        long madeMs,
        Phase phase,
        LabNetwork.Kind network,
        int zooKeeperPort,
        int nimbusPort,
        LabHost head,
        List<LabHost> hosts) {
    /** The present version of the file format. */
    static final int VERSION = 1;

    /** The phases of a lab's life. */
    public enum Phase {
        /** A command is starting the lab, or was killed while it did. */
        STARTING,
        /** Nimbus has answered and known all supervisors. */
        UP,
        /** A command is taking the lab down, or was killed while it did. */
        LEAVING
    }

    public LabState {
        hosts = List.copyOf(hosts);
    }

    LabState withPhase(Phase next) {
        return new LabState(
                version, id, bootId, madeMs, next, network, zooKeeperPort, nimbusPort, head, hosts);
    }

    /** Returns all hosts, the head first. */
    public List<LabHost> allHosts() {
        return Stream.concat(Stream.of(head), hosts.stream()).toList();
    }

    /** Returns the host with this name, which may be the head. */
    public Optional<LabHost> host(String name) {
        return allHosts().stream().filter(host -> host.name().equals(name)).findFirst();
    }
}
