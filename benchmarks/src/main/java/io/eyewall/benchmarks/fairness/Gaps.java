package io.eyewall.benchmarks.fairness;

/** The longest time that passed between two signs of life of each pipeline. */
final class Gaps {
    private final long[] lastNs;
    private final long[] longestNs;

    /** As of now, of so many pipelines. */
    Gaps(int pipelines, long nowNs) {
        lastNs = new long[pipelines];
        longestNs = new long[pipelines];
        java.util.Arrays.fill(lastNs, nowNs);
    }

    /** A pipeline is alive. */
    synchronized void sign(int pipeline, long nowNs) {
        longestNs[pipeline] = Math.max(longestNs[pipeline], nowNs - lastNs[pipeline]);
        lastNs[pipeline] = nowNs;
    }

    /** The longest of all, those included that have not ended. */
    synchronized long longestNs(long nowNs) {
        for (int i = 0; i < lastNs.length; i++) {
            sign(i, nowNs);
        }
        return java.util.Arrays.stream(longestNs).max().orElse(0);
    }
}
