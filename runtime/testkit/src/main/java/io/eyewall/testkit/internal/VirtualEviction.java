package io.eyewall.testkit.internal;

import io.eyewall.engine.core.Clock;
import org.apache.storm.windowing.DefaultEvictionContext;
import org.apache.storm.windowing.Event;
import org.apache.storm.windowing.EvictionContext;
import org.apache.storm.windowing.EvictionPolicy;
import org.apache.storm.windowing.TimeEvictionPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Wraps an eviction policy of Storm so that its reference time is the engine's.
 *
 * @param <T> elements of the window
 * @param <S> state of the policy
 */
final class VirtualEviction<T, S> implements EvictionPolicy<T, S> {
    private static final PrivateField<Integer> WINDOW_LENGTH_MS =
            PrivateField.find(TimeEvictionPolicy.class, "windowLength", Integer.class);

    private final EvictionPolicy<T, S> policy;
    private final Clock clock;

    VirtualEviction(EvictionPolicy<T, S> policy, Clock clock) {
        this.policy = policy;
        this.clock = clock;
    }

    /**
     * Replaces the machine's time in the context. A context with a sliding interval comes from a
     * time trigger, which refers to the millisecond before its own (Storm:
     * windowing/TimeTriggerPolicy.java).
     */
    @Override
    public void setContext(EvictionContext context) {
        long nowMs = clock.currentTimeMillis();
        policy.setContext(
                new DefaultEvictionContext(
                        context.getSlidingInterval() == null ? nowMs : nowMs - 1,
                        context.getCurrentCount(),
                        context.getSlidingCount(),
                        context.getSlidingInterval()));
    }

    /**
     * Evaluates an event. Before the first trigger a time policy would read the machine's clock;
     * this method reads the engine's clock instead.
     */
    @Override
    public Action evict(Event<T> event) {
        if (!(policy instanceof TimeEvictionPolicy) || policy.getContext() != null) {
            return policy.evict(event);
        }
        long ageMs = clock.currentTimeMillis() - event.getTimestamp();
        return ageMs >= WINDOW_LENGTH_MS.get(policy) ? Action.EXPIRE : Action.PROCESS;
    }

    @Override
    public void track(Event<T> event) {
        policy.track(event);
    }

    @Override
    public @Nullable EvictionContext getContext() {
        return policy.getContext();
    }

    @Override
    public void reset() {
        policy.reset();
    }

    @Override
    public S getState() {
        return policy.getState();
    }

    @Override
    public void restoreState(S state) {
        policy.restoreState(state);
    }

    @Override
    public String toString() {
        return policy.toString();
    }
}
