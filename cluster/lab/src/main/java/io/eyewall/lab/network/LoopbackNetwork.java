package io.eyewall.lab.network;

import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;

/**
 * Puts all hosts on this machine's loopback interface, so that there is nothing to create or
 * remove. Each host has an address of its own, so that Storm sees different hosts. Ports must
 * differ between hosts, as Storm's daemons listen on all addresses. No state.
 */
final class LoopbackNetwork implements LabNetwork {
    @Override
    public void create(List<NumberedHost> hosts) {}

    @Override
    public String address(int number) {
        return "127.83.0." + number;
    }

    @Override
    public List<String> commandPrefix(String host) {
        return List.of();
    }

    @Override
    public void setRate(String host, Optional<Rate> rate) {
        throw new UnsupportedOperationException(
                "this lab's hosts share the machine's loopback, which has no rates; rates need network namespaces ('lab up --network namespaces', as root)");
    }

    @Override
    public Optional<Rate> rate(String host) {
        return Optional.empty();
    }

    @Override
    public void remove() {}

    @Override
    public List<String> partNames() {
        return List.of();
    }

    /** Returns a predicate that accepts no process: the hosts are the machine itself. */
    @Override
    public LongPredicate processes() {
        return pid -> false;
    }
}
