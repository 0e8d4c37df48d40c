package io.eyewall.toolkit.generate;

import io.eyewall.toolkit.source.SourceBuilder;
import io.eyewall.toolkit.source.SourceSpout;
import java.io.Serializable;
import java.util.List;
import org.apache.storm.tuple.Fields;

/**
 * Builds a spout whose messages are a function of their numbers, so that a failed message is
 * generated again identically. It emits at a given rate or as fast as possible, for ever or up to a
 * number of messages. Several tasks share the numbers. Not thread-safe.
 */
public final class Generator extends SourceBuilder<Generator> {
    private final Values values;
    private final Fields fields;
    private double perSecond;
    private long count = Long.MAX_VALUE;

    /** Computes the values of a message. */
    @FunctionalInterface
    public interface Values extends Serializable {
        /**
         * Returns the values of a message; must return equal values for equal numbers.
         *
         * @param number number of the message, from 0
         */
        List<Object> of(long number);
    }

    private Generator(Values values, Fields fields) {
        this.values = values;
        this.fields = fields;
    }

    /** Returns a builder for a generator of the given values. */
    public static Generator of(Values values, String... fields) {
        return new Generator(values, new Fields(fields));
    }

    /**
     * Sets the number of messages per second of all tasks together; by default they run as fast as
     * possible.
     */
    public Generator perSecond(double messages) {
        if (!(messages > 0)) {
            throw new IllegalArgumentException("the rate must be above 0, but is " + messages);
        }
        perSecond = messages;
        return this;
    }

    /** Ends the source after the given number of messages of all tasks together. */
    public Generator count(long messages) {
        count = messages;
        return this;
    }

    @Override
    protected Generator self() {
        return this;
    }

    /** Returns the spout. */
    public SourceSpout build() {
        // Local copies, as the serialized factory must not capture this builder.
        Values messageValues = values;
        double totalPerSecond = perSecond;
        long endNumber = count;
        return spout(
                (task, tasks, conf) ->
                        new GeneratorReader(
                                messageValues, totalPerSecond / tasks, endNumber, task, tasks),
                fields);
    }
}
