package io.eyewall.benchmarks.scenario;

import io.eyewall.benchmarks.scenario.PeerKind.Family;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Selects systems from names on the command line; {@code hand} stands for all hand-written systems
 * except the studies. Eyewall is always included, last, since all are compared with it.
 */
public final class PeerSelection {
    private static final String HAND = "hand";

    private PeerSelection() {}

    /**
     * Returns the systems of several names, each once, in the order of the names.
     *
     * @throws IllegalArgumentException if there is no such system
     */
    public static List<Peer> of(List<String> names) {
        Set<Peer> peers = new LinkedHashSet<>();
        for (String name : names) {
            if (name.strip().toLowerCase(Locale.ROOT).equals(HAND)) {
                Arrays.stream(PeerKind.values())
                        .filter(kind -> kind.family() == Family.HANDWRITTEN && !kind.isStudy())
                        .forEach(kind -> peers.add(new Peer(kind, 0)));
            } else {
                peers.add(Peer.parse(name));
            }
        }
        peers.add(new Peer(PeerKind.EYEWALL, 0));
        return List.copyOf(peers);
    }
}
