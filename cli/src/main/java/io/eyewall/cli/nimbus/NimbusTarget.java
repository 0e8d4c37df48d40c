package io.eyewall.cli.nimbus;

import io.eyewall.server.nimbus.ServerNimbus;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.storm.Config;
import org.apache.storm.generated.Nimbus;
import org.apache.storm.generated.NimbusSummary;
import org.apache.storm.thrift.TException;
import org.apache.storm.thrift.transport.TTransportException;
import org.apache.storm.utils.NimbusClient;
import org.apache.storm.utils.NimbusLeaderNotFoundException;
import org.apache.storm.utils.ObjectReader;
import org.apache.storm.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * The Nimbus that Storm's clients in this process use: that of an Eyewall server or of a Storm
 * cluster. Its address stays in this process. As configuration it would be sent with each topology
 * to the workers, which may have to reach Nimbus by another address. Has one connection; any thread
 * may call.
 */
public final class NimbusTarget {
    private final Map<String, Object> conf;
    private final List<String> seeds;
    private final int port;
    private final Refusals refusals = new Refusals(this);
    private @Nullable NimbusAddress leader;
    private @Nullable NimbusClient connection;

    private NimbusTarget(Map<String, Object> conf, List<String> seeds, int port) {
        this.conf = conf;
        this.seeds = seeds;
        this.port = port;
    }

    /**
     * Returns a target whose Nimbus is looked up on the first call.
     *
     * @param address the address; null to use this machine's Storm configuration
     */
    public static NimbusTarget create(@Nullable NimbusAddress address) {
        Map<String, Object> conf = Utils.readStormConfig();
        if (address != null) {
            return new NimbusTarget(conf, List.of(address.host()), address.port());
        }
        List<String> seeds = ObjectReader.getStrings(conf.get(Config.NIMBUS_SEEDS));
        return new NimbusTarget(conf, seeds, NimbusAddress.configuredPort(conf));
    }

    /**
     * Makes Storm's clients in this process use this target until the process ends.
     *
     * @param onSubmitted receives the names of submitted topologies
     * @param onRefused receives a sentence for each refusal
     */
    public synchronized void install(Consumer<String> onSubmitted, Consumer<String> onRefused) {
        refusals.setListener(onRefused);
        new NimbusClient.LocalOverride(
                proxy(
                        (method, arguments) -> {
                            Object answer = call(method, arguments);
                            if (Refusals.isSubmission(method) && arguments != null) {
                                onSubmitted.accept(String.valueOf(arguments[0]));
                            }
                            return answer;
                        }));
    }

    /** Answers calls of Nimbus methods. */
    @FunctionalInterface
    public interface Calls {
        /**
         * Answers one call.
         *
         * @throws Throwable whatever the method throws
         */
        @Nullable Object call(Method method, Object @Nullable [] arguments) throws Throwable;
    }

    /** Returns a Nimbus that forwards all calls. */
    public static Nimbus.Iface proxy(Calls calls) {
        return (Nimbus.Iface)
                Proxy.newProxyInstance(
                        NimbusTarget.class.getClassLoader(),
                        new Class<?>[] {Nimbus.Iface.class},
                        (proxy, method, arguments) -> calls.call(method, arguments));
    }

    /** Returns a Nimbus that forwards all calls to this target. */
    public Nimbus.Iface client() {
        return proxy(this::call);
    }

    /**
     * Calls a method of the Nimbus.
     *
     * @throws Throwable whatever the method throws; {@link NimbusLeaderNotFoundException} if no
     *     Nimbus is found
     */
    public synchronized @Nullable Object call(Method method, Object @Nullable [] arguments)
            throws Throwable {
        Nimbus.Iface nimbus;
        try {
            nimbus = connect().getClient();
        } catch (NimbusLeaderNotFoundException e) {
            throw refusals.recordNoNimbus(e);
        }
        try {
            Object answer = method.invoke(nimbus, arguments);
            refusals.recordAnswer(method, arguments, answer);
            return answer;
        } catch (InvocationTargetException e) {
            Throwable thrown = e.getCause() == null ? e : e.getCause();
            if (thrown instanceof TTransportException) {
                close();
            }
            throw refusals.recordException(method, arguments, thrown);
        }
    }

