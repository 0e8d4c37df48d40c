package io.eyewall.benchmarks.random;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A draw with its results.
 *
 * @param eyewall the result of Eyewall with its defaults
 * @param storm the result of Storm with its defaults
 * @param nailed the result of Eyewall with executors at the best places; empty if there are too
 *     many places to try
 * @param places the best places
 */
record Comparison(
        Draw draw,
        Outcome eyewall,
        Outcome storm,
        Optional<Outcome> nailed,
        Optional<Places> places) {
    /** The ratio of rates above which a difference is noise. */
    private static final double SAME = 0.97;

    /**
     * The ratio of percentiles below which a difference is noise; percentiles are noisier than
     * rates.
     */
    private static final double SAME_LATENCY = 1.1;

    /** The heading of the table. */
    static final String HEADING =
            "| seed | units/s | of Storm's | of the best places' | CPU us per unit | Storm | 99% us |"
                    + " Storm | worse in | topology |\n|---|---|---|---|---|---|---|---|---|---|";

    /**
     * Runs a draw on both systems in turn and compares the results.
     *
     * @param rounds number of runs on each system; the median counts
     * @param tryPlaces whether to search the best places, too
     */
    static Comparison of(Draw draw, Systems systems, int rounds, boolean tryPlaces)
            throws IOException, InterruptedException {
        Optional<Places> places = Optional.empty();
        int cores = Runtime.getRuntime().availableProcessors();
        if (tryPlaces && Places.all(draw, cores, PlaceSearch.MAX_TRIED).isPresent()) {
            places = Optional.of(systems.bestPlaces(draw));
        }
        List<Outcome> eyewall = new ArrayList<>();
        List<Outcome> storm = new ArrayList<>();
        List<Outcome> nailed = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            if (round % 2 == 0) {
                eyewall.add(systems.eyewall(draw));
                storm.add(systems.storm(draw));
            } else {
                storm.add(systems.storm(draw));
                eyewall.add(systems.eyewall(draw));
            }
            if (places.isPresent()) {
                nailed.add(systems.at(draw, places.get()));
            }
        }
        return new Comparison(
                draw,
                Outcome.median(eyewall),
                Outcome.median(storm),
                nailed.isEmpty() ? Optional.empty() : Optional.of(Outcome.median(nailed)),
                places);
    }

    /** Returns the ratio of Eyewall's rate to Storm's. */
    double ratio() {
        return ratio(storm);
    }

    /**
     * Returns the ratio of Eyewall's rate to another; rates above the offered rate come from
     * messages that were late before.
     */
    private double ratio(Outcome other) {
        double most = Double.MAX_VALUE;
        if (draw.topologies().size() == 1) {
            double due = draw.ratePerSecond(0, Runtime.getRuntime().availableProcessors());
            most = due == 0 ? most : due;
        }
        return Math.min(most, eyewall.unitsPerSecond()) / Math.min(most, other.unitsPerSecond());
    }

    /** Returns the ratio of Eyewall's rate to that at the best places; NaN if these are unknown. */
    double ratioOfBest() {
        return nailed.map(this::ratio).orElse(Double.NaN);
    }

    /** Returns the measures in which Eyewall is worse than Storm, beyond noise. */
    List<String> worse() {
        List<String> worse = new ArrayList<>();
        if (ratio() < SAME) {
            worse.add("rate");
        }
        if (eyewall.cpuUs() * SAME > storm.cpuUs()) {
            worse.add("processor time");
        }
        if (eyewall.p99Us() > storm.p99Us() * SAME_LATENCY && storm.p99Us() > 0) {
            worse.add("latency");
        }
        return worse;
    }

    /** Returns a row of the table. */
    String line() {
        return String.format(
                Locale.ROOT,
                "| %d | %.0f | %.2f | %s | %.1f | %.1f | %.0f | %.0f | %s | %s |",
                draw.seed(),
                eyewall.unitsPerSecond(),
                ratio(),
                nailed.isPresent() ? String.format(Locale.ROOT, "%.2f", ratioOfBest()) : "",
                eyewall.cpuUs(),
                storm.cpuUs(),
                eyewall.p99Us(),
                storm.p99Us(),
                String.join(", ", worse()),
                draw);
    }
}
