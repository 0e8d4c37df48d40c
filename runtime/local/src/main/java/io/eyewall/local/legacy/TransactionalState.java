package io.eyewall.local.legacy;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.util.DefaultInstantiatorStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;
import org.objenesis.strategy.StdInstantiatorStrategy;

/**
 * Stores the next batch of transactional topologies of Storm 0.x. It replaces Storm's class of the
 * same name, which needs ZooKeeper. Data are in memory until the process ends, and shared by all
 * topologies with the same transactional id, as on Storm. Values are copied when they are stored
 * and read. An instance belongs to one thread.
 */
public class TransactionalState {
    private static final NavigableMap<String, Optional<Object>> NODES =
            new ConcurrentSkipListMap<>();

    private final String root;
    private final Kryo kryo = new Kryo();

    private TransactionalState(String root) {
        this.root = root;
        // Copies need no registration; values may be of any class of the application.
        kryo.setRegistrationRequired(false);
        kryo.setClassLoader(LegacyCalls.applicationLoader());
        kryo.setInstantiatorStrategy(
                new DefaultInstantiatorStrategy(new StdInstantiatorStrategy()));
    }

    /** Returns the state of a topology's spouts. */
    public static TransactionalState newUserState(
            @SuppressWarnings("unused") Map<?, ?> conf,
            String id,
            @SuppressWarnings("unused") Map<?, ?> component) {
        return new TransactionalState("/" + id + "/user");
    }

    /** Returns the state of a topology's coordinator. */
    public static TransactionalState newCoordinatorState(
            @SuppressWarnings("unused") Map<?, ?> conf,
            String id,
            @SuppressWarnings("unused") Map<?, ?> component) {
        return new TransactionalState("/" + id + "/coordinator");
    }

    private String nodePath(String path) {
        return root + (path.startsWith("/") ? path : "/" + path);
    }

    public void setData(String path, @Nullable Object value) {
        NODES.put(nodePath(path), Optional.ofNullable(value).map(kryo::copy));
    }

    /** Returns a node's data; null if there are none. */
    public @Nullable Object getData(String path) {
        Optional<Object> value = NODES.getOrDefault(nodePath(path), Optional.empty());
        return value.isPresent() ? kryo.copy(value.get()) : null;
    }

    public void delete(String path) {
        NODES.remove(nodePath(path));
    }

    /** Returns the names of a node's children. */
    public List<String> list(String path) {
        String parent = nodePath(path) + "/";
        List<String> children = new ArrayList<>();
        for (String node : NODES.tailMap(parent).keySet()) {
            if (!node.startsWith(parent)) {
                break;
            }
            String child = node.substring(parent.length());
            if (child.indexOf('/') < 0) {
                children.add(child);
            }
        }
        return children;
    }

    /** Does nothing: a folder exists when it contains a node. */
    public void mkdir(String path) {}

    public void close() {}
}
