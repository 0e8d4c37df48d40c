package io.eyewall.cluster.lab.network;

import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;

/**
 * All hosts on this machine's loopback: nothing to be made or taken away. Addresses differ, so that
 * Storm takes them for different hosts; ports have to differ, as its daemons listen on all
 * addresses.
 */
final class LoopbackNetwork implements Network {
    @Override
    public void make(List<Place> places) {}

    @Override
    public String address(int number) {
        return "127.83.0." + number;
    }

    @Override
    public List<String> prefix(String host) {
        return List.of();
    }

    @Override
    public void shape(String host, Optional<Rate> rate) {
        throw new UnsupportedOperationException(
                "this lab's hosts share the machine's loopback, which has no rates; that needs"
                        + " network namespaces ('lab up --network namespaces', as root)");
    }

    @Override
    public Optional<Rate> rate(String host) {
        return Optional.empty();
    }

    @Override
    public void remove() {}

    @Override
    public List<String> parts() {
        return List.of();
    }

    /** Hosts are the machine itself. */
    @Override
    public LongPredicate inhabitants() {
        return pid -> false;
    }
}
