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

    private final transient Supplier<ShellBolt> copySupplier;
    private final transient ShellChildren children;

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
     * @param copySupplier creates a copy of the user's bolt for each child
     * @param maxRestarts limit on deaths within a minute
     * @param onFailure fails the topology; called by any thread
     */
    public SupervisedShellBolt(
            Supplier<ShellBolt> copySupplier, int maxRestarts, Consumer<Throwable> onFailure) {
        this.copySupplier = copySupplier;
        this.children = new ShellChildren(maxRestarts, onFailure);
    }

    @Override
    public void prepare(
            Map<String, Object> topoConf, TopologyContext context, OutputCollector collector) {
        this.conf = topoConf;
        this.context = context;
        this.collector = collector;
        child = startChild(newPace(topoConf), topoConf, context, collector);
    }

    private static ChildPace newPace(Map<String, Object> conf) {
        return new ChildPace(
                ObjectReader.getInt(conf.get(Config.TOPOLOGY_SHELLBOLT_MAX_PENDING), 100));
    }

    private Child startChild(
            ChildPace pace,
            Map<String, Object> conf,
            TopologyContext context,
            OutputCollector collector) {
        ShellBolt bolt = copySupplier.get();
        children.giveCredentials(bolt);
        UnfinishedTuples unfinished = new UnfinishedTuples(collector);
        ChildWatch watch = new ChildWatch(ShellChildren.silenceSecs(conf));
        Child started = new Child(bolt, pace, watch, unfinished, new AtomicBoolean());
        watch.setOnKilled(() -> onDeath(started, null));
        OutputCollector childCollector =
                new OutputCollector(unfinished) {
                    @Override
                    public void reportError(Throwable error) {
                        if (pace.hasOutputEnded()) { // then the error is the reason for the end
                            onDeath(started, error);
                        } else {
                            super.reportError(error);
                        }
                    }
                };
        try {
            bolt.prepare(
                    ChildSerializer.install(
                            conf, watch, () -> ShellProcesses.processOf(bolt), pace),
                    context,
                    childCollector);
        } catch (RuntimeException | Error e) {
            watch.end();
            throw e;
        }
        watch.setMessageExpected(true); // ShellBolt sends heartbeats from now on
        return started;
    }

    @Override
    public void setCredentials(Map<String, String> credentials) {
        children.setCredentials(credentials, child == null ? null : child.bolt);
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
                if (!current.unfinished.removeIfUnfinished(input)) {
                    return; // the thread that detected the death has failed the tuple
                }
            }
            onDeath(current, death);
            if (children.mustNotRestart()) {
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
        while (!children.mustNotRestart()) {
            ChildPace pace = newPace(topoConf);
            try {
                return startChild(pace, topoConf, Objects.requireNonNull(context), output);
            } catch (RuntimeException e) {
                if (!pace.hasOutputEnded()) {
                    throw e; // not caused by the child
                }
                output.reportError(e);
                countDeath(e);
            }
        }
        return null;
    }

    /**
     * Handles the death of a child. Called by the thread that reads, the one that watches, or the
     * executor's; calls after the first have no effect.
     */
    private void onDeath(Child dead, @Nullable Throwable cause) {
        if (!dead.died.compareAndSet(false, true)) {
            return;
        }
        Throwable reason =
                dead.watch.hasKilled() || cause == null
                        ? dead.watch.silenceException(cause)
                        : cause;
        Objects.requireNonNull(collector).reportError(reason);
        dead.pace.onDeath(reason);
        dead.unfinished.failAll();
        countDeath(reason);
    }

    private void countDeath(Throwable cause) {
        children.onDeath(Objects.requireNonNull(context), cause, " for the next tuple");
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
