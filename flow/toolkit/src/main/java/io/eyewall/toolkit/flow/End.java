package io.eyewall.toolkit.flow;

import io.eyewall.toolkit.operator.Fn;
import io.eyewall.toolkit.operator.Outputs;

/**
 * The source of a flow: an output of an operator.
 *
 * @param component id of the operator
 * @param outputs streams of the output
 */
record End(String component, Outputs outputs) {
    String plainStream() {
        return outputs.plain();
    }

    @SuppressWarnings("unchecked") // the operator emits values of the flow's type
    <T> String keyedStream(Fn.Of<T, ?> key) {
        return outputs.keyed((Fn.Of<Object, ?>) key);
    }
}
