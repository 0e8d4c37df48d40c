package io.eyewall.local.legacy;

import java.util.List;
import java.util.Map;
import org.apache.storm.state.DefaultStateSerializer;
import org.apache.storm.task.TopologyContext;

/**
 * Replaces {@code DefaultStateSerializer} in rewritten classes, for it needed no configuration in
 * Storm 1.x. Public for them alone.
 */
public final class OldStateSerializer<T> extends DefaultStateSerializer<T> {
    public OldStateSerializer() {}

    /**
     * As in Storm 1.x.
     *
     * @param classes to register with Kryo
     */
    public OldStateSerializer(List<Class<?>> classes) {
        super(Map.of(), null, classes);
    }

    /** As in Storm 2.x. */
    public OldStateSerializer(Map<String, Object> conf, TopologyContext context) {
        super(conf, context);
    }

    /** As in Storm 2.x. */
    public OldStateSerializer(
            Map<String, Object> conf, TopologyContext context, List<Class<?>> classes) {
        super(conf, context, classes);
    }
}
