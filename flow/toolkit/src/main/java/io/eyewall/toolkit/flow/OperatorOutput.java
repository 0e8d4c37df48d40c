package io.eyewall.toolkit.flow;

import io.eyewall.toolkit.operator.Fn;
import io.eyewall.toolkit.operator.Outputs;

/**
 * An output of an operator, whose values are those of a flow.
 *
 * @param component id of the operator
 * @param streams streams of the output
 */
record OperatorOutput(String component, Outputs streams) {
    /** Adds a consumer of values and returns the id of their stream. */
    String subscribePlain() {
        return streams.subscribePlain();
    }

    /** Adds a consumer of values by a key and returns the id of their stream. */
    @SuppressWarnings("unchecked") // the operator emits values of the flow's type
    <T> String subscribeByKey(Fn.Of<T, ?> key) {
        return streams.subscribeByKey((Fn.Of<Object, ?>) key);
    }
}
