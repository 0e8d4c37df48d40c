package io.eyewall.toolkit.operator;

import io.eyewall.toolkit.time.ProcessingTime;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;

/**
 * Makes one value of two that belong together: the n-th of the first input and the n-th of the
 * second, for each key if there are keys. What has no partner at the end is left out ({@link
 * LeftOut}). What comes behind the end has failed, and so has its partner, but that may come later:
 * it is waited for during two message timeouts, so far apart may the two time out on Storm.
 *
 * @param <L> values of the first input
 * @param <R> values of the second
 * @param <O> what is made
 */
public final class BarrierBolt<L, R, O> extends OperatorBolt {
    private static final long serialVersionUID = 1L;

    private final Input<Object> input = Input.ofOperator();
    private final Second second = new Second();
    private final boolean hasKeys;
    private final Fn.Of2<L, R, O> pair;
    private transient Map<Object, Waiting> waiting;
    private transient boolean hasEnded;
    private transient long patienceMs;
    private transient LeftOut alone;

    /** Of one key: only one of the two has any. */
    private static final class Waiting {
        private final Deque<Alone> first = new ArrayDeque<>();
        private final Deque<Alone> second = new ArrayDeque<>();
    }

    /** A tuple without a partner, and when it came. */
    private record Alone(Tuple tuple, long sinceMs) {}

    /**
     * @param hasKeys whether both inputs are grouped by key
     */
    @SuppressWarnings("NullAway.Init") // by prepare
    public BarrierBolt(boolean hasKeys, Fn.Of2<L, R, O> pair) {
        this.hasKeys = hasKeys;
        this.pair = pair;
        this.waiting = new HashMap<>();
    }

    /** Its second input. */
    public Second second() {
        return second;
    }

    @Override
    protected void prepare(TopologyContext context, Map<String, Object> conf) {
        super.prepare(context, conf);
        waiting = new HashMap<>();
        hasEnded = false;
        patienceMs = 2 * MessageTimeout.ms(conf);
        alone = leftOut(context, "alone", "the other input had none for them");
    }

    @Override
    public Map<String, Object> getComponentConfiguration() {
        return Map.of(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 1);
    }

    @Override
    protected void onTuple(Tuple tuple) {
        Object key = hasKeys ? Input.key(tuple) : "";
        Waiting of = waiting.computeIfAbsent(key, any -> new Waiting());
        Alone waits = new Alone(tuple, ProcessingTime.nowMs());
        if (second.has(tuple)) {
            of.second.add(waits);
        } else {
            of.first.add(waits);
        }
        if (!of.first.isEmpty() && !of.second.isEmpty()) {
            meet(of.first.remove().tuple(), of.second.remove().tuple());
            if (of.first.isEmpty() && of.second.isEmpty()) {
                waiting.remove(key);
            }
        }
    }

    @SuppressWarnings("unchecked") // the builder connects what fits
    private void meet(Tuple first, Tuple other) {
        L left = (L) input.value(first);
        R right = (R) input.value(other);
        make(
                List.of(first, other),
                () -> Arrays.asList(left, right),
                out -> out.accept(pair.apply(left, right)));
        collector().ack(first);
        collector().ack(other);
    }

    @Override
    protected void onFinal() {
        if (!hasEnded) {
            hasEnded = true;
            dropUntil(Long.MAX_VALUE);
            alone.end();
        }
    }

    @Override
    protected void onTick() {
        if (hasEnded && !waiting.isEmpty()) {
            dropUntil(ProcessingTime.nowMs() - patienceMs);
            waiting.values().forEach(of -> of.first.forEach(this::keep));
            waiting.values().forEach(of -> of.second.forEach(this::keep));
        }
        alone.look();
    }

    private void keep(Alone waits) {
        collector().resetTimeout(waits.tuple());
    }

    private void dropUntil(long sinceMs) {
        waiting.values()
                .removeIf(
                        of -> {
                            dropUntil(sinceMs, of.first);
                            dropUntil(sinceMs, of.second);
                            return of.first.isEmpty() && of.second.isEmpty();
                        });
    }

    private void dropUntil(long sinceMs, Deque<Alone> waits) {
        while (!waits.isEmpty() && waits.element().sinceMs() <= sinceMs) {
            alone.add(waits.remove().tuple(), "alone: no partner until the end");
        }
    }
}
