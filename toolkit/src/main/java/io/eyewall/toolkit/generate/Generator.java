package io.eyewall.toolkit.generate;

import io.eyewall.toolkit.source.SourceBuilder;
import io.eyewall.toolkit.source.SourceSpout;
import java.io.Serializable;
import java.util.List;
import org.apache.storm.tuple.Fields;

/**
 * Makes a spout whose messages are functions of their numbers, so that what failed is made again
 * the same; at a rate or as fast as can be, for ever or up to a number. Several tasks share the
 * numbers.
 */
public final class Generator extends SourceBuilder<Generator> {
    private final Values values;
    private final Fields fields;
    private double perSecond;
    private long count = Long.MAX_VALUE;

    /** The values of a message. */
    @FunctionalInterface
    public interface Values extends Serializable {
        /**
         * @param number from 0
         */
        List<Object> of(long number);
    }

    private Generator(Values values, Fields fields) {
        this.values = values;
        this.fields = fields;
    }

    /** Begins one. */
    public static Generator of(Values values, String... fields) {
        return new Generator(values, new Fields(fields));
    }

    /** Messages per second of all tasks together; as fast as can be unless told otherwise. */
    public Generator perSecond(double messages) {
        if (!(messages > 0)) {
            throw new IllegalArgumentException("a rate is above 0, not " + messages);
        }
        perSecond = messages;
        return this;
    }

    /** Ends after so many, of all tasks together. */
    public Generator count(long messages) {
        count = messages;
        return this;
    }

    @Override
    protected Generator self() {
        return this;
    }

    /** The spout. */
    public SourceSpout build() {
        Values made = values;
        double rate = perSecond;
        long end = count;
        return spout(
                (task, tasks, conf) -> new GeneratorReader(made, rate / tasks, end, task, tasks),
                fields);
    }
}
