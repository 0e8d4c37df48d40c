package io.eyewall.engine.multilang;

import java.util.Map;
import java.util.Objects;
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

/**
 * A {@code ShellBolt} that limits how many tuples are in transit to its child process, and that
 * restarts the child when it dies. Used by the executor's thread.
 *
 * <p>{@code execute} waits while {@code topology.shellbolt.max.pending} tuples are in transit to
 * the child (see {@link ChildPace}): then the executor's mailbox fills, and back-pressure stops its
 * sources.
 *
 * <p>When the child dies, or is killed because it is silent, its unfinished tuples fail at once, so
 * that their spout can replay them; the next tuple starts a new copy of the bolt with a new child.
 * If too many children die within a minute the topology fails. (On a Storm cluster the worker dies
 * with the child and the supervisor restarts the worker; Storm's local mode ends.)
 */
public final class SupervisedShellBolt implements IBolt, ICredentialsListener {
    private static final long serialVersionUID = 1L;

    private final transient Supplier<ShellBolt> copies;
    private final transient ShellLives lives;

    private transient @Nullable Map<String, Object> conf;
    private transient @Nullable TopologyContext context;
    private transient @Nullable OutputCollector collector;

    /** The current child; null before {@code prepare}. */
    private transient @Nullable Child child;

    /** A child process with its copy of the bolt and its bookkeeping. */
    private record Child(
            ShellBolt bolt,
            ChildPace pace,
            ChildWatch watch,
            UnfinishedTuples unfinished,
            AtomicBoolean died) {}

    /**
     * Creates the supervisor of a bolt.
     *
     * @param copies creates a copy of the user's bolt for each child
     * @param restarts limit on deaths within a minute
     * @param onFailure fails the topology; called by any thread
     */
    public SupervisedShellBolt(
            Supplier<ShellBolt> copies, int restarts, Consumer<Throwable> onFailure) {
        this.copies = copies;
        this.lives = new ShellLives(restarts, onFailure);
    }

    @Override
    public void prepare(
            Map<String, Object> topoConf, TopologyContext context, OutputCollector collector) {
        this.conf = topoConf;
        this.context = context;
        this.collector = collector;
        child = start(pace(topoConf), topoConf, context, collector);
    }

    private static ChildPace pace(Map<String, Object> conf) {
        return new ChildPace(
                ObjectReader.getInt(conf.get(Config.TOPOLOGY_SHELLBOLT_MAX_PENDING), 100));
    }

    private Child start(
            ChildPace pace,
            Map<String, Object> conf,
            TopologyContext context,
            OutputCollector collector) {
        ShellBolt bolt = copies.get();
        lives.giveCredentials(bolt);
        UnfinishedTuples unfinished = new UnfinishedTuples(collector);
        ChildWatch watch = new ChildWatch(ShellLives.silenceSecs(conf));
        Child started = new Child(bolt, pace, watch, unfinished, new AtomicBoolean());
        watch.onKilled(() -> onDeath(started, null));
        OutputCollector ofChild =
                new OutputCollector(unfinished) {
                    @Override
                    public void reportError(Throwable error) {
                        if (pace.isEnded()) { // then ShellBolt reports why
                            onDeath(started, error);
                        } else {
                            super.reportError(error);
                        }
                    }
                };
        try {
            bolt.prepare(
                    ChildSerializer.install(conf, watch, () -> ShellProcesses.of(bolt), pace),
                    context,
                    ofChild);
        } catch (RuntimeException | Error e) {
            watch.end();
            throw e;
        }
        watch.setExpecting(true); // ShellBolt sends heartbeats from now on
        return started;
    }

    @Override
    public void setCredentials(Map<String, String> credentials) {
        lives.setCredentials(credentials, child == null ? null : child.bolt);
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
                } catch (RuntimeException e) { // the child is dead, or violated the protocol
                    death = e;
                }
                if (!current.unfinished.takeBack(input)) {
                    return; // failed meanwhile, by the thread that detected the death
                }
            }
            onDeath(current, death);
            if (lives.areOver()) {
                return;
            }
            stop(current);
            Child next = restart();
            if (next == null) {
                return;
            }
            current = next;
            child = current;
        }
    }

    /** Returns a new child; null if children died at their start until the budget was spent. */
    private @Nullable Child restart() {
        Map<String, Object> topoConf = Objects.requireNonNull(conf);
        OutputCollector output = Objects.requireNonNull(collector);
        while (!lives.areOver()) {
            ChildPace pace = pace(topoConf);
            try {
                return start(pace, topoConf, Objects.requireNonNull(context), output);
            } catch (RuntimeException e) {
                if (!pace.isEnded()) {
                    throw e; // not caused by the child
                }
                output.reportError(e);
                countDeath(e);
            }
        }
        return null;
    }

    /**
     * Handles a death, on the thread that reads or watches, or on the executor's; only the first
     * call counts.
     */
    private void onDeath(Child dead, @Nullable Throwable cause) {
        if (!dead.died.compareAndSet(false, true)) {
            return;
        }
        Throwable reason =
                dead.watch.hasKilled() || cause == null ? dead.watch.silence(cause) : cause;
        Objects.requireNonNull(collector).reportError(reason);
        dead.pace.onDeath(reason);
        dead.unfinished.failAll();
        countDeath(reason);
    }

    private void countDeath(Throwable cause) {
        lives.onDeath(Objects.requireNonNull(context), cause, " for the next tuple");
    }

    private static void stop(Child stopped) {
        stopped.pace.close();
        stopped.watch.end(); // before Storm's cleanup, which waits for the thread that writes
        stopped.bolt.cleanup();
    }

    @Override
    public void cleanup() {
        if (child != null) {
            stop(child);
        }
    }
}
