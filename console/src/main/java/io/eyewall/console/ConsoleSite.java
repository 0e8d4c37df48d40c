package io.eyewall.console;

import io.eyewall.console.action.Actions;
import io.eyewall.console.action.Flames;
import io.eyewall.console.action.PlacementChoice;
import io.eyewall.console.action.ServicePlacement;
import io.eyewall.console.action.Tracing;
import io.eyewall.console.memory.HistoryFolder;
import io.eyewall.console.watch.ConsoleJson;
import io.eyewall.console.watch.Watch;
import io.eyewall.console.watch.Watched;
import io.eyewall.control.ProcessCalls;
import io.eyewall.engine.RunningTopology;
import io.eyewall.local.net.HttpAnswer;
import io.eyewall.local.net.HttpBody;
import io.eyewall.model.calibration.MachineConstants;
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
 * The console's routes: the page at {@code /}, what it reads and does beneath {@code /console/}.
 * Give them to a {@link io.eyewall.web.WebServer}, beside others. It looks at topologies from its
 * making until it is closed, whether anybody reads or not, for the sake of the half hour that it
 * shows. Any thread may call.
 */
public final class ConsoleSite implements ServerPages {
    private static final String FILES = "io/eyewall/console/page";
    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final String TOPOLOGY = "topology=";

    private final Watch watch;
    private final PlacementChoice placement;
    private final ProcessCalls calls;

    /**
     * @param topologies those that there are now; those that are over may be among them
     * @param calls reach their processes
     * @param machine what predictions start from; empty: nothing is predicted
     */
    public ConsoleSite(
            Supplier<? extends Collection<? extends RunningTopology>> topologies,
            ProcessCalls calls,
            Optional<MachineConstants> machine) {
        this(topologies, calls, machine, HistoryFolder.NONE);
    }

    /**
     * As the constructor above, for topologies that outlive this process.
     *
     * @param histories where their charts are kept for the next one
     */
    public ConsoleSite(
            Supplier<? extends Collection<? extends RunningTopology>> topologies,
            ProcessCalls calls,
            Optional<MachineConstants> machine,
            HistoryFolder histories) {
        this(topologies, new ServicePlacement(calls), calls, machine, histories, PERIOD);
    }

    /**
     * As the constructor above, on a machine that was not measured.
     *
     * @param placement what can be chosen of placement
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
     * @param period from one look at the topologies to the next; what is remembered is half an hour
     *     if that is a second
     */
    ConsoleSite(
            Supplier<? extends Collection<? extends RunningTopology>> topologies,
            PlacementChoice placement,
            ProcessCalls calls,
            Optional<MachineConstants> machine,
            HistoryFolder histories,
            Duration period) {
        this.watch = new Watch(topologies, calls, machine, histories, period);
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
                WebRoute.api("/console/traces", new Tracing(watch)),
                WebRoute.api("/console/action", new Actions(watch, placement, calls)));
    }

    /** The topology that is asked for, if it is there, and the list of all. */
    private HttpAnswer events(WebRequest request) {
        String key = topology(request.query());
        Watched one = key.isEmpty() ? null : watch.get(key);
        return watch.streams(one).answer(request);
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
                } catch (IllegalArgumentException e) { // bad percent-encoding: nobody's key
                    return "";
                }
            }
        }
        return "";
    }

    /** Ends all streams, and looks no more. */
    @Override
    public void close() {
        watch.close();
    }
}
