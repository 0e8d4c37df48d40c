package io.eyewall.toolkit.punctuation;

import java.util.Locale;

/** What a marker says. */
public enum Marker {
    /** Here a window ends. Windows of a task are numbered from 1, or by the time at their end. */
    WINDOW,
    /**
     * Here the stream ends. It may come again: when tuples failed after it and were emitted again,
     * it follows them.
     */
    FINAL;

    private final String word = name().toLowerCase(Locale.ROOT);

    /** As it stands in a tuple. */
    public String word() {
        return word;
    }

    /**
     * Of what stands in a tuple.
     *
     * @throws IllegalArgumentException if that is no marker
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
