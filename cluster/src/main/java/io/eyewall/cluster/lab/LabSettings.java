package io.eyewall.cluster.lab;

import io.eyewall.cluster.lab.network.Network;
import io.eyewall.cluster.lab.network.Rate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a new lab.
 *
 * @param hosts with a supervisor each; 1 to {@value #MOST_HOSTS}
 * @param slots of each; 1 to {@value #MOST_SLOTS}
 * @param network empty for namespaces where they can be had, loopback elsewhere
 * @param rate of each host's link; needs namespaces
 * @param box of one more host, at the switch, which plans take for those only that may run there
 * @param plugins what is added to Storm's own
 * @param stormTimings whether Storm's own periods stay, as on a cluster, instead of short ones
 * @param anyMemory whether it is started although the machine has too little
 * @param limit for all to be there
 */
public record LabSettings(
        int hosts,
        int slots,
        Optional<Network.Kind> network,
        Optional<Rate> rate,
        Optional<Box> box,
        Plugins plugins,
        boolean stormTimings,
        boolean anyMemory,
        Duration limit) {
    static final int MOST_HOSTS = 64;
    static final int MOST_SLOTS = 32;

    /**
     * A host at the switch.
     *
     * @param rate of its link; needs namespaces
     */
    public record Box(Optional<Rate> rate) {}

    /** Without a host at the switch. */
    public LabSettings(
            int hosts,
            int slots,
            Optional<Network.Kind> network,
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

    /** The same with a host at the switch. */
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

    /** Of the host with this name; empty for all that the machine can. */
    Optional<Rate> rateOf(String host) {
        return host.equals(LabHost.BOX) ? box.flatMap(Box::rate) : rate;
    }

    /** Whether some link has a rate. */
    boolean hasRates() {
        return rate.isPresent() || box.flatMap(Box::rate).isPresent();
    }

    /**
     * Additions to Storm.
     *
     * @param extlib jars for daemons and workers; copied
     * @param extlibDaemon jars for daemons; copied
     * @param conf keys of {@code storm.yaml}, by host; those of the name "" are for all, and give
     *     way to those of one
     */
    public record Plugins(
            List<Path> extlib,
            List<Path> extlibDaemon,
            Map<String, Map<String, @Nullable Object>> conf) {
        /** Nothing. */
        public static final Plugins NONE = new Plugins(List.of(), List.of(), Map.of());
    }

    /**
     * @throws LabException if something is out of range, or names what is not there
     */
    public void check() throws LabException {
        inRange("hosts", hosts, MOST_HOSTS);
        inRange("slots", slots, MOST_SLOTS);
        if (hasRates() && network.equals(Optional.of(Network.Kind.LOOPBACK))) {
            throw new LabException("loopback has no rates; leave out the rate, or use namespaces");
        }
        for (List<Path> jars : List.of(plugins.extlib(), plugins.extlibDaemon())) {
            for (Path jar : jars) {
                if (!Files.isRegularFile(jar)) {
                    throw new LabException(jar + ": no such jar");
                }
                if (!jar.toString().endsWith(".jar")) {
                    throw new LabException(
                            jar
                                    + ": expected a file whose name ends in .jar; Storm takes no other");
                }
            }
        }
        for (String host : plugins.conf().keySet()) {
            boolean known =
                    host.isEmpty()
                            || host.equals(LabHost.HEAD)
                            || (box.isPresent() && host.equals(LabHost.BOX));
            for (int i = 1; i <= hosts && !known; i++) {
                known = host.equals(LabHost.name(i));
            }
            if (!known) {
                throw new LabException(
                        "configuration for '%s': there are %s and %s to %s"
                                .formatted(
                                        host, LabHost.HEAD, LabHost.name(1), LabHost.name(hosts)));
            }
        }
    }

    private static void inRange(String what, int value, int most) throws LabException {
        if (value < 1 || value > most) {
            throw new LabException("%d %s, expected 1 to %d".formatted(value, what, most));
        }
    }
}
