package io.eyewall.examples.email;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Adds up the counts of several counters for each transaction, until all counters have contributed
 * (the study, section 3.2.1). Early contributions wait for the other counters. Confined to one
 * thread.
 */
final class Quorum {
    private final int size;
    private final Map<Long, Part> waiting = new HashMap<>();

    /** The number of contributions to a transaction, and their sum. */
    private record Part(int contributions, Totals totals) {}

    /**
     * @param size the number of counters
     */
    Quorum(int size) {
        if (size < 1) {
            throw new IllegalArgumentException("a quorum of " + size + "; expected at least 1");
        }
        this.size = size;
    }

    /**
     * Adds a contribution; returns the transaction's sum, or null while contributions are missing.
     */
    @Nullable Totals add(long transaction, Totals totals) {
        Part before = waiting.getOrDefault(transaction, new Part(0, Totals.NONE));
        Part now = new Part(before.contributions() + 1, before.totals().plus(totals));
        if (now.contributions() < size) {
            waiting.put(transaction, now);
            return null;
        }
        waiting.remove(transaction);
        return now.totals();
    }

    /** Returns the number of transactions with missing contributions. */
    int waiting() {
        return waiting.size();
    }
}
