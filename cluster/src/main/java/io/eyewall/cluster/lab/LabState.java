package io.eyewall.cluster.lab;

import io.eyewall.cluster.lab.network.Network;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The description of a lab in its folder, from before its first process is started. Numbers of
 * processes are not among it: they are looked up by the mark.
 *
 * @param version of this form
 * @param id 16 hexadecimal digits; the mark of its processes, and in the names of its namespaces
 * @param bootId of the system's start in which it was made; after another nothing of it runs
 * @param madeMs milliseconds since 1970
 * @param zooKeeperPort on the head
 * @param nimbusPort on the head
 * @param head has ZooKeeper and Nimbus
 * @param hosts have supervisors
 */
public record LabState(
        int version,
        String id,
        String bootId,
        long madeMs,
        Phase phase,
        Network.Kind network,
        int zooKeeperPort,
        int nimbusPort,
        LabHost head,
        List<LabHost> hosts) {
    /** Of this form. */
    static final int VERSION = 1;

    /** How far it has come. */
    public enum Phase {
        /** Being started; or the process that did has ended in the middle. */
        STARTING,
        /** Nimbus has answered, and all supervisors were there. */
        UP,
        /** Being taken down; or the process that did has ended in the middle. */
        LEAVING
    }

    public LabState {
        hosts = List.copyOf(hosts);
    }

    LabState in(Phase next) {
        return new LabState(
                version, id, bootId, madeMs, next, network, zooKeeperPort, nimbusPort, head, hosts);
    }

    /** The head first. */
    public List<LabHost> allHosts() {
        return Stream.concat(Stream.of(head), hosts.stream()).toList();
    }

    /** A host by its name, the head too. */
    public Optional<LabHost> host(String name) {
        return allHosts().stream().filter(host -> host.name().equals(name)).findFirst();
    }
}
