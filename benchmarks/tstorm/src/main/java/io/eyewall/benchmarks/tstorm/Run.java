package io.eyewall.benchmarks.tstorm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The measurements of a topology's run.
 *
 * @param scheduler scheduler that placed the topology
 * @param startMs time of the submission, in milliseconds since 1970
 * @param phases phases in their order
 * @param samples completions of all messages
 */
record Run(String scheduler, long startMs, List<Phase> phases, List<Sample> samples) {
    /**
     * The figures of a period: acked and failed messages, and the mean and 99th percentile of the
     * processing time of the acked ones.
     */
    record Figures(long acked, long failed, double meanMs, double p99Ms) {}

    /** Reads the samples that the spouts have written. */
    static List<Sample> read(Path folder) throws IOException {
        List<Sample> samples = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file :
                    files.filter(each -> each.getFileName().toString().startsWith("times-"))
                            .toList()) {
                try (Stream<String> lines = Files.lines(file)) {
                    lines.forEach(line -> add(line, samples));
                }
            }
        }
        return samples;
    }

    private static void add(String line, List<Sample> samples) {
        String[] words = line.split(" ", -1);
        // If a process was killed, its last line may be incomplete.
        if (words[0].equals("a") && words.length == 3 && !words[2].isEmpty()) {
            samples.add(new Sample(Long.parseLong(words[1]), Long.parseLong(words[2])));
        } else if (words[0].equals("f") && words.length == 2 && !words[1].isEmpty()) {
            samples.add(new Sample(Long.parseLong(words[1]), -1));
        }
    }

    Figures figures(long fromMs, long toMs) {
        List<Sample> inside =
                samples.stream().filter(s -> s.atMs() >= fromMs && s.atMs() < toMs).toList();
        long[] micros =
                inside.stream()
                        .filter(s -> !s.isFailed())
                        .mapToLong(Sample::micros)
                        .sorted()
                        .toArray();
        double sum = 0;
        for (long each : micros) {
            sum += each;
        }
        return new Figures(
                micros.length,
                inside.size() - micros.length,
                micros.length == 0 ? Double.NaN : sum / micros.length / 1e3,
                micros.length == 0 ? Double.NaN : micros[(int) (micros.length * 0.99)] / 1e3);
    }
}
