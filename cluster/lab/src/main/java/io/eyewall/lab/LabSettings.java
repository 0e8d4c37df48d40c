package io.eyewall.lab;

import io.eyewall.lab.network.LabNetwork;
import io.eyewall.lab.network.Rate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a new lab. Immutable.
 *
 * @param hosts number of hosts with a supervisor each; 1 to {@value #MAX_HOSTS}
 * @param slots slots of each host; 1 to {@value #MAX_SLOTS}
 * @param network the kind of network; empty for namespaces where they can be used, and loopback
 *     elsewhere
 * @param rate the rate of each host's link; needs namespaces
 * @param box one more host, at the switch, on which plans put only components that may run there
 * @param plugins additions to Storm
 * @param stormTimings whether to keep Storm's default periods instead of short ones
 * @param anyMemory whether to start the lab even if the machine has too little free memory
 * @param limit maximum time until Nimbus knows all supervisors
 */
public record LabSettings(
        int hosts,
        int slots,
        Optional<LabNetwork.Kind> network,
        Optional<Rate> rate,
        Optional<Box> box,
        Plugins plugins,
        boolean stormTimings,
        boolean anyMemory,
        Duration limit) {
    static final int MAX_HOSTS = 64;
    static final int MAX_SLOTS = 32;

    /**
     * A host at the switch.
     *
     * @param rate the rate of its link; needs namespaces
     */
    public record Box(Optional<Rate> rate) {}

    /** Creates settings without a host at the switch. */
    public LabSettings(
            int hosts,
            int slots,
            Optional<LabNetwork.Kind> network,
            Optional<Rate> rate,
            Plugins plugins,
            boolean stormTimings,
            boolean anyMemory,
            Duration limit) {
        this(
                hosts,
                slots,
                network,
                rate,
                Optional.empty(),
                plugins,
                stormTimings,
                anyMemory,
                limit);
    }

    /** Returns these settings with a host at the switch. */
    public LabSettings withBox(Box atSwitch) {
        return new LabSettings(
                hosts,
                slots,
                network,
                rate,
                Optional.of(atSwitch),
                plugins,
                stormTimings,
                anyMemory,
                limit);
    }

    /** Returns the rate of the link of the host with this name; empty for no limit. */
    Optional<Rate> rateOf(String host) {
        return host.equals(LabHost.BOX) ? box.flatMap(Box::rate) : rate;
    }

    /** Returns whether any link has a rate. */
    boolean hasRates() {
        return rate.isPresent() || box.flatMap(Box::rate).isPresent();
    }

    /**
     * Additions to Storm.
     *
     * @param extlib jars for daemons and workers; copied
     * @param extlibDaemon jars for daemons; copied
     * @param conf keys of {@code storm.yaml} by host name; those of the name "" apply to all hosts,
     *     unless a host has the key itself
     */
    public record Plugins(
            List<Path> extlib,
            List<Path> extlibDaemon,
            Map<String, Map<String, @Nullable Object>> conf) {
        /** No additions. */
        public static final Plugins NONE = new Plugins(List.of(), List.of(), Map.of());
    }

    /**
     * Checks the settings.
     *
     * @throws LabException if a value is out of range, or names a host or file that does not exist
     */
    public void check() throws LabException {
        checkRange("hosts", hosts, MAX_HOSTS);
        checkRange("slots", slots, MAX_SLOTS);
        if (hasRates() && network.equals(Optional.of(LabNetwork.Kind.LOOPBACK))) {
            throw new LabException(
                    "loopback has no rates; omit the rate, or use network namespaces");
        }
        for (List<Path> jars : List.of(plugins.extlib(), plugins.extlibDaemon())) {
            for (Path jar : jars) {
                if (!Files.isRegularFile(jar)) {
                    throw new LabException(jar + ": no such jar");
                }
                if (!jar.toString().endsWith(".jar")) {
                    throw new LabException(
                            jar
                                    + ": expected a file whose name ends in .jar; Storm ignores all others");
                }
            }
        }
        for (String host : plugins.conf().keySet()) {
            if (!host.isEmpty() && !hostNames().contains(host)) {
                throw new LabException(
                        "configuration for '%s': there is no such host, expected %s"
                                .formatted(host, expectedHosts()));
            }
        }
    }

    /** Returns the names of all hosts. */
    private List<String> hostNames() {
        List<String> hostNames = new ArrayList<>(List.of(LabHost.HEAD));
        for (int i = 1; i <= hosts; i++) {
            hostNames.add(LabHost.name(i));
        }
        if (box.isPresent()) {
            hostNames.add(LabHost.BOX);
        }
        return hostNames;
    }

    /** Returns the names of all hosts, for people. */
    private String expectedHosts() {
        String supervisors =
                hosts == 1 ? LabHost.name(1) : LabHost.name(1) + " to " + LabHost.name(hosts);
        return box.isPresent()
                ? "%s, %s or %s".formatted(LabHost.HEAD, supervisors, LabHost.BOX)
                : "%s or %s".formatted(LabHost.HEAD, supervisors);
    }

    private static void checkRange(String what, int value, int max) throws LabException {
        if (value < 1 || value > max) {
            throw new LabException("%d %s, expected 1 to %d".formatted(value, what, max));
        }
    }
}
