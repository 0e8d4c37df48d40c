package io.eyewall.local.legacy;

import io.eyewall.local.StormConf;
import java.util.Map;
import org.apache.storm.generated.DistributedRPC;
import org.apache.storm.thrift.transport.TTransportException;
import org.apache.storm.utils.DRPCClient;

/**
 * Replaces {@code DRPCClient} in rewritten classes, for it needed no configuration until Storm
 * 0.10. Public for them alone.
 */
public final class OldDrpcClient extends DRPCClient {
    /** As in Storm 0.8 and 0.9. */
    public OldDrpcClient(String host, int port) throws TTransportException {
        this(StormConf.localMode(), host, port);
    }

    /**
     * As in Storm 0.9.
     *
     * @param timeoutMs null for none
     */
    public OldDrpcClient(String host, int port, Integer timeoutMs) throws TTransportException {
        this(StormConf.localMode(), host, port, timeoutMs);
    }

    /** As in Storm 0.10. */
    public OldDrpcClient(Map<String, Object> conf, String host, int port)
            throws TTransportException {
        super(conf, host, port);
    }

    /** As in Storm 0.10. */
    public OldDrpcClient(Map<String, Object> conf, String host, int port, Integer timeoutMs)
            throws TTransportException {
        super(conf, host, port, timeoutMs);
    }

    /** Storm 2.x says only which interface it has. */
    @Override
    public DistributedRPC.Client getClient() {
        return (DistributedRPC.Client) super.getClient();
    }
}
