package io.eyewall.engine.multilang;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.storm.Config;
import org.apache.storm.ICredentialsListener;
import org.apache.storm.spout.ISpout;
import org.apache.storm.spout.ShellSpout;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.utils.ObjectReader;
import org.jspecify.annotations.Nullable;

/**
 * A {@code ShellSpout} whose child's end, or silence for {@code topology.subprocess.timeout.secs},
 * is an exception of the call that waits for it, and so fails the topology. (On Storm the latter
 * ends the worker, in local mode the whole process.) The child is not started anew: what it knew of
 * its messages is lost with it.
 */
public final class SupervisedShellSpout implements ISpout, ICredentialsListener {
    private static final long serialVersionUID = 1L;

    /** Long enough for ShellSpout never to act; in milliseconds still an int. */
    private static final int NEVER_SECS = 1_000_000;

    private final transient ShellSpout spout;
    private transient @Nullable SpoutWatch watch;
    private int silenceSecs;

    /**
     * @param spout the user's
     */
    public SupervisedShellSpout(ShellSpout spout) {
        this.spout = spout;
    }

    /** How long the child of a shell component may be silent. */
    static int silenceSecs(Map<String, Object> conf) {
        Object own = conf.get(Config.TOPOLOGY_SUBPROCESS_TIMEOUT_SECS);
        return ObjectReader.getInt(
                own == null ? conf.get(Config.SUPERVISOR_WORKER_TIMEOUT_SECS) : own, 30);
    }

    @Override
    public void open(
            Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
        silenceSecs = silenceSecs(conf);
        SpoutWatch started = new SpoutWatch(silenceSecs);
        watch = started;
        Map<String, Object> installed = new HashMap<>(ChildSerializer.install(conf, started));
        installed.put(Config.TOPOLOGY_SUBPROCESS_TIMEOUT_SECS, NEVER_SECS);
        spout.open(installed, context, collector);
    }

    @Override
    public void setCredentials(Map<String, String> credentials) {
        if (spout instanceof ICredentialsListener listener) {
            listener.setCredentials(credentials);
        }
    }

    private void ask(Runnable call) {
        SpoutWatch watching = Objects.requireNonNull(watch, "open comes first");
        watching.setAsked(true);
        try {
            call.run();
        } catch (RuntimeException e) {
            if (watching.hasKilled()) {
                throw new IllegalStateException(
                        "the child process sent nothing for "
                                + silenceSecs
                                + " s after it was asked, and was killed; raise"
                                + " topology.subprocess.timeout.secs if it works that long",
                        e);
            }
            throw e;
        } finally {
            watching.setAsked(false);
        }
    }

    @Override
    public void nextTuple() {
        ask(spout::nextTuple);
    }

    @Override
    public void ack(Object messageId) {
        ask(() -> spout.ack(messageId));
    }

    @Override
    public void fail(Object messageId) {
        ask(() -> spout.fail(messageId));
    }

    @Override
    public void activate() {
        ask(spout::activate);
    }

    @Override
    public void deactivate() {
        ask(spout::deactivate);
    }

    @Override
    public void close() {
        if (watch != null) {
            watch.close();
        }
        spout.close();
    }
}
