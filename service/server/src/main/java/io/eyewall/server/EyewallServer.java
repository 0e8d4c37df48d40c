package io.eyewall.server;

import io.eyewall.control.ControlFolder;
import io.eyewall.control.ControlPort;
import io.eyewall.control.HealthService;
import io.eyewall.control.PortTopologies;
import io.eyewall.control.log.LogService;
import io.eyewall.engine.RunningTopology;
import io.eyewall.local.StormConf;
import io.eyewall.ports.PortTakenException;
import io.eyewall.server.keeper.Keepers;
import io.eyewall.server.log.LogRoutes;
import io.eyewall.server.log.TopologyLogs;
import io.eyewall.server.nimbus.NimbusPort;
import io.eyewall.server.nimbus.ServerNimbus;
import io.eyewall.server.store.StateFolder;
import io.eyewall.topology.config.ConfigKeys;
import io.eyewall.web.WebRoute;
import io.eyewall.web.WebServer;
import io.eyewall.web.WebSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.storm.Config;
import org.apache.storm.utils.ObjectReader;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A service that keeps topologies running on this machine. Storm's clients submit and control them
 * through Nimbus' Thrift port, other clients through Storm's REST API. Each topology runs in a
 * process of its own, which continues to run when the server ends or is killed; the next server
 * started on the same state folder finds that process again. Any thread may call.
 */
public final class EyewallServer implements AutoCloseable {
    /**
     * The key of Storm's {@code DaemonConfig.LOGVIEWER_PORT}, the port to which log links point.
     * Unless a user sets it, the links point to this server's own HTTP port, because Storm's
     * default is a port on which no log viewer listens here.
     */
    private static final String LOGVIEWER_PORT = "logviewer.port";

    private static final Logger LOG = LoggerFactory.getLogger(EyewallServer.class);

    /**
     * The lower bound of the message size limit: a submission may be larger than Storm's default
     * limit of 1 MiB.
     */
    private static final int MIN_MESSAGE_BYTES = 16 << 20;

    private final StateFolder state;
    private final Keepers keepers;
    private final ServerNimbus nimbus;
    private final TopologyLogs logs;
    private @Nullable NimbusPort nimbusPort;
    private ServerPages pages = ServerPages.NONE;
    private @Nullable WebServer webServer;
    private @Nullable ControlPort controlPort;
    private volatile boolean reachable;

    private EyewallServer(
            StateFolder state, Map<String, Object> daemonConf, ServerSettings settings) {
        this.state = state;
        this.keepers = new Keepers(state, settings.keeping().withDaemonConf(daemonConf));
        this.logs = new TopologyLogs(state, settings.keeping().logFiles());
        this.nimbus = new ServerNimbus(daemonConf, state, keepers, settings.maxJarBytes());
    }

    /**
     * Starts a server. Returns when clients can connect; the processes of its topologies may still
     * be starting ({@link #notReady}).
     *
     * @throws IOException if the state folder can't be used, or a port is taken; the message says
     *     which
     */
    public static EyewallServer start(ServerSettings settings) throws IOException {
        return start(settings, topologies -> ServerPages.NONE);
    }

    /**
     * Starts a server with additional pages.
     *
     * @param pagesMaker creates the pages once the server's topologies can be listed
     * @throws IOException if the state folder can't be used, or a port is taken; the message says
     *     which
     */
    public static EyewallServer start(ServerSettings settings, ServerPages.Maker pagesMaker)
            throws IOException {
        StateFolder state = StateFolder.open(settings.state());
        EyewallServer server = null;
        try {
            Map<String, Object> conf = new HashMap<>(settings.keeping().daemonConf());
            conf.put(Config.NIMBUS_THRIFT_PORT, settings.nimbus().address().getPort());
            if (conf.get(ConfigKeys.STATE_DIR.name()) == null) {
                conf.put(ConfigKeys.STATE_DIR.name(), state.state().toString());
            }
            if (conf.get(ConfigKeys.SNAPSHOT_DEFAULT_DIR.name()) == null) {
                conf.put(ConfigKeys.SNAPSHOT_DEFAULT_DIR.name(), state.state().toString());
            }
            server = new EyewallServer(state, conf, settings);
            server.nimbus.restore(); // before the ports open, so that stored names are taken
            server.listen(settings, conf, pagesMaker);
            server.keepers.start();
            return server;
        } catch (IOException | RuntimeException e) {
            if (server == null) {
                state.close();
            } else {
                server.close();
            }
            throw e;
        }
    }

    private void listen(
            ServerSettings settings, Map<String, Object> conf, ServerPages.Maker pagesMaker)
            throws IOException {
        int messageBytes =
                Math.max(
                        MIN_MESSAGE_BYTES,
                        ObjectReader.getInt(conf.get(Config.NIMBUS_THRIFT_MAX_BUFFER_SIZE), 0));
        try {
            NimbusPort listening = NimbusPort.listen(settings.nimbus(), messageBytes, nimbus);
            nimbusPort = listening;
            nimbus.setAddress(settings.nimbus().address().getAddress(), listening.port());
            WebSettings webSettings = settings.web();
            if (webSettings != null) {
                ServerSite site =
                        new ServerSite(nimbus, conf, nimbus::runningTopologies, this::notReady);
                pages = pagesMaker.createPages(nimbus::runningTopologies);
                List<WebRoute> routes = new ArrayList<>(site.routes());
                routes.addAll(new LogRoutes(logs).routes());
                routes.addAll(pages.routes());
                WebServer started = WebServer.start(webSettings, routes, site.listener());
                webServer = started;
                if (!StormConf.isConfigured(LOGVIEWER_PORT)) {
                    site.linkLogsTo(started);
                }
            }
        } catch (PortTakenException e) {
            throw new IOException(e.getMessage(), e);
        }
        try {
            controlPort =
                    ControlPort.open(
                            ControlFolder.ofUser().socket(ProcessHandle.current().pid()),
                            topologiesWithoutProcess(),
                            Map.of(
                                    LogService.NAME,
                                    new LogService(logs::logOf),
                                    HealthService.NAME,
                                    new HealthService(nimbus::runningTopologies)));
        } catch (IOException e) {
            LOG.info("commands can't list topologies that have no process: {}", e.toString());
        }
        reachable = true;
    }

    /** Lists only topologies without a process; a worker process lists its topology itself. */
    private PortTopologies topologiesWithoutProcess() {
        return new PortTopologies() {
            @Override
            public Collection<RunningTopology> visible() {
                return keepers.topologiesWithoutProcess();
            }

            @Override
            public Optional<RunningTopology> find(String id) {
                return keepers.find(id);
            }
        };
    }

    /** Returns the reason why the server is not ready; null when it is ready. */
    public @Nullable String notReady() {
        return reachable ? keepers.whyNotReady() : "the ports are being opened";
    }

    /** Returns the port for Storm's clients; 0 if the server does not listen. */
    public int nimbusPort() {
        return nimbusPort == null ? 0 : nimbusPort.port();
    }

    /** Returns the address for HTTP; null if the server does not serve HTTP. */
    public @Nullable String webAddress() {
        return webServer == null ? null : webServer.address();
    }

    /** Returns the server's Nimbus. */
    public ServerNimbus nimbus() {
        return nimbus;
    }

    /** Ends the server. Its topologies continue to run in their processes. */
    @Override
    public void close() throws IOException {
        reachable = false;
        if (controlPort != null) {
            controlPort.close();
        }
        if (webServer != null) {
            webServer.close();
        }
        pages.close();
        if (nimbusPort != null) {
            nimbusPort.close();
        }
        nimbus.close();
        state.close();
    }
}
