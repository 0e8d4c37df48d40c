package io.eyewall.topology.config;

import io.eyewall.rules.EngineDefaults;
import io.eyewall.topology.config.ConfigKey.Scope;
import io.eyewall.topology.config.ConfigKey.Type;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All configuration keys of Eyewall; the reference page is generated from this table. Any thread
 * may call.
 */
public final class ConfigKeys {
    /** The prefix of all keys. */
    public static final String PREFIX = "eyewall.";

    public static final ConfigKey CORES =
            integer(
                    "eyewall.cores",
                    Scope.ENGINE,
                    null,
                    1,
                    1024,
                    "Core threads of the engine. Default: the processors available to the JVM.");
    public static final ConfigKey CORES_PIN =
            new ConfigKey(
                    "eyewall.cores.pin",
                    Scope.ENGINE,
                    Type.BOOLEAN,
                    false,
                    0,
                    0,
                    "Whether each core thread is bound to one processor, on Linux with taskset;"
                            + " where that is impossible the log says why.");
    public static final ConfigKey BATCH_SIZE =
            integer(
                    "eyewall.batch.size",
                    Scope.ENGINE,
                    EngineDefaults.BATCH_SIZE,
                    1,
                    65_536,
                    "Maximum tuples in a batch for another core.");
    public static final ConfigKey LINK_BATCHES =
            integer(
                    "eyewall.link.batches",
                    Scope.ENGINE,
                    32,
                    2,
                    65_536,
                    "Batches in flight from one core to another before back-pressure stops the"
                            + " sender.");
    public static final ConfigKey MAILBOX_CAPACITY =
            integer(
                    "eyewall.mailbox.capacity",
                    Scope.TOPOLOGY,
                    1024,
                    2,
                    1 << 24,
                    "Tuples waiting at one executor before back-pressure stops its sources. The"
                            + " smaller of this and topology.executor.receive.buffer.size"
                            + " applies.");
    public static final ConfigKey DIRECT_DEPTH =
            integer(
                    "eyewall.direct.depth",
                    Scope.ENGINE,
                    EngineDefaults.DIRECT_DEPTH,
                    0,
                    1024,
                    "Maximum depth of nested direct calls between executors; beyond it tuples are"
                            + " queued. 0 queues every tuple.");
    public static final ConfigKey SPOUT_CALLS =
            integer(
                    "eyewall.spout.calls",
                    Scope.ENGINE,
                    EngineDefaults.SPOUT_CALLS,
                    1,
                    65_536,
                    "Maximum calls of nextTuple in one slice of a spout executor.");
    public static final ConfigKey IDLE_SPIN_US =
            integer(
                    "eyewall.idle.spin.us",
                    Scope.ENGINE,
                    EngineDefaults.IDLE_SPIN_US,
                    0,
                    1_000_000,
                    "Microseconds that a core without work polls for more before it sleeps.");
    public static final ConfigKey BLOCKING_THRESHOLD_MS =
            integer(
                    "eyewall.blocking.threshold.ms",
                    Scope.ENGINE,
                    10,
                    0,
                    3_600_000,
                    "Milliseconds that one call into user code, or several in a row, may take"
                            + " before the core's other executors run, on another thread if"
                            + " necessary; three times as much for code that computes. 0 disables"
                            + " this.");
    public static final ConfigKey BLOCKING_OFFENCES =
            integer(
                    "eyewall.blocking.offences",
                    Scope.ENGINE,
                    2,
                    1,
                    1_000_000,
                    "Calls over the threshold after which an executor gets a thread of its own.");
    public static final ConfigKey DEDICATED =
            new ConfigKey(
                    "eyewall.executor.dedicated",
                    Scope.COMPONENT,
                    Type.BOOLEAN,
                    false,
                    0,
                    0,
                    "true gives each executor of the component one thread for life, as Storm does:"
                            + " for code that blocks, and for native libraries that are bound to"
                            + " their thread. If it is not set, an executor gets such a thread when"
                            + " it blocks, when its component's own code stores something in its"
                            + " thread (ThreadLocal.set, MDC.put, setContextClassLoader ...), or"
                            + " when its open, prepare or first calls leave a thread-local value or"
                            + " another context class loader, priority or exception handler there;"
                            + " false: only when it blocks.");
    public static final ConfigKey CORE =
            integer(
                    "eyewall.core",
                    Scope.COMPONENT,
                    null,
                    0,
                    1023,
                    "Core (from 0) on which the component's executors are placed. Default: chosen"
                            + " by the engine.");
    public static final ConfigKey STATE_DIR =
            new ConfigKey(
                    "eyewall.state.dir",
                    Scope.TOPOLOGY,
                    Type.TEXT,
                    null,
                    0,
                    0,
                    "Folder on disk for state that outlives the process; it has a folder per"
                            + " topology, named after it, and the cluster's folder for blobs."
                            + " Default: none.");
    public static final ConfigKey SNAPSHOT_DIR =
            new ConfigKey(
                    "eyewall.snapshot.dir",
                    Scope.TOPOLOGY,
                    Type.TEXT,
                    null,
                    0,
                    0,
                    "Folder for consistent snapshots of topologies of the toolkit and of SQL, from which"
                            + " they continue after a failure; it has a folder per topology, named"
                            + " after it. Default: `none`, and no snapshots are taken.");
    public static final ConfigKey SNAPSHOT_DEFAULT_DIR =
            new ConfigKey(
                    "eyewall.snapshot.default.dir",
                    Scope.TOPOLOGY,
                    Type.TEXT,
                    null,
                    0,
                    0,
                    "Folder for snapshots of topologies that set no `eyewall.snapshot.dir` and whose"
                            + " components can all take part. `eyewall server` sets it to the"
                            + " folder of its topologies' state. A topology takes none with"
                            + " `eyewall.snapshot.dir: none`.");
    public static final ConfigKey SNAPSHOT_DROP =
            new ConfigKey(
                    "eyewall.snapshot.drop",
                    Scope.TOPOLOGY,
                    Type.NAMES,
                    null,
                    0,
                    0,
                    "Components that begin without the state of the snapshot, once per submission;"
                            + " `*`: all. The option `--drop-state` sets it. Default: none.");
    public static final ConfigKey SNAPSHOT_FROM =
            new ConfigKey(
                    "eyewall.snapshot.from",
                    Scope.TOPOLOGY,
                    Type.TEXT,
                    null,
                    0,
                    0,
                    "Copy of a snapshot, made by `eyewall snapshot`, with which the topology begins,"
                            + " once per submission, instead of the snapshots of its name, which"
                            + " are put aside. The option `--from` sets it. Default: none.");
    public static final ConfigKey SNAPSHOT_FINGERPRINT =
            new ConfigKey(
                    "eyewall.snapshot.fingerprint",
                    Scope.TOPOLOGY,
                    Type.TEXT,
                    null,
                    0,
                    0,
                    "Any text: snapshots of a topology with another text are refused. The command"
                            + " `sql` sets it to a hash of the script without comments. Default: none.");
    public static final ConfigKey SNAPSHOT_INTERVAL_MS =
            new ConfigKey(
                    "eyewall.snapshot.interval.ms",
                    Scope.TOPOLOGY,
                    Type.INTEGER,
                    10_000L,
                    10,
                    86_400_000,
                    "Milliseconds between the beginnings of two snapshots.");
    public static final ConfigKey PARALLELISM_AUTO =
            new ConfigKey(
                    "eyewall.parallelism.auto",
                    Scope.TOPOLOGY,
                    Type.BOOLEAN,
                    false,
                    0,
                    0,
                    "Whether the number of a bolt's executors follows its load, between the number"
                            + " with which the topology was submitted and the number of tasks"
                            + " (setNumTasks).");
    public static final ConfigKey PLACEMENT =
            new ConfigKey(
                    "eyewall.placement",
                    Scope.ENGINE,
                    Type.TEXT,
                    "affinity",
                    0,
                    0,
                    "Algorithm that places executors, and moves them while they run, by measured"
                            + " load and traffic: affinity, tstorm, round-robin or pinned; off"
                            + " leaves them where they started.");
    public static final ConfigKey PLACEMENT_PLUGINS =
            new ConfigKey(
                    "eyewall.placement.plugins",
                    Scope.ENGINE,
                    Type.TEXT,
                    null,
                    0,
                    0,
                    "Folder of jars with further placement algorithms, which eyewall.placement and"
                            + " 'eyewall plan use' may name. Default: none.");
    public static final ConfigKey PLACEMENT_PERIOD_SECS =
            integer(
                    "eyewall.placement.period.secs",
                    Scope.ENGINE,
                    5,
                    1,
                    3600,
                    "Seconds of load and traffic that one evaluation of the placement covers.");
    public static final ConfigKey STATE_SYNC =
            new ConfigKey(
                    "eyewall.state.sync",
                    Scope.TOPOLOGY,
                    Type.BOOLEAN,
                    true,
                    0,
                    0,
                    "Whether a commit of state waits until it is on the disk, so that it also"
                            + " survives a loss of power; it survives the end of the process in any"
                            + " case.");

