package io.eyewall.benchmarks.scenario;

import io.eyewall.benchmarks.scenario.email.EmailAnswers;
import io.eyewall.benchmarks.scenario.email.Emails;
import io.eyewall.benchmarks.scenario.email.Mailbox;
import java.util.List;

/** The computation of a scenario, and the unit that its sinks count. */
public enum Work {
    /** Sentences are split into words and every word is counted; the unit is a word. */
    W1("w1", "word count", Shape.WORD_COUNT, 1),
    /** The same as {@link #W1}, with source and split on one core and the count on another one. */
    W1_CUT("w1-cut", "word count, cut across two cores", Shape.WORD_COUNT, 1),
    /** The last texts of digits are kept, and sorted periodically. */
    W2("w2", "rolling sort", Shape.ROLLING_SORT, 1),
    /** One constant text passes an identity bolt and is counted: the engine alone. */
    W3("w3", "throughput", Shape.CHAIN, 1),
    /**
     * The same as {@link #W3}, with source and identity on one core and the count on another one.
     */
    W3_CUT("w3-cut", "throughput, cut across two cores", Shape.CHAIN, 1),
    /** The same as {@link #W3} with a text of 10 KB. */
    W3_10K("w3-10k", "throughput, 10 KB", Shape.CHAIN, 1),
    /** A chain of one identity bolt. */
    W4_1("w4-1", "chain of 1 bolt", Shape.CHAIN, 1),
    /** A chain of three identity bolts. */
    W4_3("w4-3", "chain of 3 bolts", Shape.CHAIN, 3),
    /** A chain of ten identity bolts. */
    W4_10("w4-10", "chain of 10 bolts", Shape.CHAIN, 10),
    /** One source, whose every tuple goes to eight sinks; the unit is a tuple that arrived. */
    W5_OUT("w5-out", "fan-out 1 to 8", Shape.FAN_OUT, 8),
    /** Eight sources, one sink. */
    W5_IN("w5-in", "fan-in 8 to 1", Shape.FAN_IN, 8),
    /** The chain of W3 at 10,000 tuples per second, to measure latency. */
    W6("w6", "latency at 10,000/s", Shape.CHAIN, 1),
    /** Three executors at 100,000 tuples per second. */
    W7_3("w7-3", "3 executors at 100,000/s", Shape.SPREAD, 3),
    /** 101 executors at the same load. */
    W7_100("w7-100", "101 executors at 100,000/s", Shape.SPREAD, 101),
    /** 1,001 executors at the same load. */
    W7_1000("w7-1000", "1,001 executors at 100,000/s", Shape.SPREAD, 1_001),
    /** 10,001 executors at the same load. */
    W7_10000("w7-10000", "10,001 executors at 100,000/s", Shape.SPREAD, 10_001),
    /** {@link #W4_3} with shuffle grouping. */
    W8("w8", "chain of 3 bolts, shuffled", Shape.CHAIN, 3),
    /** Emails are parsed, filtered, modified and counted; the unit is an email that is kept. */
    E1("e1", "emails", Shape.EMAIL, 1),
    /** The email pipeline of the study, complete; the unit is an email that is kept. */
    EMAIL("email", "email pipeline", Shape.PIPELINE, 1),
    /** The same as {@link #EMAIL} at 2,000 emails per second, to measure the cost of a load. */
    EMAIL_X1("email-x1", "email pipeline at 2,000/s", Shape.PIPELINE, 1),
    /** The same as {@link #EMAIL} at 4,000 emails per second. */
    EMAIL_X2("email-x2", "email pipeline at 4,000/s", Shape.PIPELINE, 1),
    /** The same as {@link #EMAIL} at 8,000 emails per second. */
    EMAIL_X4("email-x4", "email pipeline at 8,000/s", Shape.PIPELINE, 1),
    /** The components of {@link #EMAIL}, each of which only passes its input on. */
    BAREBONE("barebone", "email pipeline without its logic", Shape.CHAIN, 5),
    /** Emails are read, their characters counted, and dropped. */
    RESTRICTED("restricted", "emails: read, count, drop", Shape.CHAIN, 1),
    /** A source and a sink, texts of 100 characters. */
    MICRO_100("micro-100", "source to sink, 100 B", Shape.CHAIN, 0),
    /** A source and a sink, texts of 400 characters. */
    MICRO_400("micro-400", "source to sink, 400 B", Shape.CHAIN, 0),
    /** A source and a sink, texts of 1,000 characters. */
    MICRO_1000("micro-1000", "source to sink, 1,000 B", Shape.CHAIN, 0),
    /** A source and a sink, texts of 4,000 characters. */
    MICRO_4000("micro-4000", "source to sink, 4,000 B", Shape.CHAIN, 0),
    /** A source and a sink, texts of 10,000 characters. */
    MICRO_10000("micro-10000", "source to sink, 10,000 B", Shape.CHAIN, 0),
    /** W1, but a child process in Python splits the sentences, to measure the cost of multilang. */
    M1("m1", "word count, split in Python", Shape.WORD_COUNT, 1),
    /** The same as {@link #M1} over shared memory, tuple by tuple. */
    P1("p1", "word count, split in Python over rings", Shape.WORD_COUNT, 1),
    /** The same as {@link #P1}, with many sentences per call. */
    P1_BATCH("p1-batch", "word count, split in Python by batches", Shape.WORD_COUNT, 1),
    /** W1, but C++ splits the sentences, in the same process. */
    N1("n1", "word count, split in C++", Shape.WORD_COUNT, 1),
    /** The same as {@link #N1} in a child process. */
    N1_CHILD("n1-child", "word count, split in C++ in a child", Shape.WORD_COUNT, 1),
    /** The chain of W3 with a source that emits a single tuple: the cost of an idle topology. */
    IDLE("idle", "idle", Shape.CHAIN, 1);

