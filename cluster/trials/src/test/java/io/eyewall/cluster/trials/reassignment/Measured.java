package io.eyewall.cluster.trials.reassignment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The measurements in the journals of {@link MeasuredTopology}.
 *
 * @param longestMs the longest time between two acks
 * @param atMs when that began
 * @param emitted number of different messages that arrived
 * @param failed number of calls of fail
 * @param again number of repeated arrivals of a message
 * @param missing number of messages before the last committed position that never arrived
 * @param twice milliseconds in which two sources were active at the same time
 */
record Measured(
        long acks,
        long longestMs,
        long atMs,
        long emitted,
        long failed,
        long again,
        long missing,
        long twice) {

    static Measured read(Path folder, long fromMs) throws IOException {
        List<Long> acks = new ArrayList<>();
        long failed = 0;
        Map<Long, Integer> arrived = new HashMap<>();
        List<long[]> active = new ArrayList<>();
        long position =
                Long.parseLong(
                        Files.readString(folder.resolve("position"))
                                .split(" ", -1)[1]); // first: all below it has arrived
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.sorted().toList();
        }
        for (Path file : files) {
            String name = file.getFileName().toString();
            if (name.startsWith("sink")) {
                for (String line : Files.readAllLines(file)) {
                    if (!line.isEmpty()) {
                        arrived.merge(Long.valueOf(line), 1, Integer::sum);
                    }
                }
            } else if (name.startsWith("source")) {
                long sinceMs = -1;
                long lastMs = -1;
                for (String line : Files.readAllLines(file)) {
                    String[] words = line.split(" ", -1);
                    if (words.length < 2 || words[1].length() < 13) {
                        continue; // truncated by a kill
                    }
                    lastMs = Long.parseLong(words[1]);
                    switch (words[0]) {
                        case "ack" -> acks.add(lastMs);
                        case "fail" -> failed++;
                        case "activate" -> sinceMs = lastMs;
                        case "deactivate" -> {
                            if (sinceMs >= 0) {
                                active.add(new long[] {sinceMs, lastMs});
                            }
                            sinceMs = -1;
                        }
                        default -> {}
                    }
                }
                if (sinceMs >= 0) {
                    active.add(new long[] {sinceMs, lastMs});
                }
            }
        }
        acks.sort(null);
        Gap longest = longest(acks, fromMs);
        long missing = 0;
        for (long number = 0; number < position; number++) {
            missing += arrived.containsKey(number) ? 0 : 1;
        }
        long again = arrived.values().stream().mapToLong(count -> count - 1).sum();
        return new Measured(
                acks.size(),
                longest.ms(),
                longest.atMs(),
                arrived.size(),
                failed,
                again,
                missing,
                overlap(active));
    }

    /**
     * Returns the measurements to expect if nothing was lost, and if nothing has failed or been
     * repeated since {@code before}.
     */
    Measured lossless(Measured before) {
        return new Measured(
                acks, longestMs, atMs, emitted, before.failed, before.again, 0, before.twice);
    }

    /** The time between two consecutive events. */
    record Gap(long ms, long atMs) {}

    /**
     * Returns the longest time between two consecutive events.
     *
     * @param times the events' times, ascending
     */
    static Gap longest(List<Long> times, long fromMs) {
        Gap longest = new Gap(0, 0);
        for (int i = 1; i < times.size(); i++) {
            long ms = times.get(i) - times.get(i - 1);
            if (times.get(i - 1) >= fromMs && ms > longest.ms()) {
                longest = new Gap(ms, times.get(i - 1));
            }
        }
        return longest;
    }

    private static long overlap(List<long[]> spans) {
        long sum = 0;
        for (int i = 0; i < spans.size(); i++) {
            for (int j = i + 1; j < spans.size(); j++) {
                sum +=
                        Math.max(
                                0,
                                Math.min(spans.get(i)[1], spans.get(j)[1])
                                        - Math.max(spans.get(i)[0], spans.get(j)[0]));
            }
        }
        return sum;
    }
}
