package io.eyewall.benchmarks.scenario;

/** The kinds of system that are measured side by side. */
public enum PeerKind {
    /** Plain Java: as many independent loops as the parallelism, nothing exchanged. */
    LOOP("loop", Family.HANDWRITTEN),
    /**
     * Plain Java, two threads: everything but the count, then batches in a queue, then the count.
     */
    PIPE("pipe", Family.HANDWRITTEN),
    /** Plain Java, two equal threads that send each other the words that the other one counts. */
    EXCHANGE("exchange", Family.HANDWRITTEN),
    /** Apache Storm's LocalCluster with its default configuration. */
    STORM("storm", Family.STORM),
    /** Apache Storm's LocalCluster tuned for throughput. */
    STORM_TUNED("storm-tuned", Family.STORM),
    /** Eyewall's LocalCluster. */
    EYEWALL("eyewall", Family.EYEWALL);

    /** Which class path a kind needs, and which group it is compared as. */
    public enum Family {
        /** Plain Java. */
        HANDWRITTEN,
        /** Apache Storm: needs storm-server. */
        STORM,
        /** Eyewall: needs eyewall-local and must not see storm-server. */
        EYEWALL
    }

    private final String id;
    private final Family family;

    PeerKind(String id, Family family) {
        this.id = id;
        this.family = family;
    }

    /** The name used in options and reports. */
    public String id() {
        return id;
    }

    /** The class path and the comparison group of this kind. */
    public Family family() {
        return family;
    }

    /**
     * Whether this kind can run the scenario at all. Hand-written code has no acks; the pipe and
     * the exchange are two threads by construction, and exchanging needs keys, which only the word
     * count has.
     */
    public boolean supports(Scenario scenario) {
        return switch (this) {
            case LOOP -> !scenario.acked();
            case PIPE -> !scenario.acked() && scenario.parallelism() == 2;
            case EXCHANGE ->
                    !scenario.acked() && scenario.parallelism() == 2 && scenario.work() == Work.W1;
            case STORM, STORM_TUNED, EYEWALL -> true;
        };
    }

    /**
     * Whether each word of {@link Work#W1} is counted in one place. Independent loops count all
     * words that they make themselves, so they show what no exchange would cost but do not give a
     * word count's answer.
     */
    public boolean isKeyed(Scenario scenario) {
        return this != LOOP || scenario.parallelism() == 1;
    }
}
