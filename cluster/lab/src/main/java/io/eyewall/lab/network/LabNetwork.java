package io.eyewall.lab.network;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;

/**
 * The network between the hosts of a lab. Its parts are named after the lab's id, so that any
 * process finds them, and does not touch those of another lab. Any thread may call.
 */
public sealed interface LabNetwork permits NamespaceNetwork, LoopbackNetwork {
    /** The kinds of networks. */
    enum Kind {
        /** Each host has a network namespace, and its link may have a rate. */
        NAMESPACES,
        /** All hosts are on this machine's loopback interface, each with an address of its own. */
        LOOPBACK
    }

    /**
     * Returns the network of a lab, which may not exist yet.
     *
     * @param labId 16 hexadecimal digits
     */
    static LabNetwork of(Kind kind, String labId) {
        return switch (kind) {
            case NAMESPACES -> new NamespaceNetwork(labId);
            case LOOPBACK -> new LoopbackNetwork();
        };
    }

    /**
     * A host of the network.
     *
     * @param name the host's name, letters and digits
     * @param number 1 to 254; the last number of the host's address
     */
    record NumberedHost(String name, int number) {}

    /**
     * Creates the network.
     *
     * @throws IOException if that fails; says why
     */
    void create(List<NumberedHost> hosts) throws IOException, InterruptedException;

    /** Returns the address of a host, as the other hosts reach it. */
    String address(int number);

    /** Returns the program and arguments that make the command after them run on a host. */
    List<String> commandPrefix(String host);

    /**
     * Limits a host's link to {@code rate} in each direction; an empty rate removes the limit.
     *
     * @throws UnsupportedOperationException if there are no links
     * @throws IOException if the system refuses
     */
    void setRate(String host, Optional<Rate> rate) throws IOException, InterruptedException;

    /**
     * Returns the rate of a host's link, as the system reports it; empty if it is unlimited.
     *
     * @throws IOException if the system does not report it
     */
    Optional<Rate> rate(String host) throws IOException, InterruptedException;

    /**
     * Removes all parts of the network that exist.
     *
     * @throws IOException if a part cannot be removed; says which
     */
    void remove() throws IOException, InterruptedException;

    /** Returns the system's names of the parts that exist now; empty after {@link #remove}. */
    List<String> partNames();

    /**
     * Returns a predicate that accepts the ids of processes on the network's hosts, as far as the
     * system can tell. It covers the hosts that exist at the time of this call.
     */
    LongPredicate processes();
}
