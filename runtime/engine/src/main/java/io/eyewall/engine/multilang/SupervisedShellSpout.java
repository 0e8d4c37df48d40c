package io.eyewall.engine.multilang;

import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.storm.ICredentialsListener;
import org.apache.storm.spout.ISpout;
import org.apache.storm.spout.ShellSpout;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.jspecify.annotations.Nullable;

/**
 * A {@code ShellSpout} whose child process is restarted when it ends, violates the protocol, or is
 * silent for {@code topology.subprocess.timeout.secs} after a request. The error is reported; the
 * next call of {@code nextTuple} or {@code activate} opens a new copy of the spout with a new
 * child, which has no record of earlier messages (see {@link MessageIds}). If too many children die
 * within a minute the topology fails.
 *
 * <p>On a Storm cluster the worker dies with the child and the supervisor restarts the worker, with
 * the same consequences for messages; Storm's local mode ends. Used by the executor's thread.
 */
public final class SupervisedShellSpout implements ISpout, ICredentialsListener {
    private static final long serialVersionUID = 1L;

    private final transient Supplier<ShellSpout> copySupplier;
    private final transient ShellChildren children;

    private transient @Nullable Map<String, Object> conf;
    private transient @Nullable TopologyContext context;
    private transient @Nullable SpoutOutputCollector collector;
    private transient boolean active;

    /** The current child; null before {@code open} and after its death. */
    private transient @Nullable Child child;

    private transient int startedChildren;

    /** A child process with its copy of the spout and its bookkeeping. */
    private record Child(ShellSpout spout, ChildWatch watch, MessageIds ids) {}

    /**
     * Creates the supervisor of a spout.
     *
     * @param copySupplier creates a copy of the user's spout for each child
     * @param maxRestarts limit on deaths within a minute
     * @param onFailure fails the topology
     */
    public SupervisedShellSpout(
            Supplier<ShellSpout> copySupplier, int maxRestarts, Consumer<Throwable> onFailure) {
        this.copySupplier = copySupplier;
        this.children = new ShellChildren(maxRestarts, onFailure);
    }

    @Override
    public void open(
            Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
        this.conf = conf;
        this.context = context;
        this.collector = collector;
        child = startChild(conf, context, collector);
    }

    private Child startChild(
            Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
        ShellSpout spout = copySupplier.get();
        children.giveCredentials(spout);
        ChildWatch watch = new ChildWatch(ShellChildren.silenceSecs(conf));
        MessageIds ids = new MessageIds(startedChildren++);
        try {
            spout.open(
                    ChildSerializer.install(
                            conf, watch, () -> ShellProcesses.processOf(spout), null),
                    context,
                    ids.wrapCollector(collector));
        } catch (RuntimeException | Error e) {
            watch.end();
            throw e;
        }
        return new Child(spout, watch, ids);
    }

    @Override
    public void setCredentials(Map<String, String> credentials) {
        children.setCredentials(credentials, child == null ? null : child.spout);
    }

    @Override
    public void nextTuple() {
        Child current = child;
        if (current == null) {
            restart();
        } else {
            callChild(current, current.spout::nextTuple);
        }
    }

    @Override
    public void ack(Object messageId) {
        Child current = child;
        Object id = current == null ? null : current.ids.unwrap(messageId);
        if (current != null && id != null) {
            callChild(current, () -> current.spout.ack(id));
        }
    }

    @Override
    public void fail(Object messageId) {
        Child current = child;
        Object id = current == null ? null : current.ids.unwrap(messageId);
        if (current != null && id != null) {
            callChild(current, () -> current.spout.fail(id));
        }
    }

    @Override
    public void activate() {
        active = true;
        Child current = child;
        if (current == null) {
            restart();
        } else {
            callChild(current, current.spout::activate);
        }
    }

    @Override
    public void deactivate() {
        active = false;
        Child current = child;
        if (current != null) {
            callChild(current, current.spout::deactivate);
        }
    }

    /** Replaces a dead child. */
    private void restart() {
        if (children.mustNotRestart()) {
            return; // the topology is failing
        }
        Child fresh;
        try {
            fresh =
                    startChild(
                            Objects.requireNonNull(conf, "open comes first"),
                            Objects.requireNonNull(context),
                            Objects.requireNonNull(collector));
        } catch (RuntimeException e) {
            onDeath(e);
            return;
        }
        child = fresh;
        if (active) {
            callChild(fresh, fresh.spout::activate);
        }
    }

    private void callChild(Child target, Runnable call) {
        target.watch.setMessageExpected(true);
        try {
            call.run();
        } catch (RuntimeException e) { // the child is dead, or violated the protocol
            child = null;
            stop(target);
            onDeath(target.watch.hasKilled() ? target.watch.silenceException(e) : e);
        } finally {
            target.watch.setMessageExpected(false);
        }
    }

    private void onDeath(RuntimeException cause) {
        if (children.onDeath(
                Objects.requireNonNull(context), cause, ", without the old one's messages")) {
            Objects.requireNonNull(collector).reportError(cause);
        }
    }

    private static void stop(Child stopped) {
        stopped.watch.end(); // before Storm's close, which waits for the thread that writes
        stopped.spout.close();
    }

    @Override
    public void close() {
        if (child != null) {
            stop(child);
        }
    }
}
