package io.eyewall.toolkit.operator;

import java.io.Serializable;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.apache.storm.tuple.Tuple;

/**
 * The streams that form the second input of an operator with two inputs. They are added while a
 * topology is built.
 */
public final class SecondInput implements Serializable {
    private static final long serialVersionUID = 1L;

    private final Set<String> streams = new HashSet<>();
    private final Set<String> components = new TreeSet<>();

    /** Adds a stream to the second input. */
    public void add(String component, String stream) {
        streams.add(streamId(component, stream));
        components.add(component);
    }

    /** Returns the components that the streams come from. */
    public Set<String> components() {
        return components;
    }

    /** Returns whether a tuple belongs to the second input. */
    public boolean contains(Tuple tuple) {
        return streams.contains(streamId(tuple.getSourceComponent(), tuple.getSourceStreamId()));
    }

    private static String streamId(String component, String stream) {
        return component + "\n" + stream;
    }
}