    /** The components of a work, and the meaning of its {@link #size}. */
    public enum Shape {
        /** Source, split, count by word. */
        WORD_COUNT,
        /** Source, sort. */
        ROLLING_SORT,
        /** Source, as many identity bolts as the size, count. */
        CHAIN,
        /** Source, as many counts as the size, each of which receives every tuple. */
        FAN_OUT,
        /** As many sources as the size, one count. */
        FAN_IN,
        /** Source, parse, filter, modify, count. */
        EMAIL,
        /** Source, then the stages of {@code examples/email}; a second path for the metrics. */
        PIPELINE,
        /** One source, then identity and count, which share the other executors of the size. */
        SPREAD
    }

    private static final int TEXT_LENGTH = 100;
    private static final int LONG_TEXT_LENGTH = 10_240;

    private final String id;
    private final String title;
    private final Shape shape;
    private final int size;

    Work(String id, String title, Shape shape, int size) {
        this.id = id;
        this.title = title;
        this.shape = shape;
        this.size = size;
    }

    /** Returns the name used in options and reports. */
    public String id() {
        return id;
    }

    /** Returns a short description for reports. */
    public String title() {
        return title;
    }

    /** Returns the components of this work. */
    public Shape shape() {
        return shape;
    }

    /**
     * Returns the number of bolts of the chain, sinks or sources of the fan, or executors; see
     * {@link Shape}.
     */
    public int size() {
        return size;
    }

    /**
     * Returns the number of units that the sinks must count when the sources have emitted this many
     * tuples each.
     */
    public long units(List<Long> emittedBySource) {
        return switch (shape) {
            case WORD_COUNT -> Sentences.WORDS_PER_SENTENCE * sum(emittedBySource);
            case FAN_OUT -> size * sum(emittedBySource);
            case EMAIL -> emittedBySource.stream().mapToLong(EmailAnswers.MADE_UP::arrived).sum();
            case PIPELINE ->
                    emittedBySource.stream()
                            .mapToLong(EmailAnswers.OfMailbox.PIPELINE::arrived)
                            .sum();
            case ROLLING_SORT, CHAIN, FAN_IN, SPREAD -> sum(emittedBySource);
        };
    }

