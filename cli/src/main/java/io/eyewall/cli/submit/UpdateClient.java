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
    private static final long POLL_MS = 50;
    private static final int JSON_OF_CONF = 2;

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
        new NimbusClient.LocalOverride(NimbusTarget.iface(this::call)); // until the process ends
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
        String called = method.getName();
        if (arguments != null && called.startsWith("submitTopology")) {
            submit(method, arguments);
            return null;
        }
        if (arguments != null
                && called.equals("isTopologyNameAllowed")
                && name.equals(arguments[0])) {
            return true;
        }
        try {
            return nimbus.call(method, arguments);
        } catch (TException e) {
            if (nimbus.isBehind(e)) { // such as a jar that does not fit on the disk
                refusal = notUpdated(e);
            }
            throw e;
        }
    }

    private void submit(Method method, Object[] arguments) throws Throwable {
        if (!name.equals(arguments[0])) {
            refusal =
                    "the application submits '%s', but '%s' is to be updated; give the name that it submits"
                            .formatted(arguments[0], name);
            throw new WrappedInvalidTopologyException(refusal);
        }
        Map<String, Object> marked =
                new HashMap<>(StormConf.parse(String.valueOf(arguments[JSON_OF_CONF])));
        marked.put(UpdateRequest.KEY, request.toConf());
        Object[] changed = arguments.clone();
        changed[JSON_OF_CONF] = StormConf.toJson(marked);
        try {
            nimbus.call(method, changed);
        } catch (TException e) {
            refusal = notUpdated(e);
            throw e;
        }
        await();
    }

    private String notUpdated(TException thrown) {
        return "topology '" + name + "' is not updated: " + Refusals.text(thrown);
    }

    private void await() throws Throwable {
        String said = "";
        while (true) {
            UpdateReport now = ask();
            if (now.phase().isLast()) {
                report = now;
                if (now.phase() == Phase.REFUSED) {
                    throw new WrappedInvalidTopologyException(now.message());
                }
                return;
            }
            if (!now.phase().name().equals(said)) {
                said = now.phase().name();
                progress.accept(
                        now.topology() + ": " + said.toLowerCase(Locale.ROOT).replace('_', ' '));
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MS);
        }
    }

    private UpdateReport ask() throws TException, IOException {
        try {
            String json = nimbus.client().getTopologyConf(UpdateRequest.REPORT + name);
            UpdateReport read =
                    WireJson.read(json.getBytes(StandardCharsets.UTF_8), UpdateReport.class);
            return Objects.requireNonNull(read, "report");
        } catch (TException e) {
            refusal =
                    "the server has not told how the update of '%s' went (%s); 'eyewall list' shows which version runs"
                            .formatted(name, Refusals.text(e));
            throw e;
        }
    }
}
