package io.eyewall.examples.email.spam;

import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A naive Bayes classifier of two kinds (multinomial, with add-one smoothing). It learns from
 * features, which are words, and computes how much likelier one kind is. Not thread-safe while it
 * learns.
 */
public final class NaiveBayes implements Serializable {
    private static final long serialVersionUID = 1L;

    private final Map<String, long[]> counts = new HashMap<>();
    private final long[] features = new long[2];
    private final long[] examples = new long[2];

    private static int index(boolean isSpam) {
        return isSpam ? 1 : 0;
    }

    /** Learns one example. */
    public void learn(List<String> example, boolean isSpam) {
        int kind = index(isSpam);
        for (String feature : example) {
            counts.computeIfAbsent(feature, any -> new long[2])[kind]++;
        }
        features[kind] += example.size();
        examples[kind]++;
    }

    /**
     * Returns the logarithm of the ratio of the probabilities of spam and no spam; greater than 0
     * if spam is likelier. Unknown features are ignored.
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
                            + " spam emails; it needs both");
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
