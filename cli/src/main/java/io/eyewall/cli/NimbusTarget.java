package io.eyewall.cli;

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
 * The Nimbus that Storm's clients of this process ask: that of an Eyewall server, or of a Storm
 * cluster. Its address stays in this process; given as configuration it would go with each topology
 * to workers, who may have to reach Nimbus by another. One connection; any thread may call.
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
     * One that is looked for when it is first asked.
     *
     * @param to null for what this machine's configuration says
     */
    public static NimbusTarget of(@Nullable NimbusAddress to) {
        Map<String, Object> conf = Utils.readStormConfig();
        if (to != null) {
            return new NimbusTarget(conf, List.of(to.host()), to.port());
        }
        List<String> seeds = ObjectReader.getStrings(conf.get(Config.NIMBUS_SEEDS));
        return new NimbusTarget(conf, seeds, NimbusAddress.configuredPort(conf));
    }

    /**
     * From now on Storm's clients of this process ask it, until the process ends.
     *
     * @param submitted is told the names of topologies
     * @param refused is told what is refused, in a sentence
     */
    synchronized void install(Consumer<String> submitted, Consumer<String> refused) {
        refusals.sayTo(refused);
        new NimbusClient.LocalOverride(
                iface(
                        (method, arguments) -> {
                            Object answer = call(method, arguments);
                            if (Refusals.isSubmission(method) && arguments != null) {
                                submitted.accept(String.valueOf(arguments[0]));
                            }
                            return answer;
                        }));
    }

    /** Answers calls of Nimbus' methods. */
    @FunctionalInterface
    interface Calls {
        /**
         * Answers one.
         *
         * @throws Throwable what the method throws
         */
        @Nullable Object call(Method method, Object @Nullable [] arguments) throws Throwable;
    }

    /** A Nimbus whose calls go there. */
    static Nimbus.Iface iface(Calls calls) {
        return (Nimbus.Iface)
                Proxy.newProxyInstance(
                        NimbusTarget.class.getClassLoader(),
                        new Class<?>[] {Nimbus.Iface.class},
                        (proxy, method, arguments) -> calls.call(method, arguments));
    }

    /** Itself. */
    public Nimbus.Iface client() {
        return iface(this::call);
    }

    /**
     * Calls one of its methods.
     *
     * @throws Throwable what it throws; or {@link NimbusLeaderNotFoundException} if nobody is found
     */
    synchronized @Nullable Object call(Method method, Object @Nullable [] arguments)
            throws Throwable {
        Nimbus.Iface nimbus;
        try {
            nimbus = connected().getClient();
        } catch (NimbusLeaderNotFoundException e) {
            throw refusals.nobody(e);
        }
        try {
            Object answer = method.invoke(nimbus, arguments);
            refusals.answered(method, arguments, answer);
            return answer;
        } catch (InvocationTargetException e) {
            Throwable thrown = e.getCause() == null ? e : e.getCause();
            if (thrown instanceof TTransportException) {
                close();
            }
            throw refusals.thrown(method, arguments, thrown);
        }
    }

    /**
     * Looks for it now.
     *
     * @throws NimbusLeaderNotFoundException if it is not found; says where it was looked for
     */
    synchronized void find() {
        connected();
    }

    /**
     * Storm's version if it is a Storm cluster; null if it is an Eyewall server, or nobody answers:
     * who submits is told that.
     */
    @Nullable String versionOfCluster() {
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

    private NimbusClient connected() {
        if (connection == null) {
            try {
                NimbusAddress at = leader == null ? leader() : leader;
                leader = at;
                connection = client(at.host(), at.port());
            } catch (TException | RuntimeException e) { // Storm's clients throw both
                throw e instanceof NimbusLeaderNotFoundException found
                        ? found
                        : new NimbusLeaderNotFoundException(
                                "no Nimbus answers at %s (%s)".formatted(this, Refusals.text(e)));
            }
        }
        return connection;
    }

    private NimbusAddress leader() {
        StringBuilder problems = new StringBuilder();
        for (String seed : seeds) {
            try (NimbusClient asked = client(seed, port)) {
                return leader(asked.getClient(), new NimbusAddress(seed, port));
            } catch (TException | RuntimeException e) { // Storm's clients throw both
                problems.append(problems.isEmpty() ? "" : "; ")
                        .append(Refusals.text(e))
                        .append(Refusals.hintOfLogin(conf, e));
            }
        }
        throw new NimbusLeaderNotFoundException(
                ("no Nimbus that has a leader answers at %s (%s); start one ('eyewall server'), wait until the"
                                + " cluster has one, or name another by --to storm://HOST:PORT")
                        .formatted(where(), problems));
    }

    /** The one that was asked, if it is the only one: others may call it by a name unknown here. */
    private static NimbusAddress leader(Nimbus.Iface nimbus, NimbusAddress asked)
            throws TException {
        NimbusSummary found = nimbus.getLeader();
        NimbusAddress leads = new NimbusAddress(found.get_host(), found.get_port());
        boolean alone = leads.equals(asked) || nimbus.getClusterInfo().get_nimbuses_size() <= 1;
        return alone ? asked : leads;
    }

    private NimbusClient client(String host, int port) throws TTransportException {
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

    /** Whether it has refused something, and nothing was submitted since. */
    boolean hasRefused() {
        return refusals.isLast();
    }

    /** Whether an exception tells of what was said to be refused. */
    boolean isBehind(Throwable thrown) {
        return refusals.isBehind(thrown);
    }

    private String where() {
        return String.join(
                ", ",
                seeds.stream().map(seed -> new NimbusAddress(seed, port).toString()).toList());
    }

    /** Returns the address; before it was found, the places where it is looked for. */
    @Override
    public String toString() {
        NimbusAddress at = leader;
        return at == null ? where() : at.toString();
    }
}
