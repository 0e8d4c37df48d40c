package io.eyewall.cluster.trials.network;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the journals of receivers: files with lines of milliseconds since 1970 and a number of
 * tuples.
 */
final class Journals {
    private static final double MS_PER_SEC = 1000;

    private final Path folder;
    private long last;

    Journals(Path folder) {
        this.folder = folder;
    }

    private record Line(long ms, long tuples) {}

    private static List<Line> lines(Path file) throws IOException {
        List<Line> lines = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            String[] words = line.split(" ", -1);
            if (words.length == 2 && !words[1].isEmpty()) {
                lines.add(new Line(Long.parseLong(words[0]), Long.parseLong(words[1])));
            }
        }
        return lines;
    }

    private List<Path> files() throws IOException {
        try (var files = Files.list(folder)) {
            return files.toList();
        }
    }

    private long sum() throws IOException {
        long sum = 0;
        for (Path file : files()) {
            List<Line> lines = lines(file);
            sum += lines.isEmpty() ? 0 : lines.get(lines.size() - 1).tuples();
        }
        return sum;
    }

    /** Stores the number of tuples that have arrived so far. */
    void mark() throws IOException {
        last = sum();
    }

    /** Returns whether more have arrived since then. */
    boolean hasGrown() throws IOException {
        return sum() > last;
    }

    /** Returns the tuples per second between two times, from the lines of each file. */
    double perSec(long beginMs, long endMs) throws IOException {
        double sum = 0;
        for (Path file : files()) {
            List<Line> within =
                    lines(file).stream()
                            .filter(line -> line.ms() >= beginMs && line.ms() <= endMs)
                            .toList();
            if (within.size() > 1) {
                Line first = within.get(0);
                Line end = within.get(within.size() - 1);
                sum += (end.tuples() - first.tuples()) * MS_PER_SEC / (end.ms() - first.ms());
            }
        }
        return sum;
    }
}
