package io.eyewall.toolkit.operator;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.Utils;

/**
 * The streams of an operator: one of values, and one for each key by which a consumer subscribes.
 * Consumers are added while a topology is built; then the object is serialized with the bolt and
 * used by the task's thread only.
 */
public final class Outputs implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The field of the value. */
    public static final String VALUE = "value";

    /** The field of the key, which comes first in streams by key. */
    public static final String KEY = "key";

    private final String plain;
    private final List<Keyed> keyed = new ArrayList<>();

    /** Whether the stream of values has a consumer. */
    private boolean isPlain;

    /** A stream of keys and values, and the function that computes its keys. */
    private record Keyed(String stream, Fn.Of<Object, ?> key) implements Serializable {}

    /** Creates the streams of an operator with one output. */
    Outputs() {
        this(Utils.DEFAULT_STREAM_ID);
    }

    /**
     * Creates the streams of one output of an operator.
     *
     * @param plain id of the stream of values
     */
    Outputs(String plain) {
        this.plain = plain;
    }

    /** Adds a consumer of values and returns the stream's id. */
    public String subscribePlain() {
        isPlain = true;
        return plain;
    }

    /** Adds a consumer of values by a key and returns the stream's id. */
    public String subscribeByKey(Fn.Of<Object, ?> key) {
        String stream = plain + "-by-key-" + (keyed.size() + 1);
        keyed.add(new Keyed(stream, key));
        return stream;
    }

    /** Declares the streams. The stream of values always exists. */
    void declare(OutputFieldsDeclarer declarer) {
        declarer.declareStream(plain, new Fields(VALUE));
        for (Keyed output : keyed) {
            declarer.declareStream(output.stream(), new Fields(KEY, VALUE));
        }
    }

    /**
     * Emits a value on all streams that have consumers, and on the stream of values if none has.
     */
    void emit(OutputCollector collector, Tuple anchor, Object value) {
        if (isPlain || keyed.isEmpty()) {
            collector.emit(plain, anchor, new Values(value));
        }
        for (int i = 0; i < keyed.size(); i++) {
            Keyed output = keyed.get(i);
            collector.emit(output.stream(), anchor, new Values(output.key().apply(value), value));
        }
    }

    /**
     * Computes the keys of a value, so that no user function can throw when the value is emitted
     * later.
     */
    PreparedValue prepare(Object value) {
        Object[] keys = new Object[keyed.size()];
        Arrays.setAll(keys, i -> keyed.get(i).key().apply(value));
        return new PreparedValue(value, keys);
    }

    /** A value whose keys are computed already. */
    public final class PreparedValue {
        private final Object value;
        private final Object[] keys;

        private PreparedValue(Object value, Object[] keys) {
            this.value = value;
            this.keys = keys;
        }

        void emit(OutputCollector collector, Collection<Tuple> anchors) {
            if (isPlain || keyed.isEmpty()) {
                collector.emit(plain, anchors, new Values(value));
            }
            for (int i = 0; i < keys.length; i++) {
                collector.emit(keyed.get(i).stream(), anchors, new Values(keys[i], value));
            }
        }
    }

    /** Emits a value that is anchored to several tuples. */
    void emit(OutputCollector collector, Collection<Tuple> anchors, Object value) {
        if (isPlain || keyed.isEmpty()) {
            collector.emit(plain, anchors, new Values(value));
        }
        for (Keyed output : keyed) {
            collector.emit(output.stream(), anchors, new Values(output.key().apply(value), value));
        }
    }
}
