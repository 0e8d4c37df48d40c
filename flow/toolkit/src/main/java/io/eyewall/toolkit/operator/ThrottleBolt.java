package io.eyewall.toolkit.operator;

import java.util.List;
import java.util.Map;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.utils.Time;
import org.jspecify.annotations.Nullable;

/**
 * Passes on at most a number of values per second and task, evenly spaced. It delays the next value
 * by blocking, and thereby, through back-pressure, all values behind it up to the spouts.
 *
 * @param <T> values
 */
public final class ThrottleBolt<T> extends OperatorBolt {
    private static final long serialVersionUID = 1L;

    private final Input<T> input;
    private final double perSec;
    private transient long nextNs;

    /**
     * @param input reads the values
     * @param perSec values per second, greater than 0
     */
    public ThrottleBolt(Input<T> input, double perSec) {
        if (!(perSec > 0)) {
            throw new IllegalArgumentException(
                    "throttle to " + perSec + " per second: expected more than 0");
        }
        this.input = input;
        this.perSec = perSec;
    }

    @Override
    protected void prepare(TopologyContext context, Map<String, Object> conf) {
        super.prepare(context, conf);
        nextNs = Time.nanoTime();
    }

    @Override
    protected void onValue(Tuple tuple, @Nullable List<Outputs.Ready> made) {
        try {
            long waitNs = nextNs - Time.nanoTime();
            if (waitNs > 0) {
                Time.parkNanos(waitNs);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the task is ending: this value leaves at once
        }
        nextNs = Math.max(nextNs, Time.nanoTime()) + (long) (1e9 / perSec);
        emit(tuple, input.value(tuple), made);
    }
}
