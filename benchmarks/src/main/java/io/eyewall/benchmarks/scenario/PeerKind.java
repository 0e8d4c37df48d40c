package io.eyewall.benchmarks.scenario;

import io.eyewall.benchmarks.scenario.Work.Shape;

/** The kinds of system that are measured side by side. */
public enum PeerKind {
    /** Plain Java: as many independent loops as the parallelism, nothing exchanged. */
    LOOP("loop", Family.HANDWRITTEN),
    /**
     * Plain Java, two threads: everything but the count, then batches in a queue, then the count.
     */
    PIPE("pipe", Family.HANDWRITTEN),
    /** Plain Java, two equal threads; each sends the other the words that the other counts. */
    EXCHANGE("exchange", Family.HANDWRITTEN),
    /**
     * The same as {@link #EXCHANGE}, but each word is in a list of its own, as Storm topologies
     * emit it.
     */
    EXCHANGE_LISTS("exchange-lists", Family.HANDWRITTEN),
    /** The same as {@link #EXCHANGE_LISTS}, and around each list is an object of a tuple's size. */
    EXCHANGE_TUPLES("exchange-tuples", Family.HANDWRITTEN),
    /** Apache Storm's LocalCluster, tuned as well as we know how. */
    STORM("storm", Family.STORM),
    /** Apache Storm's LocalCluster with its default configuration. */
    STORM_DEFAULT("storm-default", Family.STORM),
    /** Apache Flink's MiniCluster, object reuse on. */
    FLINK("flink", Family.FLINK),
    /** Hazelcast Jet, embedded. */
    JET("jet", Family.JET),
    /** Eyewall's LocalCluster, one of 1,000 messages traced, with the usual limit per second. */
    EYEWALL_TRACED("eyewall-traced", Family.EYEWALL),
    /** The same as {@link #EYEWALL_TRACED}, without a limit per second. */
    EYEWALL_TRACED_ALL("eyewall-traced-all", Family.EYEWALL),
    /** Eyewall's LocalCluster. */
    EYEWALL("eyewall", Family.EYEWALL);

    /** The family of a kind, which determines its class path and its comparison group. */
    public enum Family {
        /** Plain Java. */
        HANDWRITTEN,
        /** Apache Storm: needs storm-server. */
        STORM,
        /** Apache Flink, of a module of its own. */
        FLINK,
        /** Hazelcast Jet, of a module of its own. */
        JET,
        /** Eyewall: needs eyewall-local and must not see storm-server. */
        EYEWALL
    }

    /**
     * The limit of Storm's executors: each has a thread and a queue of 32,768, and with more the
     * heap is too small.
     */
    private static final int STORMS_EXECUTORS = 1_001;

    private final String id;
    private final Family family;

    PeerKind(String id, Family family) {
        this.id = id;
        this.family = family;
    }

    /** Returns the name used in options and reports. */
    public String id() {
        return id;
    }

    /**
     * Returns whether this kind does more work than its answer needs, in order to measure the cost
     * of that work. Other systems are not compared with it.
     */
    public boolean isStudy() {
        return this == EXCHANGE_LISTS || this == EXCHANGE_TUPLES;
    }

    /** Returns the class path and the comparison group of this kind. */
    public Family family() {
        return family;
    }

    /**
     * Returns whether this kind can run the scenario at all. Only Storm's API has acks, child
     * processes, thousands of executors at a user's request, and sources that are polled in vain;
     * the pipe and the exchange are two threads by construction. A cut is where threads meet: Storm
     * gives each executor one, and Flink and Jet decide themselves where tasks run. Their chains
     * are the same tasks from source to sink, which shuffle grouping is not.
     */
    public boolean supports(Scenario scenario) {
        Work work = scenario.work();
        boolean isSpread = work.shape() == Shape.SPREAD;
        boolean isShuffled = work.isShuffled();
        boolean isStormsAlone = work.isMultilang() || work.isSilent();
        if (isStormsAlone && family != Family.STORM && family != Family.EYEWALL) {
            return false;
        }
        return switch (this) {
            case LOOP -> !scenario.acked() && !isSpread && !work.isCut();
            case FLINK ->
                    !scenario.acked()
                            && !isShuffled
                            && !work.isCut()
                            && work.shape() != Shape.EMAIL
                            && (work.shape() != Shape.PIPELINE || work.ratePerSec() == 0);
            case JET ->
                    !scenario.acked()
                            && !isShuffled
                            && !work.isCut()
                            && work.shape() != Shape.EMAIL
                            && work.shape() != Shape.PIPELINE;
            case PIPE ->
                    !scenario.acked()
                            && (work.isCut() || scenario.parallelism() == 2)
                            && isPipe(work);
            case EXCHANGE, EXCHANGE_LISTS, EXCHANGE_TUPLES ->
                    !scenario.acked()
                            && scenario.parallelism() == 2
                            && work.shape() == Shape.WORD_COUNT;
            case STORM, STORM_DEFAULT -> !isSpread || work.size() <= STORMS_EXECUTORS;
            case EYEWALL_TRACED, EYEWALL_TRACED_ALL ->
                    !isStormsAlone
                            && (work.shape() == Shape.WORD_COUNT || work.shape() == Shape.CHAIN);
            case EYEWALL -> true;
        };
    }

    private static boolean isPipe(Work work) {
        return switch (work.shape()) {
            case WORD_COUNT, ROLLING_SORT -> true;
            case CHAIN -> work.ratePerSec() == 0;
            case EMAIL, PIPELINE, FAN_OUT, FAN_IN, SPREAD -> false;
        };
    }

    /**
     * Returns whether each word of {@link Work#W1} is counted in one place. Independent loops count
     * all words that they produce themselves, so they show the cost without any exchange but do not
     * give a word count's answer.
     */
    public boolean isKeyed(Scenario scenario) {
        return this != LOOP || scenario.parallelism() == 1;
    }
}