    /**
     * Looks up the Nimbus now.
     *
     * @throws NimbusLeaderNotFoundException if no Nimbus is found; the message contains the
     *     addresses that were tried
     */
    public synchronized void lookUp() {
        connect();
    }

    /**
     * Returns the Storm version of a Storm cluster; null for an Eyewall server, and if no Nimbus
     * answers. A later submission reports a Nimbus that does not answer.
     */
    public @Nullable String versionOfCluster() {
        try {
            Nimbus.Iface nimbus = client();
            Map<String, Object> known = Utils.parseJson(nimbus.getNimbusConf());
            return known.containsKey(ServerNimbus.SERVER_KEY)
                    ? null
                    : nimbus.getLeader().get_version();
        } catch (TException | RuntimeException e) { // Storm's clients throw both
            return null;
        }
    }

    private NimbusClient connect() {
        if (connection == null) {
            try {
                NimbusAddress address = leader == null ? findLeader() : leader;
                leader = address;
                connection = openClient(address.host(), address.port());
            } catch (TException | RuntimeException e) { // Storm's clients throw both
                throw e instanceof NimbusLeaderNotFoundException found
                        ? found
                        : new NimbusLeaderNotFoundException(
                                "no Nimbus answers at %s (%s)"
                                        .formatted(this, Refusals.messageOf(e)));
            }
        }
        return connection;
    }

    private NimbusAddress findLeader() {
        StringBuilder problems = new StringBuilder();
        for (String seed : seeds) {
            try (NimbusClient seedClient = openClient(seed, port)) {
                return leaderAddress(seedClient.getClient(), new NimbusAddress(seed, port));
            } catch (TException | RuntimeException e) { // Storm's clients throw both
                problems.append(problems.isEmpty() ? "" : "; ")
                        .append(Refusals.messageOf(e))
                        .append(Refusals.loginHint(conf, e));
            }
        }
        throw new NimbusLeaderNotFoundException(
                ("no Nimbus that has a leader answers at %s (%s); start one ('eyewall server'), wait until the"
                                + " cluster has one, or name another by --to storm://HOST:PORT")
                        .formatted(seedAddresses(), problems));
    }

    /**
     * Returns the leader's address. If there is only one Nimbus, that is the address given by the
     * user: the Nimbus may report a host name that is unknown on this machine.
     */
    private static NimbusAddress leaderAddress(Nimbus.Iface nimbus, NimbusAddress seedAddress)
            throws TException {
        NimbusSummary found = nimbus.getLeader();
        NimbusAddress leaderAddress = new NimbusAddress(found.get_host(), found.get_port());
        boolean isOnlyNimbus =
                leaderAddress.equals(seedAddress)
                        || nimbus.getClusterInfo().get_nimbuses_size() <= 1;
        return isOnlyNimbus ? seedAddress : leaderAddress;
    }

    private NimbusClient openClient(String host, int port) throws TTransportException {
        return NimbusClient.Builder.withConf(conf)
                .asUser((String) conf.get(Config.STORM_DO_AS_USER))
                .buildWithNimbusHostPort(host, port);
    }

    private void close() {
        if (connection != null) {
            connection.close();
            connection = null;
        }
    }

    /** Returns whether a call was refused and no topology has been submitted since. */
    public boolean hasRefused() {
        return refusals.isLastCallRefused();
    }

    /** Returns whether an exception results from the last refusal, which was reported already. */
    public boolean resultsFromRefusal(Throwable thrown) {
        return refusals.resultsFromRefusal(thrown);
    }

    private String seedAddresses() {
        return String.join(
                ", ",
                seeds.stream().map(seed -> new NimbusAddress(seed, port).toString()).toList());
    }

    /** Returns the address of the Nimbus, or the addresses to try until the Nimbus is found. */
    @Override
    public String toString() {
        NimbusAddress known = leader;
        return known == null ? seedAddresses() : known.toString();
    }
}
