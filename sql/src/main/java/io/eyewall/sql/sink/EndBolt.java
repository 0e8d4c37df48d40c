package io.eyewall.sql.sink;

import io.eyewall.sql.operator.RowBolt;
import io.eyewall.sql.operator.Streams;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.generated.KillOptions;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.thrift.TException;
import org.apache.storm.utils.NimbusClient;

/** Ends the topology when all sinks have written their last row. One task. */
public final class EndBolt extends RowBolt {
    private static final long serialVersionUID = 1L;

    private transient Map<String, Object> conf;

    @Override
    protected void open(Map<String, Object> topologyConf, TopologyContext context) {
        conf = topologyConf;
    }

    @Override
    protected void onRow(String component, Object[] row) {}

    @Override
    protected void advance(long time) {
        if (time != Streams.END) {
            return;
        }
        KillOptions now = new KillOptions();
        now.set_wait_secs(0);
        String name = String.valueOf(conf.get(Config.TOPOLOGY_NAME));
        try (NimbusClient nimbus = NimbusClient.Builder.withConf(conf).build()) {
            nimbus.getClient().killTopologyWithOpts(name, now);
        } catch (TException e) {
            throw new IllegalStateException(
                    "all rows are written, but topology '" + name + "' could not end itself", e);
        }
    }
}
