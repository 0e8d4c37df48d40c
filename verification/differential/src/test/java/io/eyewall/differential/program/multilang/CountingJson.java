package io.eyewall.differential.program.multilang;

import io.eyewall.differential.stage.Probe;
import java.io.IOException;
import java.util.Map;
import org.apache.storm.multilang.BoltMsg;
import org.apache.storm.multilang.JsonSerializer;
import org.apache.storm.multilang.NoOutputException;
import org.apache.storm.multilang.ShellMsg;
import org.apache.storm.task.ShellBolt;
import org.apache.storm.task.TopologyContext;

/**
 * Storm's JSON serializer, which also notes the messages that pass through it, except heartbeats
 * and syncs.
 */
public final class CountingJson extends JsonSerializer {
    private static final long serialVersionUID = 1;

    private transient Probe probe;

    @Override
    public Number connect(Map<String, Object> conf, TopologyContext context)
            throws IOException, NoOutputException {
        probe = Probe.of(conf);
        probe.note("serialized", "connect " + conf.get("topology.multilang.serializer"));
        return super.connect(conf, context);
    }

    @Override
    public void writeBoltMsg(BoltMsg message) throws IOException {
        if (!message.getStream().equals(ShellBolt.HEARTBEAT_STREAM_ID)) {
            probe.note("serialized", "tuple " + message.getTuple());
        }
        super.writeBoltMsg(message);
    }

    @Override
    public ShellMsg readShellMsg() throws IOException, NoOutputException {
        ShellMsg message = super.readShellMsg();
        if (!message.getCommand().equals("sync")) {
            probe.note("answered", message.getCommand());
        }
        return message;
    }
}
