package io.eyewall.benchmarks.random;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Tries all placements of the executors of a running draw. */
final class PlaceSearch {
    /** The limit of placements to try. */
    static final int MAX_TRIED = 200;

    private static final long SETTLE_MS = 300;
    private static final long SHORT_MS = 400;
    private static final long LONG_MS = 1_500;
    private static final int LAST = 5;

    /** The ratio of rates above which two placements count as equally fast. */
    private static final double SAME = 0.97;

    private record Tried(Places places, Outcome outcome) {}

    private PlaceSearch() {}

    /**
     * Returns the places with the highest throughput; among equally fast ones, those that take the
     * least processor time. Each placement is tried for a short time, the best ones a second time.
     */
    static Places best(Draw draw, Runner.Nailed nailed, RandomChild.Window window)
            throws Exception {
        int cores = Runtime.getRuntime().availableProcessors();
        List<Places> all =
                Places.all(draw, cores, MAX_TRIED)
                        .orElseThrow(
                                () ->
                                        new IllegalArgumentException(
                                                "there are more than " + MAX_TRIED + " places"));
        List<Places> last =
                order(tried(all, nailed, window, SHORT_MS)).stream()
                        .limit(LAST)
                        .map(Tried::places)
                        .toList();
        return order(tried(last, nailed, window, LONG_MS)).get(0).places();
    }

    private static List<Tried> tried(
            List<Places> all, Runner.Nailed nailed, RandomChild.Window window, long ms)
            throws Exception {
        List<Tried> tried = new ArrayList<>();
        for (Places places : all) {
            nailed.place(places);
            window.measure(SETTLE_MS);
            tried.add(new Tried(places, window.measure(ms)));
        }
        return tried;
    }

    private static List<Tried> order(List<Tried> tried) {
        double most =
                tried.stream().mapToDouble(one -> one.outcome().unitsPerSecond()).max().orElse(0);
        return tried.stream()
                .sorted(
                        Comparator.<Tried>comparingInt(
                                        one ->
                                                one.outcome().unitsPerSecond() >= SAME * most
                                                        ? 0
                                                        : 1)
                                .thenComparingDouble(
                                        one ->
                                                one.outcome().unitsPerSecond() >= SAME * most
                                                        ? one.outcome().cpuUs()
                                                        : -one.outcome().unitsPerSecond()))
                .toList();
    }
}