    public static final ConfigKey DRPC_HOST =
            new ConfigKey(
                    "eyewall.drpc.host",
                    Scope.ENGINE,
                    Type.TEXT,
                    "127.0.0.1",
                    0,
                    0,
                    "Name or address of the network interface of DRPC's ports. Everyone who can"
                            + " connect to them may call and answer: clients are not"
                            + " authenticated.");

    public static final ConfigKey DRPC_NAMES =
            new ConfigKey(
                    "eyewall.drpc.names",
                    Scope.ENGINE,
                    Type.TEXT,
                    null,
                    0,
                    0,
                    "Comma-separated host names under which clients may call DRPC by HTTP;"
                            + " localhost, addresses and eyewall.drpc.host are always allowed."
                            + " Other names are refused, because a web page can make its own name"
                            + " lead here.");
    public static final ConfigKey DRPC_CONNECTIONS =
            integer(
                    "eyewall.drpc.connections",
                    Scope.ENGINE,
                    500,
                    1,
                    1_000_000,
                    "Maximum simultaneous connections to each of DRPC's ports. A further connection"
                            + " closes the one that has been without a request for longest.");
    public static final ConfigKey DRPC_PATIENCE_SECS =
            integer(
                    "eyewall.drpc.patience.secs",
                    Scope.ENGINE,
                    30,
                    1,
                    86_400,
                    "Seconds within which a DRPC request must arrive completely and its answer must"
                            + " be read; for HTTP also the seconds for which a connection may be"
                            + " idle.");
    public static final ConfigKey DRPC_STARTING_SECS =
            integer(
                    "eyewall.drpc.starting.secs",
                    Scope.ENGINE,
                    30,
                    0,
                    86_400,
                    "Seconds after the start of DRPC in which a request for a function that nothing"
                            + " serves yet waits; the wait ends 5 s after the first function is"
                            + " served. Later such requests fail at once.");

