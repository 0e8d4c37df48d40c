package io.eyewall.cli;

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
 * Nimbus as Storm's submitter sees it during an update: the topology's name is free, and what is
 * submitted replaces the topology of that name. A submission returns when that is over. Any thread
 * may call.
 */
final class UpdateClient {
    private static final long POLL_MS = 50;
    private static final int JSON_OF_CONF = 2;

    private final String name;
    private final UpdateRequest request;
    private final Consumer<String> progress;
    private final NimbusTarget nimbus;
    private volatile @Nullable UpdateReport report;
    private volatile @Nullable String refusal;

    /**
     * One update.
     *
     * @param name of the topology to update
     * @param request what the server is told of the update
     * @param progress told of what is waited for
     */
    UpdateClient(
            NimbusTarget nimbus, String name, UpdateRequest request, Consumer<String> progress) {
        this.nimbus = nimbus;
        this.name = name;
        this.request = request;
        this.progress = progress;
    }

    /** From now on Storm's clients of this process ask the server through this. */
    void install() {
        new NimbusClient.LocalOverride(NimbusTarget.iface(this::call)); // until the process ends
    }

    /** How it went; null if nothing was submitted, or it was refused at once. */
    @Nullable UpdateReport report() {
        return report;
    }

    /** Returns the reason for which the update was refused at once; null if it was not. */
    @Nullable String refusal() {
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
            if (nimbus.isBehind(e)) { // such as a jar for which there is no room
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
