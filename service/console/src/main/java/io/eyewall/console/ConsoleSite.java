package io.eyewall.console;

import io.eyewall.console.action.ConsoleActions;
import io.eyewall.console.action.Flames;
import io.eyewall.console.action.PlacementChoice;
import io.eyewall.console.action.ServicePlacement;
import io.eyewall.console.action.TracingSwitch;
import io.eyewall.console.memory.HistoryFolder;
import io.eyewall.console.watch.ConsoleJson;
import io.eyewall.console.watch.PolledTopology;
import io.eyewall.console.watch.TopologyPoller;
import io.eyewall.control.ProcessCalls;
import io.eyewall.engine.RunningTopology;
import io.eyewall.model.calibration.MachineConstants;
import io.eyewall.ports.HttpAnswer;
import io.eyewall.ports.HttpBody;
import io.eyewall.server.ServerPages;
import io.eyewall.web.ClassPathFiles;
import io.eyewall.web.WebRequest;
import io.eyewall.web.WebRoute;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * The console's routes: the page at {@code /}, and beneath {@code /console/} what it reads and the
 * actions that it sends. Add them to a {@link io.eyewall.web.WebServer}, alone or beside others.
 * The console polls all topologies from its construction until it is closed, even while no page is
 * open, because a page shows the last half hour. Any thread may call.
 */
public final class ConsoleSite implements ServerPages {
    private static final String FILES = "io/eyewall/console/page";
    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final String TOPOLOGY = "topology=";

    private final TopologyPoller watch;
    private final PlacementChoice placement;
    private final ProcessCalls calls;

    /**
     * @param topologies returns the current topologies; ended ones may be among them
     * @param calls reach the processes of the topologies
     * @param machine the machine constants that predictions start from; empty for no predictions
     */
    public ConsoleSite(
            Supplier<? extends Collection<? extends RunningTopology>> topologies,
            ProcessCalls calls,
            Optional<MachineConstants> machine) {
        this(topologies, calls, machine, HistoryFolder.NONE);
    }

    /**
     * Creates a console as above, for topologies that outlive this process.
     *
     * @param histories keeps the data of the charts for the next process
     */
    public ConsoleSite(
            Supplier<? extends Collection<? extends RunningTopology>> topologies,
            ProcessCalls calls,
            Optional<MachineConstants> machine,
            HistoryFolder histories) {
        this(topologies, new ServicePlacement(calls), calls, machine, histories, PERIOD);
    }

    /**
     * Creates a console as above, on a machine that was not calibrated.
     *
     * @param placement the placement algorithms that a user can choose
     */
    public ConsoleSite(
            Supplier<? extends Collection<? extends RunningTopology>> topologies,
            PlacementChoice placement,
            ProcessCalls calls) {
        this(
                topologies,
                placement,
                calls,
                Optional.of(MachineConstants.ASSUMED),
                HistoryFolder.NONE,
                PERIOD);
    }

    /**
     * @param period from one poll of the topologies to the next; the charts cover half an hour if
     *     it is one second
     */
    ConsoleSite(
            Supplier<? extends Collection<? extends RunningTopology>> topologies,
            PlacementChoice placement,
            ProcessCalls calls,
            Optional<MachineConstants> machine,
            HistoryFolder histories,
            Duration period) {
        this.watch = new TopologyPoller(topologies, calls, machine, histories, period);
        this.placement = placement;
        this.calls = calls;
    }

    @Override
    public List<WebRoute> routes() {
        return List.of(
                WebRoute.page(
                        "/", new ClassPathFiles("/", FILES, ConsoleSite.class.getClassLoader())),
                WebRoute.api("/console/events", this::events),
                WebRoute.api("/console/choices", this::choices),
                WebRoute.api("/console/flame", new Flames(watch, calls)),
                WebRoute.api("/console/traces", new TracingSwitch(watch)),
                WebRoute.api("/console/action", new ConsoleActions(watch, placement, calls)));
    }

    /**
     * Streams the events of the requested topology if there is one, and the list of all topologies.
     */
    private HttpAnswer events(WebRequest request) {
        String key = topology(request.query());
        PolledTopology polled = key.isEmpty() ? null : watch.get(key);
        return watch.streams(polled).answer(request);
    }

    private HttpAnswer choices(WebRequest request) {
        return new HttpAnswer(
                200,
                "application/json",
                HttpBody.of(
                        ConsoleJson.text(
                                Map.of("algorithms", new TreeSet<>(placement.algorithms())))),
                Map.of("Cache-Control", "no-store"));
    }

    private static String topology(String query) {
        for (String parameter : query.split("&")) {
            if (parameter.startsWith(TOPOLOGY)) {
                try {
                    return URLDecoder.decode(
                            parameter.substring(TOPOLOGY.length()), StandardCharsets.UTF_8);
                } catch (
                        IllegalArgumentException
                                e) { // bad percent-encoding: no topology has this key
                    return "";
                }
            }
        }
        return "";
    }

    /** Ends all streams and stops polling. */
    @Override
    public void close() {
        watch.close();
    }
}
