package io.eyewall.cluster.trials.reassignment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Evaluates the journals of states: which worker had a state open when, and when it was written to.
 */
final class OpenedStates {
    /**
     * By the name of a state: times of its openings, each with the time of the last write that
     * followed; in milliseconds since 1970.
     */
    private final Map<String, TreeMap<Long, Long>> lives = new HashMap<>();

    private final List<Long> commits = new ArrayList<>();

    private OpenedStates() {}

    static OpenedStates in(Path journals) throws IOException {
        OpenedStates states = new OpenedStates();
        List<Path> files;
        try (Stream<Path> all = Files.list(journals)) {
            files =
                    all.filter(
                                    each ->
                                            each.getFileName()
                                                    .toString()
                                                    .startsWith(WatchedStates.JOURNAL))
                            .toList();
        }
        for (Path file : files) {
            List<Long> times = new ArrayList<>();
            for (String line : Files.readAllLines(file)) {
                String[] words = line.split(" ", -1);
                times.add(Long.valueOf(words[1]));
                if (words[0].equals("commit")) {
                    states.commits.add(times.get(times.size() - 1));
                }
            }
            if (times.isEmpty()) {
                continue; // killed when it was about to open it
            }
            String name = file.getFileName().toString().split("~", -1)[1];
            states.lives
                    .computeIfAbsent(name, each -> new TreeMap<>())
                    .put(times.get(0), times.get(times.size() - 1));
        }
        return states;
    }

    /** Returns the times of all commits, sorted. */
    List<Long> commits() {
        return commits.stream().sorted().toList();
    }

    /**
     * Asserts that after a worker has opened a state, the worker that had it before writes to it no
     * more, and that each state was moved.
     *
     * @param count the number of different states
     */
    void assertNoneHadTwoWriters(int count) {
        assertThat(lives).hasSize(count);
        lives.forEach(
                (name, spans) -> {
                    assertThat(spans.size()).as(name).isGreaterThan(1);
                    long last = 0;
                    for (Map.Entry<Long, Long> span : spans.entrySet()) {
                        assertThat(span.getKey()).as("%s %s", name, spans).isGreaterThan(last);
                        last = span.getValue();
                    }
                });
    }
}
