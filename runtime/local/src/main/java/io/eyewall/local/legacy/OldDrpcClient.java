package io.eyewall.local.legacy;

import io.eyewall.local.StormConf;
import java.util.Map;
import org.apache.storm.generated.DistributedRPC;
import org.apache.storm.thrift.transport.TTransportException;
import org.apache.storm.utils.DRPCClient;

/**
 * Replaces {@code DRPCClient} in rewritten classes, because that class needed no configuration
 * before Storm 0.10. Public only for rewritten classes. Threads: as for {@code DRPCClient}.
 */
public final class OldDrpcClient extends DRPCClient {
    /** The constructor of Storm 0.8 and 0.9. */
    public OldDrpcClient(String host, int port) throws TTransportException {
        this(StormConf.localMode(), host, port);
    }

    /**
     * The constructor of Storm 0.9.
     *
     * @param timeoutMs null for no timeout
     */
    public OldDrpcClient(String host, int port, Integer timeoutMs) throws TTransportException {
        this(StormConf.localMode(), host, port, timeoutMs);
    }

    /** The constructor of Storm 0.10. */
    public OldDrpcClient(Map<String, Object> conf, String host, int port)
            throws TTransportException {
        super(conf, host, port);
    }

    /** The constructor of Storm 0.10 with a timeout. */
    public OldDrpcClient(Map<String, Object> conf, String host, int port, Integer timeoutMs)
            throws TTransportException {
        super(conf, host, port, timeoutMs);
    }

    /**
     * Returns the client. Its class is declared, as in the old versions; Storm 2.x declares only
     * the interface.
     */
    @Override
    public DistributedRPC.Client getClient() {
        return (DistributedRPC.Client) super.getClient();
    }
}
