package io.eyewall.examples.email.spam;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A naive Bayes classifier of two kinds (multinomial, with one added to each count). It learns from
 * features, which are words, and says by how much one kind is likelier. Not for several threads
 * while it learns.
 */
public final class NaiveBayes implements Serializable {
    private static final long serialVersionUID = 1L;

    private final Map<String, long[]> counts = new HashMap<>();
    private final long[] features = new long[2];
    private final long[] examples = new long[2];

    private static int index(boolean isSpam) {
        return isSpam ? 1 : 0;
    }

    /** Learns an example. */
    public void learn(List<String> example, boolean isSpam) {
        int kind = index(isSpam);
        for (String feature : example) {
            counts.computeIfAbsent(feature, any -> new long[2])[kind]++;
        }
        features[kind] += example.size();
        examples[kind]++;
    }

    /**
     * The logarithm of how much likelier spam is; greater than 0: it is likelier. Features that
     * were never learnt say nothing.
     *
     * @throws IllegalStateException unless it has learnt examples of both kinds
     */
    public double score(List<String> example) {
        if (examples[0] == 0 || examples[1] == 0) {
            throw new IllegalStateException(
                    "the classifier has learnt "
                            + examples[0]
                            + " emails and "
                            + examples[1]
                            + " of spam; it needs both");
        }
        double score = Math.log((double) examples[1] / examples[0]);
        double known = counts.size();
        for (String feature : example) {
            long[] count = counts.get(feature);
            if (count != null) {
                score += Math.log((count[1] + 1) / (features[1] + known));
                score -= Math.log((count[0] + 1) / (features[0] + known));
            }
        }
        return score;
    }

    /** Writes what it has learnt: a line of sums, then a line for each feature. */
    public void save(Path file) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            out.write(
                    examples[0]
                            + "\t"
                            + examples[1]
                            + "\t"
                            + features[0]
                            + "\t"
                            + features[1]
                            + "\n");
            for (Map.Entry<String, long[]> feature : new TreeMap<>(counts).entrySet()) {
                long[] count = feature.getValue();
                out.write(count[0] + "\t" + count[1] + "\t" + feature.getKey() + "\n");
            }
        }
    }

    /**
     * Reads what {@link #save} wrote.
     *
     * @throws IOException if it can't be read, or is something else
     */
    public static NaiveBayes load(Path file) throws IOException {
        NaiveBayes bayes = new NaiveBayes();
        try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            String[] sums = fields(file, 1, in.readLine(), 4);
            for (int kind = 0; kind < 2; kind++) {
                bayes.examples[kind] = Long.parseLong(sums[kind]);
                bayes.features[kind] = Long.parseLong(sums[2 + kind]);
            }
            int number = 2;
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] fields = fields(file, number++, line, 3);
                bayes.counts.put(
                        fields[2],
                        new long[] {Long.parseLong(fields[0]), Long.parseLong(fields[1])});
            }
        } catch (NumberFormatException e) {
            throw new IOException(file + " is no model of a classifier: " + e.getMessage(), e);
        }
        return bayes;
    }

    private static String[] fields(Path file, int number, @Nullable String line, int count)
            throws IOException {
        String[] fields = line == null ? new String[0] : line.split("\t", count);
        if (fields.length != count) {
            throw new IOException(
                    file
                            + ", line "
                            + number
                            + ": expected "
                            + count
                            + " fields of a classifier's model, found "
                            + fields.length);
        }
        return fields;
    }
}
