package org.apache.storm;

import io.eyewall.local.StormConf;
import io.eyewall.local.drpc.DrpcService;
import org.apache.storm.metric.StormMetricsRegistry;

/**
 * Replaces Storm's class of this name: distributed remote procedure calls to topologies of this
 * process. Any thread may call; configured by {@code storm.yaml}.
 *
 * <pre>{@code
 * try (LocalDRPC drpc = new LocalDRPC()) {
 *     cluster.submitTopology("exclaim", conf, builder.createLocalTopology(drpc));
 *     drpc.execute("exclaim", "hello");
 * }
 * }</pre>
 */
public class LocalDRPC extends DrpcService {
    /** Creates a DRPC server whose counts of calls are not reported. */
    public LocalDRPC() {
        this(new StormMetricsRegistry());
    }

    /**
     * @param metricsRegistry receives the counts of calls, {@code drpc:num-...}
     */
    public LocalDRPC(StormMetricsRegistry metricsRegistry) {
        super(StormConf.localMode(), metricsRegistry);
    }
}
