package io.eyewall.web;

import io.eyewall.ports.HttpPort;
import io.eyewall.ports.IoThreads;
import io.eyewall.ports.PortTakenException;
import io.eyewall.ports.TcpPort;
import java.net.InetAddress;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves routes by HTTP or HTTPS to the clients that its {@link WebSettings} allow, from {@link
 * #start} to {@link #close}. Any thread may call.
 */
public final class WebServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WebServer.class);

    private final WebSettings settings;
    private final IoThreads io;
    private final WebThreads threads;
    private final TcpPort port;

    private WebServer(WebSettings settings, IoThreads io, WebThreads threads, TcpPort port) {
        this.settings = settings;
        this.io = io;
        this.threads = threads;
        this.port = port;
    }

    /**
     * Starts a server.
     *
     * @param listener receives every request
     * @throws PortTakenException if the port is taken or the address is not one of this machine
     */
    public static WebServer start(
            WebSettings settings, List<WebRoute> routes, RequestListener listener)
            throws PortTakenException {
        return start(settings, routes, listener, new LoginThrottle());
    }

    static WebServer start(
            WebSettings settings,
            List<WebRoute> routes,
            RequestListener listener,
            LoginThrottle throttle)
            throws PortTakenException {
        List<WebRoute> all = new ArrayList<>(routes);
        AccessToken token = settings.token();
        Sessions sessions = null;
        if (token != null) {
            sessions =
                    new Sessions(
                            token,
                            Clock.systemUTC(),
                            settings.address().getPort(),
                            settings.tls() != null);
            all.addAll(new Login(token, sessions, throttle).routes());
        }
        if (settings.tls() == null && !settings.address().getAddress().isLoopbackAddress()) {
            LOG.warn(
                    "listening on {} without TLS: the network can read the token and all data",
                    settings.address().getAddress().getHostAddress());
        }
        WebThreads threads = new WebThreads();
        IoThreads io = new IoThreads("eyewall-web-io");
        Gate gate = new Gate(settings, token, sessions);
        TlsKeys tls = settings.tls();
        try {
            TcpPort port =
                    HttpPort.listen(
                            settings.address(),
                            io,
                            settings.limits(),
                            tls == null ? null : tls.engines(),
                            new WebFront(all, gate, threads, listener));
            return new WebServer(settings, io, threads, port);
        } catch (PortTakenException e) {
            io.close();
            threads.close();
            throw e;
        }
    }

    /** Returns the port on which the server listens. */
    public int port() {
        return port.port();
    }

    /** Returns {@code http} or {@code https}. */
    public String scheme() {
        return settings.scheme();
    }

    /** Returns the address for a browser on this machine, without a slash at the end. */
    public String address() {
        InetAddress bound = settings.address().getAddress();
        String host = bound.isAnyLocalAddress() ? "localhost" : bound.getHostAddress();
        return settings.scheme()
                + "://"
                + (host.contains(":") ? "[" + host + "]" : host)
                + ":"
                + port();
    }

    /** Closes all connections and waits until the port is free. */
    @Override
    public void close() {
        port.close();
        threads.close();
        io.close();
    }
}
