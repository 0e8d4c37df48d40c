package io.eyewall.local;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.storm.Config;
import org.apache.storm.LocalCluster;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The arguments of {@code LocalCluster.main}: the main method of an application, to be run on a
 * cluster in this process (Storm: LocalCluster.java).
 *
 * @param main a static method with one parameter of type {@code String[]}
 * @param arguments the arguments of the main method
 * @param ttlSecs seconds that the cluster runs on after the main method has returned
 * @param daemonConf the configuration of the cluster's daemons
 */
public record LocalModeMain(
        Method main, List<String> arguments, long ttlSecs, Map<String, Object> daemonConf)
        implements Callable<Void> {
    private static final Logger LOG = LoggerFactory.getLogger(LocalModeMain.class);
    private static final String TTL_SECS_PROPERTY = "storm.local.sleeptime";
    private static final String ZOOKEEPER_PROPERTY = "storm.local.zookeeper";
    private static final long DEFAULT_TTL_SECS = 20;
    private static final long DEFAULT_ZOOKEEPER_PORT = 2181;

    /**
     * Parses the arguments and the system properties {@code storm.local.sleeptime} (seconds) and
     * {@code storm.local.zookeeper} (host or host:port).
     *
     * @param args class name, then its arguments
     * @throws IllegalArgumentException if there is no class name
     * @throws ReflectiveOperationException if there is no such class, or it has no main method
     */
    public static LocalModeMain parse(String[] args) throws ReflectiveOperationException {
        if (args.length < 1) {
            throw new IllegalArgumentException(
                    "no class to run was given; pass its name as the first argument");
        }
        Method main =
                Class.forName(args[0], false, Thread.currentThread().getContextClassLoader())
                        .getDeclaredMethod("main", String[].class);
        List<String> mainArguments = Arrays.asList(args).subList(1, args.length);
        return new LocalModeMain(
                main,
                mainArguments,
                configuredTtlSecs(),
                daemonConf(System.getProperty(ZOOKEEPER_PROPERTY)));
    }

    private static long configuredTtlSecs() {
        String property = System.getProperty(TTL_SECS_PROPERTY, "" + DEFAULT_TTL_SECS);
        try {
            return Long.parseLong(property);
        } catch (NumberFormatException e) {
            LOG.warn(
                    "System property {} is '{}', not a number of seconds; using {}",
                    TTL_SECS_PROPERTY,
                    property,
                    DEFAULT_TTL_SECS);
            return DEFAULT_TTL_SECS;
        }
    }

    private static Map<String, Object> daemonConf(String zookeeper) {
        Map<String, Object> conf = new HashMap<>();
        if (zookeeper != null) {
            String[] hostAndPort = zookeeper.split(":", 2);
            conf.put(Config.TOPOLOGY_ENABLE_MESSAGE_TIMEOUTS, true);
            conf.put(Config.STORM_ZOOKEEPER_SERVERS, List.of(hostAndPort[0]));
            conf.put(
                    Config.STORM_ZOOKEEPER_PORT,
                    hostAndPort.length < 2
                            ? DEFAULT_ZOOKEEPER_PORT
                            : Long.parseLong(hostAndPort[1]));
        }
        return conf;
    }

    /**
     * Runs the main method on the caller's thread, with a new cluster.
     *
     * @throws Exception the exception of the main method, wrapped
     */
    public void runOnCluster() throws Exception {
        LocalCluster.withLocalModeOverride(this, ttlSecs, daemonConf);
    }

    @Override
    public Void call() throws Exception {
        main.invoke(null, (Object) arguments.toArray(new String[0]));
        return null;
    }
}
