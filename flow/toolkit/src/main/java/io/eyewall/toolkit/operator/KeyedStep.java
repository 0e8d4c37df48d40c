package io.eyewall.toolkit.operator;

import io.eyewall.toolkit.state.KeyedStates;
import java.io.Serializable;

/**
 * A step with state for each key:
 *
 * <pre>{@code
 * final class Rise implements KeyedStep<String, Double, Double> {
 *     private transient ValueState<Double> last;
 *
 *     public void prepare(KeyedStates states) {
 *         last = states.value("last", Duration.ofHours(1));
 *     }
 *
 *     public void apply(String sensor, Double value, EachBolt.Out<Double> out) {
 *         out.accept(value - last.getOrDefault(value));
 *         last.set(value);
 *     }
 * }
 * }</pre>
 *
 * <p>Snapshots contain what the states have; fields of the step are as after {@link #prepare} when
 * the topology is started again, and unchanged when it goes back after a failure. Called by the
 * task's thread.
 *
 * @param <K> keys
 * @param <I> input values
 * @param <O> output values
 */
public interface KeyedStep<K, I, O> extends Serializable {
    /** Declares the states; called before the first value. */
    void prepare(KeyedStates states);

    /**
     * Emits the results for a value, before it returns; the states have what belongs to its key.
     */
    void apply(K key, I value, EachBolt.Out<O> out);

    /** Emits what follows the last value; the states have no current key. */
    default void end(EachBolt.Out<O> out) {}
}
