package io.eyewall.local.drpc;

import io.eyewall.topology.config.ConfigKeys;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.storm.Config;
import org.apache.storm.utils.ObjectReader;

/**
 * Where a {@link DrpcServer} listens. A port of 0, which configuration can't say, is any that is
 * free.
 *
 * @param host name or address of the interface to listen on
 * @param port for clients by Thrift
 * @param invocationsPort for topologies by Thrift
 * @param httpPort for clients by HTTP; empty if there is to be no HTTP
 * @param maxRequestBytes of a request's arguments or a result
 */
public record DrpcServerConf(
        String host, int port, int invocationsPort, OptionalInt httpPort, int maxRequestBytes) {
    /** In Storm's {@code DaemonConfig}. */
    private static final String HTTP_PORT = "drpc.http.port";

    /**
     * Reads Storm's keys, {@code drpc.port} and so on, and our {@code eyewall.drpc.host}. There is
     * no HTTP if its port is not positive.
     *
     * @throws IllegalArgumentException if a value is no port; also ConfigException
     */
    public static DrpcServerConf of(Map<String, Object> conf) {
        int httpPort = ObjectReader.getInt(conf.get(HTTP_PORT), 3774);
        return new DrpcServerConf(
                ConfigKeys.textValue(ConfigKeys.DRPC_HOST, conf, "DRPC server"),
                port(Config.DRPC_PORT, ObjectReader.getInt(conf.get(Config.DRPC_PORT), 3772)),
                port(
                        Config.DRPC_INVOCATIONS_PORT,
                        ObjectReader.getInt(conf.get(Config.DRPC_INVOCATIONS_PORT), 3773)),
                httpPort <= 0 ? OptionalInt.empty() : OptionalInt.of(port(HTTP_PORT, httpPort)),
                ObjectReader.getInt(conf.get(Config.DRPC_MAX_BUFFER_SIZE), 1 << 20));
    }

    private static int port(String key, int port) {
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException(
                    key + " is " + port + "; give a port from 1 to 65535");
        }
        return port;
    }
}
