package io.eyewall.toolkit.operator;

import java.util.List;
import java.util.Map;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.utils.Time;
import org.jspecify.annotations.Nullable;

/**
 * Passes on at most a number of values per second and task, evenly spaced. It delays a value by
 * blocking, which through back-pressure also slows down all components before it.
 *
 * @param <T> values
 */
public final class ThrottleBolt<T> extends OperatorBolt {
    private static final long serialVersionUID = 1L;

    private static final double NS_PER_SEC = 1e9;

    private final Input<T> input;
    private final double perSec;
    private transient long nextEmitNs;

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
        nextEmitNs = Time.nanoTime();
    }

    @Override
    public @Nullable String whyNoSnapshots() {
        return null;
    }

    @Override
    protected void onValue(Tuple tuple, @Nullable List<Outputs.PreparedValue> collected) {
        try {
            long waitNs = nextEmitNs - Time.nanoTime();
            if (waitNs > 0) {
                Time.parkNanos(waitNs);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the task is ending: emits this value at once
        }
        nextEmitNs = Math.max(nextEmitNs, Time.nanoTime()) + (long) (NS_PER_SEC / perSec);
        emit(tuple, input.value(tuple), collected);
    }
}
