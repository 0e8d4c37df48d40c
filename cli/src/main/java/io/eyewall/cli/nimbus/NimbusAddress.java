package io.eyewall.cli.nimbus;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.storm.Config;
import org.apache.storm.utils.ObjectReader;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The address of a Nimbus for Storm's clients: {@code storm://HOST[:PORT]}.
 *
 * @param host the host's name or address; an IPv6 address without brackets
 * @param port the Thrift port
 */
public record NimbusAddress(String host, int port) {
    private static final int DEFAULT_PORT = 6627;
    private static final int MAX_PORT = 65_535;
    private static final Pattern ADDRESS =
            Pattern.compile(
                    "storm://(?<host>[^\\s:/?#@,\\[\\]]+|\\[[0-9a-fA-F:.]+])(:(?<port>\\d{1,5}))?/?");

    /** Returns {@code nimbus.thrift.port} of a configuration. */
    public static int configuredPort(Map<String, Object> conf) {
        return ObjectReader.getInt(conf.get(Config.NIMBUS_THRIFT_PORT), DEFAULT_PORT);
    }

    /**
     * Parses an address.
     *
     * @throws IllegalArgumentException if the text is not an address
     */
    static NimbusAddress parse(String text) {
        Matcher matcher = ADDRESS.matcher(text);
        if (matcher.matches()) {
            String digits = matcher.group("port");
            int port = digits == null ? DEFAULT_PORT : Integer.parseInt(digits);
            if (port >= 1 && port <= MAX_PORT) {
                String host = matcher.group("host");
                return new NimbusAddress(
                        host.startsWith("[") ? host.substring(1, host.length() - 1) : host, port);
            }
        }
        throw new IllegalArgumentException(
                ("'%s' is not the address of a Nimbus; expected storm://HOST[:PORT], such as"
                                + " storm://127.0.0.1:6627, with a port of 1 to %d")
                        .formatted(text, MAX_PORT));
    }

    /** Returns the form that users write. */
    @Override
    public String toString() {
        return "storm://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }

    /** Parses the option's value. */
    public static final class Converter implements ITypeConverter<NimbusAddress> {
        @Override
        public NimbusAddress convert(String value) {
            try {
                return parse(value);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}
