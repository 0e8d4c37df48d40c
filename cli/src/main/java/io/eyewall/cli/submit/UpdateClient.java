package io.eyewall.cli.submit;

import io.eyewall.cli.nimbus.NimbusTarget;
import io.eyewall.cli.nimbus.Refusals;
import io.eyewall.control.wire.WireJson;
import io.eyewall.local.StormConf;
import io.eyewall.server.keeper.UpdateReport;
import io.eyewall.server.keeper.UpdateReport.Phase;
import io.eyewall.server.nimbus.UpdateRequest;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.storm.thrift.TException;
import org.apache.storm.utils.NimbusClient;
import org.apache.storm.utils.WrappedInvalidTopologyException;
import org.jspecify.annotations.Nullable;

/**
 * The Nimbus that Storm's submitter sees during an update: the topology's name appears to be free,
 * and a submission replaces the topology of that name. A submission returns when the update is
 * over. Any thread may call.
 */
public final class UpdateClient {
    private static final long POLL_INTERVAL_MS = 50;

    /** Index of the argument of submitTopology with the configuration as JSON. */
    private static final int CONF_ARGUMENT = 2;

    private final String name;
    private final UpdateRequest request;
    private final Consumer<String> progress;
    private final NimbusTarget nimbus;
    private volatile @Nullable UpdateReport report;
    private volatile @Nullable String refusal;

    /**
     * Creates the client of one update.
     *
     * @param name the name of the topology to update
     * @param request the parameters of the update for the server
     * @param progress receives a line about each event for which the update waits
     */
    public UpdateClient(
            NimbusTarget nimbus, String name, UpdateRequest request, Consumer<String> progress) {
        this.nimbus = nimbus;
        this.name = name;
        this.request = request;
        this.progress = progress;
    }

    /** Makes Storm's clients in this process use this client until the process ends. */
    public void install() {
        new NimbusClient.LocalOverride(NimbusTarget.proxy(this::call)); // until the process ends
    }

    /**
     * Returns the report of the update; null if nothing was submitted, or the update was refused
     * immediately.
     */
    @Nullable UpdateReport report() {
        return report;
    }

    /** Returns the reason for which the update was refused immediately; null if it was not. */
    public @Nullable String refusal() {
        return refusal;
    }

    private @Nullable Object call(Method method, Object @Nullable [] arguments) throws Throwable {
        String methodName = method.getName();
        if (arguments != null && methodName.startsWith("submitTopology")) {
            submit(method, arguments);
            return null;
        }
        if (arguments != null
                && methodName.equals("isTopologyNameAllowed")
                && name.equals(arguments[0])) {
            return true;
        }
        try {
            return nimbus.call(method, arguments);
        } catch (TException e) {
            if (nimbus.resultsFromRefusal(e)) { // such as a jar that does not fit on the disk
                refusal = notUpdatedMessage(e);
            }
            throw e;
        }
    }

    private void submit(Method method, Object[] arguments) throws Throwable {
        if (!name.equals(arguments[0])) {
            refusal =
                    ("the application submits '%s', but '%s' is to be updated; give the name that"
                                    + " the application submits")
                            .formatted(arguments[0], name);
            throw new WrappedInvalidTopologyException(refusal);
        }
        Map<String, Object> conf =
                new HashMap<>(StormConf.parse(String.valueOf(arguments[CONF_ARGUMENT])));
        conf.put(UpdateRequest.KEY, request.toConf());
        Object[] changedArguments = arguments.clone();
        changedArguments[CONF_ARGUMENT] = StormConf.toJson(conf);
        try {
            nimbus.call(method, changedArguments);
        } catch (TException e) {
            refusal = notUpdatedMessage(e);
            throw e;
        }
        awaitEnd();
    }

    private String notUpdatedMessage(TException thrown) {
        return "topology '" + name + "' is not updated: " + Refusals.messageOf(thrown);
    }

    private void awaitEnd() throws Throwable {
        String reportedPhase = "";
        while (true) {
            UpdateReport current = fetchReport();
            if (current.phase().isLast()) {
                report = current;
                if (current.phase() == Phase.REFUSED) {
                    throw new WrappedInvalidTopologyException(current.message());
                }
                return;
            }
            if (!current.phase().name().equals(reportedPhase)) {
                reportedPhase = current.phase().name();
                progress.accept(
                        current.topology()
                                + ": "
                                + reportedPhase.toLowerCase(Locale.ROOT).replace('_', ' '));
            }
            TimeUnit.MILLISECONDS.sleep(POLL_INTERVAL_MS);
        }
    }

    private UpdateReport fetchReport() throws TException, IOException {
        try {
            String json = nimbus.client().getTopologyConf(UpdateRequest.REPORT + name);
            UpdateReport read =
                    WireJson.read(json.getBytes(StandardCharsets.UTF_8), UpdateReport.class);
            return Objects.requireNonNull(read, "report");
        } catch (TException e) {
            refusal =
                    ("the server did not report the result of the update of '%s' (%s); 'eyewall"
                                    + " list' shows which version runs")
                            .formatted(name, Refusals.messageOf(e));
            throw e;
        }
    }
}
