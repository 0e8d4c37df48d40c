package io.eyewall.cli;

import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.utils.ObjectReader;
import org.apache.storm.utils.Utils;

/**
 * Where Storm's clients reach a Nimbus.
 *
 * @param host its name or address
 * @param port of Thrift
 */
record NimbusAddress(String host, int port) {
    private static final int MOST_PORT = 65_535;

    /** {@code nimbus.thrift.port} of this machine's configuration. */
    static int configuredPort() {
        Map<String, Object> conf = Utils.readStormConfig();
        return ObjectReader.getInt(conf.get(Config.NIMBUS_THRIFT_PORT), 6627);
    }

    /**
     * Reads {@code HOST:PORT}, {@code HOST} or {@code :PORT}.
     *
     * @throws IllegalArgumentException if it is none of these
     */
    static NimbusAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        boolean noPort = colon < 0 || text.endsWith("]"); // of an IPv6 address
        String host = noPort ? text : text.substring(0, colon);
        int port;
        try {
            port = noPort ? 6627 : Integer.parseInt(text.substring(colon + 1));
        } catch (NumberFormatException e) {
            port = -1;
        }
        if (port < 1 || port > MOST_PORT) {
            throw new IllegalArgumentException(
                    "--server " + text + ": expected HOST:PORT, with a port of 1 to " + MOST_PORT);
        }
        return new NimbusAddress(host.isEmpty() ? "127.0.0.1" : host, port);
    }
}
