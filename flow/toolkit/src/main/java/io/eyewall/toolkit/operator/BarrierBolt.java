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
 * Combines pairs to values: the n-th tuple of the first input with the n-th tuple of the second,
 * for each key if there are keys. Tuples without a partner at the end are dropped ({@link
 * DroppedValues}). A tuple that arrives after the end is a replay; its partner has failed as well,
 * but may arrive later. The bolt waits for it for two message timeouts, because on Storm the
 * timeouts of the two may be that far apart.
 *
 * @param <L> values of the first input
 * @param <R> values of the second input
 * @param <O> values made of pairs
 */
public final class BarrierBolt<L, R, O> extends OperatorBolt {
    private static final long serialVersionUID = 1L;

    private final Input<Object> input = Input.ofOperator();
    private final SecondInput second = new SecondInput();
    private final boolean hasKeys;
    private final Fn.Of2<L, R, O> pair;
    private transient Map<Object, WaitingTuples> waiting;
    private transient boolean hasEnded;
    private transient long patienceMs;
    private transient DroppedValues alone;

    /** WaitingTuples tuples of one key; at most one of the two queues is not empty. */
    private static final class WaitingTuples {
        private final Deque<Alone> first = new ArrayDeque<>();
        private final Deque<Alone> second = new ArrayDeque<>();
    }

    /** A tuple without a partner, and its time of arrival. */
    private record Alone(Tuple tuple, long sinceMs) {}

    /**
     * @param hasKeys whether both inputs are grouped by key
     * @param pair makes a value of two
     */
    @SuppressWarnings("NullAway.Init") // prepare sets the fields
    public BarrierBolt(boolean hasKeys, Fn.Of2<L, R, O> pair) {
        this.hasKeys = hasKeys;
        this.pair = pair;
        this.waiting = new HashMap<>();
    }

    /** Returns the second input. */
    public SecondInput second() {
        return second;
    }

    @Override
    protected void prepare(TopologyContext context, Map<String, Object> conf) {
        super.prepare(context, conf);
        waiting = new HashMap<>();
        hasEnded = false;
        patienceMs = 2 * MessageTimeout.ms(conf);
        alone = leftOut(context, "alone", "the other input had no partner for them");
    }

    @Override
    public Map<String, Object> getComponentConfiguration() {
        return Map.of(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 1);
    }

    @Override
    protected void onTuple(Tuple tuple) {
        Object key = hasKeys ? Input.key(tuple) : "";
        WaitingTuples waitingOfKey = waiting.computeIfAbsent(key, absent -> new WaitingTuples());
        Alone unpaired = new Alone(tuple, ProcessingTime.nowMs());
        if (second.has(tuple)) {
            waitingOfKey.second.add(unpaired);
        } else {
            waitingOfKey.first.add(unpaired);
        }
        if (!waitingOfKey.first.isEmpty() && !waitingOfKey.second.isEmpty()) {
            meet(waitingOfKey.first.remove().tuple(), waitingOfKey.second.remove().tuple());
            if (waitingOfKey.first.isEmpty() && waitingOfKey.second.isEmpty()) {
                waiting.remove(key);
            }
        }
    }

    @SuppressWarnings("unchecked") // the builder connects streams of the right types
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
            waiting.values().forEach(waitingOfKey -> waitingOfKey.first.forEach(this::keep));
            waiting.values().forEach(waitingOfKey -> waitingOfKey.second.forEach(this::keep));
        }
        alone.tick();
    }

    private void keep(Alone unpaired) {
        collector().resetTimeout(unpaired.tuple());
    }

    private void dropUntil(long sinceMs) {
        waiting.values()
                .removeIf(
                        waitingOfKey -> {
                            dropUntil(sinceMs, waitingOfKey.first);
                            dropUntil(sinceMs, waitingOfKey.second);
                            return waitingOfKey.first.isEmpty() && waitingOfKey.second.isEmpty();
                        });
    }

    private void dropUntil(long sinceMs, Deque<Alone> unpaired) {
        while (!unpaired.isEmpty() && unpaired.element().sinceMs() <= sinceMs) {
            alone.add(unpaired.remove().tuple(), "alone: no partner until the end");
        }
    }
}
