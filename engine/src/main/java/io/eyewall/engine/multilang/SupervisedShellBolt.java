package io.eyewall.engine.multilang;

import java.util.ArrayDeque;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.storm.Config;
import org.apache.storm.ICredentialsListener;
import org.apache.storm.task.IBolt;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.ShellBolt;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.utils.ObjectReader;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A {@code ShellBolt} whose child is not flooded and is started anew when it dies.
 *
 * <p>{@code execute} waits while as many tuples as {@code topology.shellbolt.max.pending} are on
 * their way to the child (see {@link ChildPace}): then the executor's mailbox fills, and its
 * sources are held back.
 *
 * <p>When the child dies, by itself or by silence, its unfinished tuples fail at once, so that
 * their spout can replay them; the next tuple starts a fresh copy of the bolt with a fresh child. A
 * child that dies too often within a minute fails the topology. (On a cluster of Storm the worker
 * dies with the child and the supervisor starts it anew; Storm's local mode ends.)
 */
public final class SupervisedShellBolt implements IBolt, ICredentialsListener {
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(SupervisedShellBolt.class);
    private static final long MINUTE_NS = TimeUnit.MINUTES.toNanos(1);

    /** How long a child that was asked to end may take. */
    private static final long GRACE_SECS = 5;

    private final transient Supplier<ShellBolt> copies;
    private final transient Consumer<Throwable> onFailure;
    private final int restarts;

    private transient @Nullable Map<String, Object> conf;
    private transient @Nullable TopologyContext context;
    private transient @Nullable OutputCollector collector;
    private transient @Nullable Map<String, String> credentials;

    /** The present one; null before prepare. */
    private transient @Nullable Child child;

    /** When children died, for the last minute. Guarded by itself. */
    private final transient ArrayDeque<Long> deathsNs = new ArrayDeque<>();

    /** One life of the bolt. */
    private record Child(
            ShellBolt bolt, ChildPace pace, UnfinishedTuples unfinished, AtomicBoolean died) {}

    /**
     * @param copies makes the user's bolt, anew for each child
     * @param restarts how many children may die within a minute
     * @param onFailure fails the topology, from any thread
     */
    public SupervisedShellBolt(
            Supplier<ShellBolt> copies, int restarts, Consumer<Throwable> onFailure) {
        this.copies = copies;
        this.restarts = restarts;
        this.onFailure = onFailure;
    }

    @Override
    public void prepare(
            Map<String, Object> topoConf, TopologyContext context, OutputCollector collector) {
        this.conf = topoConf;
        this.context = context;
        this.collector = collector;
        child = start(topoConf, context, collector);
    }

    private Child start(
            Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
        ShellBolt bolt = copies.get();
        if (credentials != null && bolt instanceof ICredentialsListener listener) {
            listener.setCredentials(credentials);
        }
        ChildPace pace =
                new ChildPace(
                        ObjectReader.getInt(conf.get(Config.TOPOLOGY_SHELLBOLT_MAX_PENDING), 100),
                        SupervisedShellSpout.silenceSecs(conf));
        UnfinishedTuples unfinished = new UnfinishedTuples(collector);
        Child started = new Child(bolt, pace, unfinished, new AtomicBoolean());
        OutputCollector ofChild =
                new OutputCollector(unfinished) {
                    @Override
                    public void reportError(Throwable error) {
                        super.reportError(error);
                        if (pace.isEnded()) { // then this is ShellBolt telling why
                            onDeath(started, error);
                        }
                    }
                };
        bolt.prepare(ChildSerializer.install(conf, pace), context, ofChild);
        return started;
    }

    @Override
    public void setCredentials(Map<String, String> credentials) {
        this.credentials = credentials;
        if (child != null && child.bolt instanceof ICredentialsListener listener) {
            listener.setCredentials(credentials);
        }
    }

    @Override
    public void execute(Tuple input) {
        Child current = Objects.requireNonNull(child, "prepare comes first");
        while (true) {
            Throwable death;
            try {
                death = current.pace.awaitRoom();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // the executor is being ended
                return;
            }
            if (death == null) {
                current.unfinished.add(input);
                try {
                    current.bolt.execute(input);
                    return;
                } catch (RuntimeException e) { // the child is dead, or spoke nonsense
                    death = e;
                }
                if (!current.unfinished.takeBack(input)) {
                    return; // failed meanwhile, by the thread that saw the child die
                }
            }
            onDeath(current, death);
            if (isBeyondHope()) {
                return;
            }
            stop(current);
            current =
                    start(
                            Objects.requireNonNull(conf),
                            Objects.requireNonNull(context),
                            Objects.requireNonNull(collector));
            child = current;
        }
    }

    /** By the thread that reads, or the executor's; the first counts. */
    private void onDeath(Child dead, Throwable cause) {
        if (!dead.died.compareAndSet(false, true)) {
            return;
        }
        dead.pace.onDeath(cause);
        dead.unfinished.failAll();
        String componentId = Objects.requireNonNull(context).getThisComponentId();
        synchronized (deathsNs) {
            deathsNs.add(System.nanoTime());
        }
        if (isBeyondHope()) {
            onFailure.accept(
                    restarts == 0
                            ? cause
                            : new IllegalStateException(
                                    "child processes of '"
                                            + componentId
                                            + "' died "
                                            + (restarts + 1)
                                            + " times within a minute; the last because of: "
                                            + cause.getMessage(),
                                    cause));
        } else {
            LOG.warn(
                    "Component '{}': its child process died and is started anew for the next tuple",
                    componentId);
        }
    }

    private boolean isBeyondHope() {
        synchronized (deathsNs) {
            long nowNs = System.nanoTime();
            deathsNs.removeIf(deathNs -> nowNs - deathNs > MINUTE_NS);
            return deathsNs.size() > restarts;
        }
    }

    private static void stop(Child stopped) {
        stopped.pace.close();
        stopped.bolt.cleanup(); // asks the process to end
        ProcessHandle process = stopped.pace.process();
        if (process != null) {
            var unused =
                    process.onExit()
                            .orTimeout(GRACE_SECS, TimeUnit.SECONDS)
                            .exceptionally(
                                    timeout -> {
                                        process.destroyForcibly();
                                        return process;
                                    });
        }
    }

    @Override
    public void cleanup() {
        if (child != null) {
            stop(child);
        }
    }
}
