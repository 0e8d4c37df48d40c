package io.eyewall.web;

import io.eyewall.ports.PortLimits;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The address, clients and limits of a {@link WebServer}.
 *
 * @param address the address; port 0 stands for any free port
 * @param names host names in lower case by which clients may reach the server, besides {@code
 *     localhost} and IP addresses
 * @param token token that all clients need; null for none, which only the loopback address allows
 * @param tls keys for encrypted connections; null for plain ones
 * @param limits limits of connections and requests
 */
public record WebSettings(
        InetSocketAddress address,
        Set<String> names,
        @Nullable AccessToken token,
        @Nullable TlsKeys tls,
        PortLimits limits) {
    /**
     * The default limits: 512 connections; 10 s to send a request and to receive its answer; 1 MiB
     * for one request, 64 MiB for all requests.
     */
    public static final PortLimits DEFAULT_LIMITS = new PortLimits(512, 10_000, 1 << 20, 64 << 20);

    /**
     * Checks the settings.
     *
     * @throws IllegalArgumentException if the host name is unknown, or if other machines could
     *     connect without a token
     */
    public WebSettings {
        names = Set.copyOf(names);
        if (address.getAddress() == null) {
            throw new IllegalArgumentException(
                    "can't listen on " + address.getHostString() + ": unknown host name");
        }
        if (token == null && !address.getAddress().isLoopbackAddress()) {
            throw new IllegalArgumentException(
                    "listening on "
                            + address.getAddress().getHostAddress()
                            + ", which other machines can reach, needs a token: clients may kill"
                            + " topologies; give one, or listen on 127.0.0.1");
        }
    }

    /** Returns settings for all users of this machine, without a token. */
    public static WebSettings loopback(int port) {
        return new WebSettings(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                Set.of(),
                null,
                null,
                DEFAULT_LIMITS);
    }

    /** Returns these settings with other limits. */
    public WebSettings with(PortLimits others) {
        return new WebSettings(address, names, token, tls, others);
    }

    /** Returns these settings with a required token. */
    public WebSettings with(AccessToken required) {
        return new WebSettings(address, names, required, tls, limits);
    }

    /** Returns these settings with encrypted connections. */
    public WebSettings with(TlsKeys keys) {
        return new WebSettings(address, names, token, keys, limits);
    }

    /** Returns {@code http} or {@code https}. */
    public String scheme() {
        return tls == null ? "http" : "https";
    }
}