    public static final ConfigKey SHELL_RESTARTS =
            integer(
                    "eyewall.shell.restarts",
                    Scope.COMPONENT,
                    3,
                    0,
                    1_000_000,
                    "How often within a minute the child process of a ShellBolt or ShellSpout is"
                            + " restarted after its death; one death more fails the topology.");

    public static final ConfigKey TRACE_EVERY =
            integer(
                    "eyewall.trace.every",
                    Scope.TOPOLOGY,
                    0,
                    0,
                    1_000_000_000,
                    "Traces one of this many messages of a spout executor; 0: none. 'eyewall trace'"
                            + " changes it while it runs.");
    public static final ConfigKey TRACE_PER_SECOND =
            integer(
                    "eyewall.trace.per.second",
                    Scope.TOPOLOGY,
                    100,
                    1,
                    1_000_000_000,
                    "Maximum traces of the topology that begin within a second.");

    public static final ConfigKey CONSOLE_PREDICTIONS =
            new ConfigKey(
                    "eyewall.console.predictions",
                    Scope.ENGINE,
                    Type.BOOLEAN,
                    true,
                    0,
                    0,
                    "Whether the console shows the performance model's predictions beside a"
                            + " topology. They are computed only while a page of the topology is"
                            + " open, in at most a twentieth of a processor's time.");

    private static final Map<String, ConfigKey> BY_NAME = new TreeMap<>();

