package io.eyewall.differential.program.trident;

import io.eyewall.differential.stage.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.storm.task.IMetricsContext;
import org.apache.storm.trident.state.OpaqueValue;
import org.apache.storm.trident.state.State;
import org.apache.storm.trident.state.StateFactory;
import org.apache.storm.trident.state.TransactionalValue;
import org.apache.storm.trident.state.map.IBackingMap;
import org.apache.storm.trident.state.map.NonTransactionalMap;
import org.apache.storm.trident.state.map.OpaqueMap;
import org.apache.storm.trident.state.map.TransactionalMap;

/** A backing map of states that the driving thread can read; there is one map per run. */
final class SharedMap<T> implements IBackingMap<T> {
    private static final String SHARED = "map";

    private final Map<List<Object>, T> map;

    private SharedMap(Map<List<Object>, T> map) {
        this.map = map;
    }

    /**
     * The kinds of states on the map, which differ in the treatment of a batch that is emitted
     * again.
     */
    enum Kind implements StateFactory {
        OPAQUE {
            @Override
            @SuppressWarnings("rawtypes") // as Storm declares it
            public State makeState(
                    Map<String, Object> conf, IMetricsContext metrics, int index, int partitions) {
                return OpaqueMap.build(SharedMap.<OpaqueValue>of(conf));
            }
        },
        TRANSACTIONAL {
            @Override
            @SuppressWarnings("rawtypes") // as Storm declares it
            public State makeState(
                    Map<String, Object> conf, IMetricsContext metrics, int index, int partitions) {
                return TransactionalMap.build(SharedMap.<TransactionalValue>of(conf));
            }
        },
        NON_TRANSACTIONAL {
            @Override
            public State makeState(
                    Map<String, Object> conf, IMetricsContext metrics, int index, int partitions) {
                return NonTransactionalMap.build(SharedMap.of(conf));
            }
        }
    }

    @SuppressWarnings("unchecked") // one kind per run
    private static <T> SharedMap<T> of(Map<String, Object> conf) {
        Probe probe = Probe.of(conf);
        synchronized (probe) {
            if (probe.shared(SHARED) == null) {
                probe.share(SHARED, new ConcurrentHashMap<List<Object>, T>());
            }
            return new SharedMap<>((Map<List<Object>, T>) probe.shared(SHARED));
        }
    }

    /** Returns the values by key as text, including the transactions that wrote them. */
    static Map<String, String> contents(Probe probe) {
        Map<String, String> contents = new TreeMap<>();
        if (probe.shared(SHARED) instanceof Map<?, ?> map) {
            // Removes the package, class and hash: OpaqueValue@1bba2f28[...].
            map.forEach(
                    (key, value) ->
                            contents.put(
                                    key.toString(), value.toString().replaceAll(".*@\\w+", "")));
        }
        return contents;
    }

    @Override
    public List<T> multiGet(List<List<Object>> keys) {
        List<T> values = new ArrayList<>();
        keys.forEach(key -> values.add(map.get(new ArrayList<>(key))));
        return values;
    }

    @Override
    public void multiPut(List<List<Object>> keys, List<T> values) {
        for (int i = 0; i < keys.size(); i++) {
            map.put(new ArrayList<>(keys.get(i)), values.get(i));
        }
    }
}
