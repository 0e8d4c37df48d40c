package io.eyewall.web;

import io.eyewall.local.net.PortLimits;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The address, clients and limits of a {@link WebServer}.
 *
 * @param address port 0 is any that is free
 * @param names in lower case, by which clients may call beside {@code localhost} and addresses
 * @param token that everybody has to know; null for none, on this machine's own address only
 * @param tls keys for encrypted connections; null for plain ones
 * @param limits of connections and requests
 */
public record WebSettings(
        InetSocketAddress address,
        Set<String> names,
        @Nullable AccessToken token,
        @Nullable TlsKeys tls,
        PortLimits limits) {
    /**
     * 512 connections; 10 s for a request and for taking its answer; 1 MiB of one request, 64 MiB
     * of all.
     */
    public static final PortLimits DEFAULT_LIMITS = new PortLimits(512, 10_000, 1 << 20, 64 << 20);

    /**
     * @throws IllegalArgumentException if others could reach it and need no token
     */
    public WebSettings {
        names = Set.copyOf(names);
        if (address.getAddress() == null) {
            throw new IllegalArgumentException(
                    "can't listen on " + address.getHostString() + ": nobody knows that name");
        }
        if (token == null && !address.getAddress().isLoopbackAddress()) {
            throw new IllegalArgumentException(
                    "listening on "
                            + address.getAddress().getHostAddress()
                            + ", which others can reach, needs a token: whoever asks may kill"
                            + " topologies; give one, or listen on 127.0.0.1");
        }
    }

    /** For users of this machine, without a token. */
    public static WebSettings loopback(int port) {
        return new WebSettings(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                Set.of(),
                null,
                null,
                DEFAULT_LIMITS);
    }

    /** The same with other limits. */
    public WebSettings with(PortLimits others) {
        return new WebSettings(address, names, token, tls, others);
    }

    /** The same for those who know a token. */
    public WebSettings with(AccessToken required) {
        return new WebSettings(address, names, required, tls, limits);
    }

    /** The same with encrypted connections. */
    public WebSettings with(TlsKeys keys) {
        return new WebSettings(address, names, token, keys, limits);
    }

    /** {@code http} or {@code https}. */
    public String scheme() {
        return tls == null ? "http" : "https";
    }
}
