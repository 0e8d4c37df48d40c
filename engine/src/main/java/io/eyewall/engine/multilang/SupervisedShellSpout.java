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
 * A {@code ShellSpout} whose child is started anew when it ends, says nonsense, or is silent for
 * {@code topology.subprocess.timeout.secs} after it was asked. The error is reported; the next call
 * of {@code nextTuple} or {@code activate} opens a fresh copy of the spout with a fresh child,
 * which knows nothing of the messages before it (see {@link MessageIds}). A child that dies too
 * often within a minute fails the topology.
 *
 * <p>On a cluster of Storm the worker dies with the child and the supervisor starts it anew, with
 * the same consequences for messages; Storm's local mode ends. Used by the executor's thread.
 */
public final class SupervisedShellSpout implements ISpout, ICredentialsListener {
    private static final long serialVersionUID = 1L;

    private final transient Supplier<ShellSpout> copies;
    private final transient ShellLives lives;

    private transient @Nullable Map<String, Object> conf;
    private transient @Nullable TopologyContext context;
    private transient @Nullable SpoutOutputCollector collector;
    private transient boolean active;

    /** The present one; null before open, and when it has died. */
    private transient @Nullable Child child;

    private transient int copiesMade;

    /** One life of the spout. */
    private record Child(ShellSpout spout, ChildWatch watch, MessageIds ids) {}

    /**
     * @param copies makes the user's spout, anew for each child
     * @param restarts how many children may die within a minute
     * @param onFailure fails the topology
     */
    public SupervisedShellSpout(
            Supplier<ShellSpout> copies, int restarts, Consumer<Throwable> onFailure) {
        this.copies = copies;
        this.lives = new ShellLives(restarts, onFailure);
    }

    @Override
    public void open(
            Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
        this.conf = conf;
        this.context = context;
        this.collector = collector;
        child = start(conf, context, collector);
    }

    private Child start(
            Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
        ShellSpout spout = copies.get();
        lives.giveCredentials(spout);
        ChildWatch watch = new ChildWatch(ShellLives.silenceSecs(conf));
        MessageIds ids = new MessageIds(copiesMade++);
        try {
            spout.open(
                    ChildSerializer.install(conf, watch, () -> ShellProcesses.of(spout), null),
                    context,
                    ids.wrap(collector));
        } catch (RuntimeException | Error e) {
            watch.end();
            throw e;
        }
        return new Child(spout, watch, ids);
    }

    @Override
    public void setCredentials(Map<String, String> credentials) {
        lives.setCredentials(credentials, child == null ? null : child.spout);
    }

    @Override
    public void nextTuple() {
        Child present = child;
        if (present == null) {
            restart();
        } else {
            ask(present, present.spout::nextTuple);
        }
    }

    @Override
    public void ack(Object messageId) {
        Child present = child;
        Object id = present == null ? null : present.ids.open(messageId);
        if (present != null && id != null) {
            ask(present, () -> present.spout.ack(id));
        }
    }

    @Override
    public void fail(Object messageId) {
        Child present = child;
        Object id = present == null ? null : present.ids.open(messageId);
        if (present != null && id != null) {
            ask(present, () -> present.spout.fail(id));
        }
    }

    @Override
    public void activate() {
        active = true;
        Child present = child;
        if (present == null) {
            restart();
        } else {
            ask(present, present.spout::activate);
        }
    }

    @Override
    public void deactivate() {
        active = false;
        Child present = child;
        if (present != null) {
            ask(present, present.spout::deactivate);
        }
    }

    /** In place of one that died. */
    private void restart() {
        if (lives.areOver()) {
            return; // the topology is being ended
        }
        Child fresh;
        try {
            fresh =
                    start(
                            Objects.requireNonNull(conf, "open comes first"),
                            Objects.requireNonNull(context),
                            Objects.requireNonNull(collector));
        } catch (RuntimeException e) {
            onDeath(e);
            return;
        }
        child = fresh;
        if (active) {
            ask(fresh, fresh.spout::activate);
        }
    }

    private void ask(Child asked, Runnable call) {
        asked.watch.setExpecting(true);
        try {
            call.run();
        } catch (RuntimeException e) { // the child is dead, or spoke nonsense
            child = null;
            stop(asked);
            onDeath(asked.watch.hasKilled() ? asked.watch.silence(e) : e);
        } finally {
            asked.watch.setExpecting(false);
        }
    }

    private void onDeath(RuntimeException cause) {
        if (lives.onDeath(Objects.requireNonNull(context), cause, ", without its messages")) {
            Objects.requireNonNull(collector).reportError(cause);
        }
    }

    private static void stop(Child stopped) {
        stopped.watch.end(); // before Storm's close, which waits for whoever writes to the child
        stopped.spout.close();
    }

    @Override
    public void close() {
        if (child != null) {
            stop(child);
        }
    }
}
