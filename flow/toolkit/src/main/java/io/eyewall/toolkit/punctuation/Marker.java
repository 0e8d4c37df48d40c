package io.eyewall.toolkit.punctuation;

import java.util.Locale;

/** The kinds of markers. */
public enum Marker {
    /** The end of a window. Windows of a task are numbered from 1, or by their end time. */
    WINDOW,
    /**
     * The end of the stream. It may be repeated: when tuples failed after it and were emitted
     * again, another end follows them.
     */
    FINAL;

    private final String word = name().toLowerCase(Locale.ROOT);

    /** Returns the word that stands for the marker in a tuple. */
    public String word() {
        return word;
    }

    /**
     * Returns the marker for a word of a tuple.
     *
     * @throws IllegalArgumentException if no marker has this word
     */
    static Marker of(Object word) {
        for (Marker marker : values()) {
            if (marker.word.equals(word)) {
                return marker;
            }
        }
        throw new IllegalArgumentException(
                "a tuple of stream '"
                        + Punctuation.STREAM
                        + "' has the marker '"
                        + word
                        + "'; expected 'window' or 'final'");
    }
}
