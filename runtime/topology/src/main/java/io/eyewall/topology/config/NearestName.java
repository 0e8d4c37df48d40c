package io.eyewall.topology.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Suggests an existing name for an unknown one. */
public final class NearestName {
    private NearestName() {}

    /**
     * Returns the name that needs the fewest edits.
     *
     * @param known at least one name
     */
    public static String of(String name, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt(candidate -> editDistance(name, candidate)))
                .orElseThrow();
    }

    /**
     * Returns the nearest name if it is near enough for a typing error: at most a third of its
     * letters differ.
     */
    public static Optional<String> nearestSimilar(String name, Collection<String> known) {
        if (known.isEmpty()) {
            return Optional.empty();
        }
        String nearest = of(name, known);
        int limit = Math.max(1, Math.max(name.length(), nearest.length()) / 3);
        return editDistance(name, nearest) <= limit ? Optional.of(nearest) : Optional.empty();
    }

    /**
     * Returns the number of letters to insert, delete, replace, or swap with their neighbour
     * (optimal string alignment), ignoring case.
     */
    private static int editDistance(String a, String b) {
        int[] beforeLast = new int[0];
        int[] last = new int[0];
        for (int i = 0; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    row[j] = i + j;
                    continue;
                }
                row[j] =
                        Math.min(
                                last[j - 1] + (isSameLetter(a, i - 1, b, j - 1) ? 0 : 1),
                                Math.min(last[j], row[j - 1]) + 1);
                if (i > 1
                        && j > 1
                        && isSameLetter(a, i - 1, b, j - 2)
                        && isSameLetter(a, i - 2, b, j - 1)) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
            }
            beforeLast = last;
            last = row;
        }
        return last[b.length()];
    }

    private static boolean isSameLetter(String a, int i, String b, int j) {
        return Character.toLowerCase(a.charAt(i)) == Character.toLowerCase(b.charAt(j));
    }
}
