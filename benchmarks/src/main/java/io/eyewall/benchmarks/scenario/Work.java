package io.eyewall.benchmarks.scenario;

/** What a scenario computes, and what one counted unit of it is. */
public enum Work {
    /** Sentences are split into words and every word is counted; the unit is a word. */
    W1("w1", "word count", Sentences.WORDS_PER_SENTENCE),
    /** One constant string passes an identity bolt and is counted; the unit is a tuple. */
    W3("w3", "throughput", 1);

    private final String id;
    private final String title;
    private final int unitsPerEmit;

    Work(String id, String title, int unitsPerEmit) {
        this.id = id;
        this.title = title;
        this.unitsPerEmit = unitsPerEmit;
    }

    /** The name used in options and reports. */
    public String id() {
        return id;
    }

    /** A short description for reports. */
    public String title() {
        return title;
    }

    /** How many units the sink counts for each tuple that the source emits. */
    public int unitsPerEmit() {
        return unitsPerEmit;
    }
}