    static {
        for (ConfigKey key :
                List.of(
                        CORES,
                        CORES_PIN,
                        BATCH_SIZE,
                        LINK_BATCHES,
                        MAILBOX_CAPACITY,
                        DIRECT_DEPTH,
                        SPOUT_CALLS,
                        IDLE_SPIN_US,
                        BLOCKING_THRESHOLD_MS,
                        BLOCKING_OFFENCES,
                        DEDICATED,
                        CORE,
                        STATE_DIR,
                        SNAPSHOT_DIR,
                        SNAPSHOT_DEFAULT_DIR,
                        SNAPSHOT_DROP,
                        SNAPSHOT_FROM,
                        SNAPSHOT_FINGERPRINT,
                        SNAPSHOT_INTERVAL_MS,
                        PARALLELISM_AUTO,
                        PLACEMENT,
                        PLACEMENT_PLUGINS,
                        PLACEMENT_PERIOD_SECS,
                        STATE_SYNC,
                        DRPC_HOST,
                        DRPC_NAMES,
                        DRPC_CONNECTIONS,
                        DRPC_PATIENCE_SECS,
                        DRPC_STARTING_SECS,
                        SHELL_RESTARTS,
                        TRACE_EVERY,
                        TRACE_PER_SECOND,
                        CONSOLE_PREDICTIONS)) {
            BY_NAME.put(key.name(), key);
        }
        ClusterKeys.ALL.forEach(key -> BY_NAME.put(key.name(), key));
    }

    private ConfigKeys() {}

    private static ConfigKey integer(
            String name,
            Scope scope,
            @Nullable Integer defaultValue,
            long min,
            long max,
            String doc) {
        Long boxed = defaultValue == null ? null : Long.valueOf(defaultValue);
        return new ConfigKey(name, scope, Type.INTEGER, boxed, min, max, doc);
    }

    /** Returns all keys in the order of their names. */
    public static List<ConfigKey> all() {
        return List.copyOf(BY_NAME.values());
    }

    /** Returns the key with a name, or empty. */
    public static Optional<ConfigKey> find(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    /**
     * Rejects unknown keys that begin with {@link #PREFIX}, keys in a scope that they do not have,
     * and invalid values.
     *
     * @param conf any Storm configuration; keys without the prefix are ignored
     * @param narrowest the narrowest scope that may be set here: a component's configuration may
     *     have only component keys, a topology's or engine's may have all
     * @param subject what is being configured, for messages
     * @throws ConfigException naming the key, and the nearest known key if the key is unknown
     */
    public static void check(Map<String, Object> conf, Scope narrowest, String subject) {
        for (Map.Entry<String, Object> entry : conf.entrySet()) {
            String name = entry.getKey();
            if (name == null || !name.startsWith(PREFIX)) {
                continue;
            }
            ConfigKey key = BY_NAME.get(name);
            if (key == null) {
                throw new ConfigException(
                        subject
                                + ": unknown configuration key '"
                                + name
                                + "'; did you mean '"
                                + nearest(name)
                                + "'?");
            }
            if (narrowest == Scope.COMPONENT && key.scope() != Scope.COMPONENT) {
                throw new ConfigException(
                        subject
                                + ": "
                                + name
                                + " can't be set per component; set it for the "
                                + (key.scope() == Scope.ENGINE ? "engine" : "topology"));
            }
            if (entry.getValue() != null) {
                key.parse(entry.getValue(), subject);
            }
        }
    }

    /** Returns the known key whose name needs the fewest edits to become {@code name}. */
    static String nearest(String name) {
        return NearestName.of(name, BY_NAME.keySet());
    }

    /**
     * Returns an integer key's value. If the key is absent, returns its default, or {@code
     * computedDefault} if it has no fixed default.
     */
    public static int intValue(
            ConfigKey key, Map<String, Object> conf, int computedDefault, String subject) {
        Object value = conf.get(key.name());
        if (value != null) {
            return Math.toIntExact((Long) key.parse(value, subject));
        }
        return key.defaultValue() == null
                ? computedDefault
                : ((Long) key.defaultValue()).intValue();
    }

    /** Returns a boolean key's value, or its default if absent. */
    public static boolean booleanValue(ConfigKey key, Map<String, Object> conf, String subject) {
        Object value = conf.get(key.name());
        if (value != null) {
            return (Boolean) key.parse(value, subject);
        }
        return (Boolean) Objects.requireNonNull(key.defaultValue(), key.name());
    }

    /** Returns a text key's value, or null if there is none. */
    public static @Nullable String textValue(
            ConfigKey key, Map<String, Object> conf, String subject) {
        Object value = conf.get(key.name());
        return value == null ? (String) key.defaultValue() : (String) key.parse(value, subject);
    }
}
