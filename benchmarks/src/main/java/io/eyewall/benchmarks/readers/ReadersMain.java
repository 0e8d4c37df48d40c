package io.eyewall.benchmarks.readers;

import io.eyewall.benchmarks.readers.WatchedServer.Turn;
import io.eyewall.benchmarks.scenario.runner.Summary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Measures what readers cost a topology: its rate without readers, and while some poll Storm's REST
 * API and the metrics every second and others read the console's events. Periods without and with
 * readers form pairs, in alternating order; the first pair is discarded. See benchmarks/readers.
 */
public final class ReadersMain {
    private ReadersMain() {}

    /**
     * @param args the {@code eyewall} command, the jar with {@link EagerChain}, a folder for the
     *     server, how many readers, seconds of a turn, turns
     * @throws Exception if the server doesn't start or answer
     */
    public static void main(String[] args) throws Exception {
        if (args.length != 6) {
            throw new IllegalArgumentException(
                    "expected EYEWALL JAR FOLDER READERS SECONDS TURNS, but got "
                            + String.join(" ", args));
        }
        int readers = Integer.parseInt(args[3]);
        int seconds = Integer.parseInt(args[4]);
        int turns = Integer.parseInt(args[5]);
        try (WatchedServer server =
                WatchedServer.start(Path.of(args[0]), Path.of(args[1]), Path.of(args[2]))) {
            measure(server, readers, seconds, turns);
        }
    }

    private static void measure(WatchedServer server, int readers, int seconds, int turns)
            throws IOException, InterruptedException {
        List<Turn> alone = new ArrayList<>();
        List<Turn> watched = new ArrayList<>();
        for (int turn = 0; turn <= turns; turn++) {
            boolean readFirst = turn % 2 == 1; // so that a drift of the machine cancels out
            Turn first = turn(server, readFirst ? readers : 0, seconds);
            Turn second = turn(server, readFirst ? 0 : readers, seconds);
            Turn without = readFirst ? second : first;
            Turn with = readFirst ? first : second;
            say("turn %d: %.0f/s alone, %.0f/s read", turn, without.perSec(), with.perSec());
            if (turn > 0) {
                alone.add(without);
                watched.add(with);
            }
        }
        PairedChange change =
                PairedChange.of(
                        alone.stream().mapToDouble(Turn::perSec).toArray(),
                        watched.stream().mapToDouble(Turn::perSec).toArray());
        say(
                "%d pairs of turns of %d s, %d readers: %.0f/s alone, %.0f/s read; the rate changes"
                        + " by %+.1f %% +- %.1f (median of pairs %+.1f)",
                turns,
                seconds,
                readers,
                Summary.median(alone, Turn::perSec),
                Summary.median(watched, Turn::perSec),
                change.meanPercent(),
                change.plusMinusPercent(),
                change.medianPercent());
        say(
                "processors used: server %.3f alone, %.3f read; topology %.3f alone, %.3f read",
                Summary.median(alone, Turn::serverCpu),
                Summary.median(watched, Turn::serverCpu),
                Summary.median(alone, Turn::topologyCpu),
                Summary.median(watched, Turn::topologyCpu));
    }

    private static Turn turn(WatchedServer server, int readers, int seconds)
            throws IOException, InterruptedException {
        try (Crowd crowd = Crowd.gather(server, readers)) {
            Turn turn = server.turn(seconds);
            if (readers > 0 && crowd.answers() < readers) {
                throw new IOException(readers + " readers had " + crowd.answers() + " answers");
            }
            return turn;
        }
    }

    private static void say(String format, Object... arguments) {
        System.out.printf(Locale.ROOT, format + "%n", arguments);
    }
}
