package io.eyewall.examples.email;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Adds up, for each transaction, what several counted, until all have said something (the study,
 * section 3.2.1): what comes early from one waits for the others. For one thread.
 */
final class Quorum {
    private final int size;
    private final Map<Long, Part> waiting = new HashMap<>();

    /** Those who have said something, and the sum. */
    private record Part(int voices, Totals totals) {}

    /**
     * @param size how many count
     */
    Quorum(int size) {
        if (size < 1) {
            throw new IllegalArgumentException("a quorum of " + size + "; expected at least 1");
        }
        this.size = size;
    }

    /** What all counted in that transaction; null: some have not said yet. */
    @Nullable Totals add(long transaction, Totals totals) {
        Part before = waiting.getOrDefault(transaction, new Part(0, Totals.NONE));
        Part now = new Part(before.voices() + 1, before.totals().plus(totals));
        if (now.voices() < size) {
            waiting.put(transaction, now);
            return null;
        }
        waiting.remove(transaction);
        return now.totals();
    }

    /** How many transactions wait for somebody. */
    int waiting() {
        return waiting.size();
    }
}