    /**
     * Returns the number of characters that the sinks must count when the sources have emitted this
     * many tuples each; 0 for words, which are not counted by length.
     */
    public long characters(List<Long> emittedBySource) {
        return switch (shape) {
            case WORD_COUNT -> 0;
            case EMAIL ->
                    emittedBySource.stream().mapToLong(EmailAnswers.MADE_UP::characters).sum();
            case PIPELINE ->
                    emittedBySource.stream()
                            .mapToLong(EmailAnswers.OfMailbox.PIPELINE::characters)
                            .sum();
            case ROLLING_SORT, CHAIN, FAN_OUT, FAN_IN, SPREAD ->
                    isMailbox()
                            ? emittedBySource.stream()
                                    .mapToLong(EmailAnswers.OfMailbox.RAW::characters)
                                    .sum()
                            : textLength() * units(emittedBySource);
        };
    }

    private static long sum(List<Long> values) {
        return values.stream().mapToLong(Long::longValue).sum();
    }

    /** Returns whether the texts are those of a {@link Mailbox}, which differ in length. */
    private boolean isMailbox() {
        return this == BAREBONE || this == RESTRICTED;
    }

    /** Returns the length of the texts of chains and fans. */
    private int textLength() {
        return switch (this) {
            case W3_10K -> LONG_TEXT_LENGTH;
            case MICRO_400 -> 400;
            case MICRO_1000 -> 1_000;
            case MICRO_4000 -> 4_000;
            case MICRO_10000 -> 10_000;
            default -> TEXT_LENGTH;
        };
    }

    /** Returns the tuples per second of all sources together; 0 for as fast as possible. */
    public int ratePerSec() {
        return switch (this) {
            case W6 -> 10_000;
            case EMAIL_X1 -> 2_000;
            case EMAIL_X2 -> 4_000;
            case EMAIL_X4 -> 8_000;
            default -> shape == Shape.SPREAD ? 100_000 : 0;
        };
    }

    /**
     * Returns whether the sink is on another core than all other components, so that every unit
     * crosses. Each component then has one executor.
     */
    public boolean isCut() {
        return this == W1_CUT || this == W3_CUT;
    }

    /**
     * Returns whether each tuple of a source may go to any task of each component: shuffle
     * grouping, not local-or-shuffle.
     */
    public boolean isShuffled() {
        return this == W8 || shape == Shape.SPREAD;
    }

    /** Returns whether the parallelism can be chosen; otherwise the work fixes its executors. */
    public boolean hasParallelism() {
        return shape != Shape.SPREAD && !isCut();
    }

    /** Returns whether a part is written in another language, which only Storm's API supports. */
    public boolean isMultilang() {
        return this == M1 || isPython() || isNative();
    }

    /** Returns whether that part is Python over rings. */
    public boolean isPython() {
        return this == P1 || this == P1_BATCH;
    }

    /** Returns whether that part is C++. */
    public boolean isNative() {
        return this == N1 || this == N1_CHILD;
    }

    /**
     * Returns whether nothing happens in the window, so that only its processor time is meaningful.
     */
    public boolean isSilent() {
        return this == IDLE;
    }

    /**
     * Returns whether the source's tuples are {@link Timed} and the sink records how late they are.
     */
    public boolean measuresLatency() {
        return this == W6;
    }

    /** Returns the texts that a source emits in a cycle; every call creates new strings. */
    public String[] createTexts() {
        return switch (shape) {
            case WORD_COUNT -> Sentences.create();
            case ROLLING_SORT -> Digits.create();
            case EMAIL -> Emails.create();
            case PIPELINE -> throw new IllegalStateException(id + " reads a Mailbox");
            case CHAIN, FAN_OUT, FAN_IN, SPREAD ->
                    isMailbox()
                            ? Mailbox.texts()
                            : new String[] {"0123456789".repeat(textLength() / 10)};
        };
    }
}
