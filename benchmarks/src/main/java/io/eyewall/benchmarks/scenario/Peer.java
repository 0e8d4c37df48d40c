package io.eyewall.benchmarks.scenario;

import java.util.Arrays;
import java.util.Locale;

/**
 * A system as named on the command line: {@code storm}, {@code eyewall}, {@code eyewall@2}.
 *
 * @param kind which system
 * @param cores core threads of Eyewall; 0 means as many as the scenario's parallelism and the
 *     machine's processors allow, or two where the work is cut. Other systems have no such setting
 *     and always carry 0.
 */
public record Peer(PeerKind kind, int cores) {

    /** The maximum number of cores that the engine accepts. */
    private static final int MAX_CORES = 1_024;

    /** Checks that only Eyewall carries a number of cores. */
    public Peer {
        if (cores < 0 || (cores > 0 && kind != PeerKind.EYEWALL)) {
            throw new IllegalArgumentException(
                    "system "
                            + kind.id()
                            + ": a number of cores, as in '@"
                            + cores
                            + "', is only for eyewall, at least 1");
        }
    }

    /**
     * Reads {@code <kind>[@<cores>]}.
     *
     * @throws IllegalArgumentException if the kind is unknown or cores are not a positive number
     */
    public static Peer parse(String text) {
        String wanted = text.strip().toLowerCase(Locale.ROOT);
        int at = wanted.indexOf('@');
        String id = at < 0 ? wanted : wanted.substring(0, at);
        PeerKind kind =
                Arrays.stream(PeerKind.values())
                        .filter(candidate -> candidate.id().equals(id))
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        new IllegalArgumentException(
                                                "unknown system '"
                                                        + text
                                                        + "'; expected one of "
                                                        + Arrays.stream(PeerKind.values())
                                                                .map(PeerKind::id)
                                                                .toList()
                                                        + ", hand for all hand-written ones,"
                                                        + " eyewall also as eyewall@<cores>"));
        if (at < 0) {
            return new Peer(kind, 0);
        }
        String cores = wanted.substring(at + 1);
        if (!cores.matches("[1-9][0-9]{0,3}") || Integer.parseInt(cores) > MAX_CORES) {
            throw new IllegalArgumentException(
                    "system '"
                            + text
                            + "': expected 1 to "
                            + MAX_CORES
                            + " cores behind '@', was '"
                            + cores
                            + "'");
        }
        return new Peer(kind, Integer.parseInt(cores));
    }

    /** Returns the name that {@link #parse} accepts. */
    public String name() {
        return cores == 0 ? kind.id() : kind.id() + "@" + cores;
    }

    /**
     * Returns the number of Eyewall's core threads for this scenario: no more than its default,
     * because more threads than processors would measure only their competition.
     *
     * @param processors of the machine
     */
    public int coresFor(Scenario scenario, int processors) {
        if (cores > 0) {
            return cores;
        }
        return scenario.work().isCut() ? 2 : Math.min(scenario.parallelism(), processors);
    }

    @Override
    public String toString() {
        return name();
    }
}
