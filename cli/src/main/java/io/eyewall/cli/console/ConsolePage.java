package io.eyewall.cli.console;

import io.eyewall.cli.plan.Recordings;
import io.eyewall.console.ConsoleSite;
import io.eyewall.control.ProcessCalls;
import io.eyewall.engine.RunningTopology;
import io.eyewall.model.calibration.MachineConstants;
import io.eyewall.ports.PortTakenException;
import io.eyewall.server.MetricsSite;
import io.eyewall.topology.config.ConfigKeys;
import io.eyewall.web.WebRoute;
import io.eyewall.web.WebServer;
import io.eyewall.web.WebSettings;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * The console, and metrics for Prometheus, served on the loopback address to all users of the
 * machine. Create it by {@link #open} and end it by {@link #close}.
 */
public final class ConsolePage implements AutoCloseable {
    /** The default port. It is fixed so that an open browser page finds the next run. */
    public static final int USUAL_PORT = 7470;

    /** Selects {@link #USUAL_PORT}, or any free port if that one is taken. */
    public static final int USUAL_PORT_OR_ANY = -1;

    /** A page that is not served. */
    public static final ConsolePage NONE = new ConsolePage(null, null);

    private final @Nullable ConsoleSite site;
    private final @Nullable WebServer server;

    private ConsolePage(@Nullable ConsoleSite site, @Nullable WebServer server) {
        this.site = site;
        this.server = server;
    }

    /**
     * Serves the page.
     *
     * @param port the port; 0 for any free port
     * @param topologies the topologies to show; polled repeatedly, and may block
     * @param calls the way to call the processes of the topologies
     * @throws PortTakenException if the port is taken
     * @throws IllegalArgumentException if the number is not a port
     */
    public static ConsolePage open(
            int port,
            Supplier<? extends Collection<? extends RunningTopology>> topologies,
            ProcessCalls calls)
            throws PortTakenException {
        ConsoleSite site = new ConsoleSite(topologies, calls, predictionConstants());
        try {
            return new ConsolePage(site, serve(port, site, new MetricsSite(topologies)));
        } catch (PortTakenException | RuntimeException e) {
            site.close();
            throw e;
        }
    }

    /** Returns the constants from which predictions start; empty if predictions are turned off. */
    public static Optional<MachineConstants> predictionConstants() {
        return ConfigKeys.booleanValue(
                        ConfigKeys.CONSOLE_PREDICTIONS, Utils.readStormConfig(), "console")
                ? Optional.of(Recordings.machineIfReadable())
                : Optional.empty();
    }

    private static WebServer serve(int port, ConsoleSite site, MetricsSite metrics)
            throws PortTakenException {
        if (port != USUAL_PORT_OR_ANY) {
            return listen(port, site, metrics);
        }
        try {
            return listen(USUAL_PORT, site, metrics);
        } catch (PortTakenException e) {
            return listen(0, site, metrics);
        }
    }

    private static WebServer listen(int port, ConsoleSite site, MetricsSite metrics)
            throws PortTakenException {
        List<WebRoute> routes =
                Stream.concat(site.routes().stream(), metrics.routes().stream()).toList();
        return WebServer.start(WebSettings.loopback(port), routes, metrics.listener());
    }

    /** Returns the page's address for a browser. */
    public String address() {
        return server == null ? "" : server.address() + "/";
    }

    @Override
    public void close() {
        if (server != null) {
            server.close();
        }
        if (site != null) {
            site.close();
        }
    }
}
