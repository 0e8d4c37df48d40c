package io.eyewall.local.legacy;

import java.util.List;
import java.util.Map;
import org.apache.storm.state.DefaultStateSerializer;
import org.apache.storm.task.TopologyContext;

/**
 * Replaces {@code DefaultStateSerializer} in rewritten classes, because that class needed no
 * configuration in Storm 1.x. Public only for rewritten classes. For one thread, like the replaced
 * class.
 */
public final class OldStateSerializer<T> extends DefaultStateSerializer<T> {
    public OldStateSerializer() {}

    /**
     * The constructor of Storm 1.x.
     *
     * @param classes registered with Kryo
     */
    public OldStateSerializer(List<Class<?>> classes) {
        super(Map.of(), null, classes);
    }

    /** A constructor of Storm 2.x. */
    public OldStateSerializer(Map<String, Object> conf, TopologyContext context) {
        super(conf, context);
    }

    /** A constructor of Storm 2.x. */
    public OldStateSerializer(
            Map<String, Object> conf, TopologyContext context, List<Class<?>> classes) {
        super(conf, context, classes);
    }
}
