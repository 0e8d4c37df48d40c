package io.eyewall.benchmarks.random;

import io.eyewall.benchmarks.scenario.PeerKind.Family;
import io.eyewall.benchmarks.scenario.runner.ChildJvm;
import io.eyewall.benchmarks.scenario.runner.ClassPaths;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs draws, each in a fresh JVM. Used by one thread. */
final class Systems {
    private static final int MAX_WINDOWS = 12;
    private static final long LIMIT_MS = 120_000;
    private static final long PER_PLACE_MS = 2_000;

    private final ClassPaths classPaths;
    private final double roundsPerUs;
    private final long seconds;
    private final List<String> settings;

    /**
     * @param roundsPerUs rounds of work per microsecond
     * @param seconds duration of the warm-up, and of each window
     * @param settings configuration of Eyewall
     */
    Systems(ClassPaths classPaths, double roundsPerUs, long seconds, List<String> settings) {
        this.classPaths = classPaths;
        this.roundsPerUs = roundsPerUs;
        this.seconds = seconds;
        this.settings = List.copyOf(settings);
    }

    /** Runs a draw on Storm with its defaults. */
    Outcome storm(Draw draw) throws IOException, InterruptedException {
        return Outcome.parse(run(Family.STORM, draw, RandomChild.LOCAL, List.of(), 0));
    }

    /** Runs a draw on Eyewall with its defaults, except for the settings. */
    Outcome eyewall(Draw draw) throws IOException, InterruptedException {
        return Outcome.parse(run(Family.EYEWALL, draw, RandomChild.LOCAL, settings, 0));
    }

    /** Runs a draw on Eyewall with executors at places. */
    Outcome at(Draw draw, Places places) throws IOException, InterruptedException {
        return Outcome.parse(run(Family.EYEWALL, draw, places.toString(), settings, 0));
    }

    /** Searches the best places by trying all. */
    Places bestPlaces(Draw draw) throws IOException, InterruptedException {
        long limitMs = PlaceSearch.MAX_TRIED * PER_PLACE_MS;
        return Places.parse(run(Family.EYEWALL, draw, RandomChild.SEARCH, settings, limitMs));
    }

    private String run(Family family, Draw draw, String how, List<String> settings, long moreMs)
            throws IOException, InterruptedException {
        String classPath = classPaths.of(family);
        String what = "seed %d on %s (%s)".formatted(draw.seed(), family, how);
        return ChildJvm.run(
                what,
                directory -> {
                    List<String> command = new ArrayList<>();
                    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
                    command.add("-Xmx1g");
                    command.add("-Djava.io.tmpdir=" + directory);
                    command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=error");
                    command.add("-cp");
                    command.add(classPath);
                    command.add(RandomChild.class.getName());
                    command.add(Long.toString(draw.seed()));
                    command.add(Long.toString(seconds));
                    command.add(Double.toString(roundsPerUs));
                    command.add(how);
                    draw.changes().forEach(change -> command.add(change.toString()));
                    command.addAll(settings);
                    return command;
                },
                seconds * 1_000 * MAX_WINDOWS + LIMIT_MS + moreMs,
                (directory, log) ->
                        log.stream()
                                .filter(line -> line.startsWith(Outcome.MARK))
                                .findFirst()
                                .map(line -> line.substring(Outcome.MARK.length()))
                                .orElseThrow(
                                        () ->
                                                new IOException(
                                                        what
                                                                + ": no result; it printed:\n"
                                                                + String.join("\n", log))));
    }
}
