package io.eyewall.benchmarks.placed;

import java.util.List;

/**
 * A load to place on two cores. All its components start with one executor, so that all start on
 * one core, and all plans with one executor per component can be tried.
 */
@SuppressWarnings("ImmutableEnumChecker") // its lists are made by List.of
enum PlacedScenario {
    /** One key range receives more than half of the tuples. */
    P1(
            "skewed: one hot key range",
            List.of("skewed"),
            List.of(0),
            List.of(
                    new Chain(
                            "events",
                            1,
                            List.of("range-0", "range-1", "range-2", "range-3"),
                            8,
                            List.of(Feed.full(0.55, 0.15, 0.15, 0.15))))),

    /** The hot path becomes cold, and a cold path becomes hot. */
    P2(
            "phase change: the hot path flips",
            List.of("left is hot", "right is hot"),
            List.of(0, 1, 0),
            List.of(
                    new Chain(
                            "events",
                            1,
                            List.of("left", "middle", "right"),
                            8,
                            List.of(Feed.full(0.6, 0.2, 0.2), Feed.full(0.2, 0.2, 0.6))))),

    /** Two chains, each of which needs most of a core for some time. */
    P3(
            "overload, then relief",
            List.of("low", "high"),
            List.of(0, 1, 0),
            twoChains(List.of(Feed.paced(0.2), Feed.paced(0.65)))),

    /**
     * Two chains that need almost no processor time, except for a period in which they need both
     * cores.
     */
    P4(
            "elastic: one core suffices but for a burst",
            List.of("burst", "almost idle"),
            List.of(1, 0, 1),
            twoChains(List.of(Feed.paced(0.65), Feed.paced(0.02)))),

    /** A bolt that for some time needs more than a core, which a single executor cannot use. */
    P5(
            "more executors: one bolt needs more than a core",
            List.of("low", "high"),
            List.of(0, 1, 0),
            List.of(
                    new Chain(
                            "events",
                            2,
                            List.of("score"),
                            38,
                            4,
                            List.of(Feed.paced(0.2), Feed.paced(1.4)))));

    private final String title;
    private final List<String> phases;
    private final List<Integer> timeline;
    private final List<Chain> chains;

    PlacedScenario(String title, List<String> phases, List<Integer> timeline, List<Chain> chains) {
        this.title = title;
        this.phases = phases;
        this.timeline = timeline;
        this.chains = chains;
    }

    private static List<Chain> twoChains(List<Feed> feeds) {
        return List.of(
                new Chain("orders", 2, List.of("book"), 38, feeds),
                new Chain("quotes", 2, List.of("price"), 38, feeds));
    }

    /** Returns a short description. */
    String title() {
        return title;
    }

    /** Returns the names of the phases, by their numbers. */
    List<String> phases() {
        return phases;
    }

    /** Returns the numbers of the phases in the order of time; a phase may occur repeatedly. */
    List<Integer> timeline() {
        return timeline;
    }

    List<Chain> chains() {
        return chains;
    }

    /** Returns the ids of all components. */
    List<String> components() {
        return chains.stream().flatMap(chain -> chain.components().stream()).toList();
    }

    /** Returns whether a bolt can have more executors, so that each way is also tried with that. */
    boolean isElastic() {
        return chains.stream().anyMatch(chain -> chain.boltTasks() > 1);
    }

    /** Returns whether sources have a rate, so that the lateness of their tuples is defined. */
    boolean isPaced() {
        return chains.get(0).feeds().get(0).isPaced();
    }
}
