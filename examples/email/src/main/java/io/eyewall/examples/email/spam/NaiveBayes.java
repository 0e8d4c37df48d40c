package io.eyewall.examples.email.spam;

import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
}
