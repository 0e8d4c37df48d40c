package io.eyewall.benchmarks.peers.flink;

import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.util.Collector;

/**
 * Splits a sentence at single blanks.
 *
 * @param <T> always String
 */
final class FlinkSplit<T> implements FlatMapFunction<T, T> {
    private static final long serialVersionUID = 1L;

    @Override
    @SuppressWarnings("unchecked") // T is String
    public void flatMap(T sentence, Collector<T> out) {
        for (String word : ((String) sentence).split(" ")) {
            out.collect((T) word);
        }
    }
}
