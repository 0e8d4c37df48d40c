package io.eyewall.cluster.lab.network;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;

/**
 * The network between the hosts of a lab. Its parts are named after the lab's id, so that they are
 * found whoever has made them, and nobody else's are touched.
 */
public sealed interface Network permits NamespaceNetwork, LoopbackNetwork {
    /** The kinds of networks. */
    enum Kind {
        /** Each host has a network namespace; links between them have rates. */
        NAMESPACES,
        /** All are on this machine's own loopback, each with an address of its own there. */
        LOOPBACK
    }

    /**
     * @param labId 16 hexadecimal digits
     */
    static Network of(Kind kind, String labId) {
        return switch (kind) {
            case NAMESPACES -> new NamespaceNetwork(labId);
            case LOOPBACK -> new LoopbackNetwork();
        };
    }

    /**
     * A host in it.
     *
     * @param name of the host, letters and digits
     * @param number 1 to 254, as the last of its address
     */
    record Place(String name, int number) {}

    /**
     * Makes it.
     *
     * @throws IOException if that can't be done here; says why
     */
    void make(List<Place> places) throws IOException, InterruptedException;

    /** The address of a host; reached by the others only. */
    String address(int number);

    /** Program and arguments before a command that is to run on a host. */
    List<String> prefix(String host);

    /**
     * Has a host's link let through so much, each way; all that the machine can without a rate.
     *
     * @throws UnsupportedOperationException if there are no links
     * @throws IOException if the system refuses
     */
    void shape(String host, Optional<Rate> rate) throws IOException, InterruptedException;

    /**
     * Returns the rate of a host's link, as the system reports it; empty if it is unlimited.
     *
     * @throws IOException if the system does not say
     */
    Optional<Rate> rate(String host) throws IOException, InterruptedException;

    /**
     * Takes away all that is left of it; nothing if nothing is.
     *
     * @throws IOException if something stays; says what
     */
    void remove() throws IOException, InterruptedException;

    /**
     * Returns the parts that exist now, by the names of the system; empty after {@link #remove}.
     */
    List<String> parts();

    /**
     * Returns a test whether a process, by its number, runs on one of the network's hosts, as far
     * as the system can tell from the hosts that there are now.
     */
    LongPredicate inhabitants();
}
