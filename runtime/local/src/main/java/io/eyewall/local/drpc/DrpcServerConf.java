package io.eyewall.local.drpc;

import io.eyewall.ports.PortLimits;
import io.eyewall.topology.config.ConfigKeys;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.storm.Config;
import org.apache.storm.security.auth.SimpleTransportPlugin;
import org.apache.storm.utils.ObjectReader;
import org.jspecify.annotations.Nullable;

/**
 * Addresses and limits of a {@link DrpcServer}. Port 0, which a configuration can't contain, stands
 * for any free port.
 *
 * @param host the name or address of the interface to listen on
 * @param port the port for clients that use Thrift
 * @param invocationsPort the Thrift port for topologies
 * @param httpPort the port for clients that use HTTP; empty for no HTTP
 * @param https the port for clients that use HTTPS; null for no HTTPS
 * @param names host names, in lower case, that HTTP clients may use besides localhost and addresses
 * @param limits the limits of each port
 */
public record DrpcServerConf(
        String host,
        int port,
        int invocationsPort,
        OptionalInt httpPort,
        @Nullable HttpsConf https,
        Set<String> names,
        PortLimits limits) {
    /** The server's name in messages about wrong values. */
    private static final String SERVER_TEXT = "DRPC server";

    /** The requests and answers of one port may occupy the heap's size divided by this number. */
    private static final int HEAP_DIVISOR = 16;

    /** Keys of Storm's {@code DaemonConfig}. */
    private static final String HTTP_PORT = "drpc.http.port";

    private static final String DISABLE_HTTP = "drpc.disable.http.binding";
    private static final String HTTP_FILTER = "drpc.http.filter";

    /** Keys that name a transport of Storm's Thrift ports. */
    private static final List<String> TRANSPORT_KEYS =
            List.of(
                    Config.DRPC_THRIFT_TRANSPORT_PLUGIN,
                    Config.DRPC_INVOCATIONS_THRIFT_TRANSPORT_PLUGIN,
                    Config.STORM_THRIFT_TRANSPORT_PLUGIN);

    /**
     * Reads Storm's keys, {@code drpc.port} and so on, with Storm's defaults, and Eyewall's {@code
     * eyewall.drpc.host}. HTTP is disabled if its port is not positive. As on Storm, HTTPS disables
     * HTTP, too, unless {@code drpc.disable.http.binding} is false.
     *
     * @throws IllegalArgumentException if a value is not a port, or requires security that is not
     *     supported; also ConfigException
     */
    public static DrpcServerConf of(Map<String, Object> conf) {
        rejectUnsupportedSecurity(conf);
        int httpPort = wholeNumber(conf, HTTP_PORT, 3774);
        HttpsConf https = HttpsConf.fromConf(conf);
        boolean httpDisabled =
                httpPort <= 0
                        || (https != null && ObjectReader.getBoolean(conf.get(DISABLE_HTTP), true));
        String host =
                Objects.requireNonNull(
                        ConfigKeys.textValue(ConfigKeys.DRPC_HOST, conf, SERVER_TEXT));
        return new DrpcServerConf(
                host,
                checkPort(Config.DRPC_PORT, wholeNumber(conf, Config.DRPC_PORT, 3772)),
                checkPort(
                        Config.DRPC_INVOCATIONS_PORT,
                        wholeNumber(conf, Config.DRPC_INVOCATIONS_PORT, 3773)),
                httpDisabled ? OptionalInt.empty() : OptionalInt.of(checkPort(HTTP_PORT, httpPort)),
                https,
                hostNames(host, ConfigKeys.textValue(ConfigKeys.DRPC_NAMES, conf, SERVER_TEXT)),
                portLimits(conf));
    }

    private static Set<String> hostNames(String host, @Nullable String others) {
        return Arrays.stream((host + "," + (others == null ? "" : others)).split(",", -1))
                .map(name -> name.strip().toLowerCase(Locale.ROOT))
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toUnmodifiableSet());
    }

    private static PortLimits portLimits(Map<String, Object> conf) {
        int requestBytes = wholeNumber(conf, Config.DRPC_MAX_BUFFER_SIZE, 1 << 20);
        return new PortLimits(
                ConfigKeys.intValue(ConfigKeys.DRPC_CONNECTIONS, conf, 0, SERVER_TEXT),
                TimeUnit.SECONDS.toMillis(
                        ConfigKeys.intValue(ConfigKeys.DRPC_PATIENCE_SECS, conf, 0, SERVER_TEXT)),
                requestBytes,
                // room for four of the longest requests at least
                Math.max(4L * requestBytes, Runtime.getRuntime().maxMemory() / HEAP_DIVISOR));
    }

    /**
     * Rejects security settings that are not supported: a server must not be open where the
     * configuration requires authentication.
     */
    private static void rejectUnsupportedSecurity(Map<String, Object> conf) {
        for (String key : TRANSPORT_KEYS) {
            Object plugin = conf.get(key);
            if (plugin != null && !plugin.equals(SimpleTransportPlugin.class.getName())) {
                throw new IllegalArgumentException(
                        key
                                + " is "
                                + plugin
                                + ", but DRPC's Thrift ports do not support Kerberos, digest or"
                                + " TLS; leave it out and keep these ports on the loopback"
                                + " interface, with "
                                + HttpsConf.PORT
                                + " for calls from elsewhere");
            }
        }
        if (conf.get(HTTP_FILTER) != null) {
            throw new IllegalArgumentException(
                    HTTP_FILTER
                            + " is "
                            + conf.get(HTTP_FILTER)
                            + ", but Eyewall runs no servlet filters; leave it out, and request"
                            + " certificates with drpc.https.need.client.auth");
        }
    }

    /**
     * Returns a key's value, which must be a whole number; if it is not, the error names the key.
     */
    static int wholeNumber(Map<String, Object> conf, String key, int defaultValue) {
        try {
            return ObjectReader.getInt(conf.get(key), defaultValue);
        } catch (IllegalArgumentException e) { // the value is not a number, or too large
            throw new IllegalArgumentException(
                    key + " is " + conf.get(key) + "; give a whole number", e);
        }
    }

    static int checkPort(String key, int port) {
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException(
                    key + " is " + port + "; give a port from 1 to 65535");
        }
        return port;
    }
}
