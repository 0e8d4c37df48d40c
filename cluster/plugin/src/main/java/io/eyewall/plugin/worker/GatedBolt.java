package io.eyewall.plugin.worker;

import java.util.Map;
import org.apache.storm.ICredentialsListener;
import org.apache.storm.task.IBolt;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;

/**
 * Delays the prepare of a stateful or Trident bolt until the gates open. Such a bolt reads its
 * stored state when it is prepared, which must not happen before the previous owner has written all
 * of it.
 */
@SuppressWarnings("serial") // never serialized: created in the process that uses it
final class GatedBolt implements IBolt, ICredentialsListener {
    private final transient IBolt bolt;
    private final transient SpoutGates gates;

    GatedBolt(IBolt bolt, SpoutGates gates) {
        this.bolt = bolt;
        this.gates = gates;
    }

    @Override
    public void prepare(
            Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
        gates.awaitOpen();
        bolt.prepare(conf, context, collector);
    }

    @Override
    public void execute(Tuple input) {
        bolt.execute(input);
    }

    @Override
    public void cleanup() {
        bolt.cleanup();
    }

    @Override
    public void setCredentials(Map<String, String> credentials) {
        if (bolt instanceof ICredentialsListener listener) {
            listener.setCredentials(credentials);
        }
    }
}
