package io.eyewall.examples.email.spam;

import java.io.Serializable;

/**
 * What the detector says of an email.
 *
 * @param id of the email
 * @param from its sender
 * @param score greater than 0: spam ({@link NaiveBayes#score})
 */
public record Verdict(String id, String from, double score) implements Serializable {
    /** Whether it is taken for spam. */
    public boolean isSpam() {
        return score > 0;
    }
}
