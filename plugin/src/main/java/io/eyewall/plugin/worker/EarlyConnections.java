package io.eyewall.plugin.worker;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.storm.messaging.IConnection;
import org.apache.storm.messaging.IConnectionCallback;
import org.apache.storm.messaging.IContext;
import org.jspecify.annotations.Nullable;

/**
 * Storm's messaging of this worker, and connections to workers that it is going to send to: made
 * before spouts rest, so that nobody waits for them then. When Storm connects to the same host and
 * port, it gets that one. Any thread.
 *
 * <p>A worker tells whoever connects which of its tasks are overloaded, and later only what
 * changes. If the last owner of a task has said so, and is closed before it could take that back, a
 * new owner that was connected to earlier never would: senders would wait for ever.
 */
final class EarlyConnections implements IContext {
    private final Supplier<IContext> maker;
    private final Map<String, Early> early = new HashMap<>();
    private @Nullable IContext context;
    private @Nullable String topologyId;
    private AtomicBoolean @Nullable [] backPressure;

    /**
     * @param tasks that begin to work there
     */
    private record Early(IConnection connection, Collection<Integer> tasks) {}

    /**
     * @param maker called once, when the worker is made
     */
    EarlyConnections(Supplier<IContext> maker) {
        this.maker = maker;
    }

    private synchronized IContext context() {
        IContext made = context;
        if (made == null) {
            made = maker.get();
            context = made;
        }
        return made;
    }

    /**
     * Before the worker itself has connected to anybody this does nothing.
     *
     * @param tasks that will be there
     */
    synchronized void connect(String host, int port, Collection<Integer> tasks) {
        String id = topologyId;
        AtomicBoolean[] status = backPressure;
        if (id != null && status != null) {
            early.computeIfAbsent(
                    host + ":" + port,
                    key -> new Early(context().connect(id, host, port, status), tasks));
        }
    }

    /** Closes what Storm has not asked for. */
    synchronized void closeUnused() {
        early.values().forEach(unused -> unused.connection().close());
        early.clear();
    }

    @Override
    @SuppressWarnings("deprecation") // the only one without a default
    public void prepare(Map<String, Object> conf) {
        // it is made prepared
    }

    @Override
    public void term() {
        closeUnused();
        context().term();
    }

    @Override
    public IConnection bind(
            String id, int port, IConnectionCallback callback, Supplier<Object> response) {
        return context().bind(id, port, callback, response);
    }

    @Override
    public synchronized IConnection connect(
            String id, String host, int port, AtomicBoolean[] status) {
        topologyId = id;
        backPressure = status;
        Early ready = early.remove(host + ":" + port);
        if (ready == null) {
            return context().connect(id, host, port, status);
        }
        for (int task : ready.tasks()) {
            if (task < status.length && status[task] != null) {
                status[task].set(false);
            }
        }
        return ready.connection();
    }
}
