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
 * The streams of an operator: one of values, and one for each key by which somebody wants them. It
 * is added to while a topology is built, and then sent with the bolt.
 */
public final class Outputs implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The field of values. */
    public static final String VALUE = "value";

    /** The field of keys, which comes first where there is one. */
    public static final String KEY = "key";

    private final String plain;
    private final List<Keyed> keyed = new ArrayList<>();
    private boolean isPlain;

    /** A stream of keys and values. */
    private record Keyed(String stream, Fn.Of<Object, ?> key) implements Serializable {}

    /** Of an operator with one output. */
    Outputs() {
        this(Utils.DEFAULT_STREAM_ID);
    }

    /**
     * @param plain id of the stream of values
     */
    Outputs(String plain) {
        this.plain = plain;
    }

    /** Somebody wants the values; the stream's id. */
    public String plain() {
        isPlain = true;
        return plain;
    }

    /** Somebody wants them by a key; the stream's id. */
    public String keyed(Fn.Of<Object, ?> key) {
        String stream = plain + "-by-key-" + (keyed.size() + 1);
        keyed.add(new Keyed(stream, key));
        return stream;
    }

    /** Declares them. The stream of values is always there. */
    void declare(OutputFieldsDeclarer declarer) {
        declarer.declareStream(plain, new Fields(VALUE));
        for (Keyed output : keyed) {
            declarer.declareStream(output.stream(), new Fields(KEY, VALUE));
        }
    }

    /** Emits a value to all who want it. */
    void emit(OutputCollector collector, Tuple anchor, Object value) {
        if (isPlain || keyed.isEmpty()) {
            collector.emit(plain, anchor, new Values(value));
        }
        for (int i = 0; i < keyed.size(); i++) {
            Keyed output = keyed.get(i);
            collector.emit(output.stream(), anchor, new Values(output.key().apply(value), value));
        }
    }

    /** A value with its keys: what may throw is over. */
    Ready ready(Object value) {
        Object[] keys = new Object[keyed.size()];
        Arrays.setAll(keys, i -> keyed.get(i).key().apply(value));
        return new Ready(value, keys);
    }

    /** A value that only has to be emitted. */
    public final class Ready {
        private final Object value;
        private final Object[] keys;

        private Ready(Object value, Object[] keys) {
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

    /** The same, anchored to several. */
    void emit(OutputCollector collector, Collection<Tuple> anchors, Object value) {
        if (isPlain || keyed.isEmpty()) {
            collector.emit(plain, anchors, new Values(value));
        }
        for (Keyed output : keyed) {
            collector.emit(output.stream(), anchors, new Values(output.key().apply(value), value));
        }
    }
}
