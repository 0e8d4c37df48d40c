package io.eyewall.examples.email.spam;

import java.io.Serializable;

/**
 * The detector's verdict on an email.
 *
 * @param id the email's id
 * @param from the email's sender
 * @param score the score of {@link NaiveBayes#score}; spam if greater than 0
 */
public record Verdict(String id, String from, double score) implements Serializable {
    /** Returns whether the email is classified as spam. */
    public boolean isSpam() {
        return score > 0;
    }
}
