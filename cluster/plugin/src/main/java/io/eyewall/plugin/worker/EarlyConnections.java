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
 * Storm's messaging of this worker, with connections to future receivers that are opened before
 * spouts pause, so that the pause does not include connecting. When Storm connects to the same host
 * and port, it gets the early connection. Any thread may call.
 *
 * <p>A worker reports its overloaded tasks to each new connection, and later only changes. If the
 * previous owner of a task reported an overload and was closed before it could revoke it, a new
 * owner with an early connection would never revoke it, and senders would wait for ever. Therefore
 * the tasks behind an early connection count as not overloaded when Storm begins to use it.
 */
final class EarlyConnections implements IContext {
    private final Supplier<IContext> contextFactory;
    private final Map<String, EarlyConnection> unused = new HashMap<>();
    private @Nullable IContext context;
    private @Nullable String topologyId;
    private AtomicBoolean @Nullable [] backPressure;

    /**
     * A connection that Storm has not requested yet.
     *
     * @param connection the connection
     * @param tasks the tasks that the receiver will have
     */
    private record EarlyConnection(IConnection connection, Collection<Integer> tasks) {}

    /**
     * @param contextFactory creates and prepares Storm's messaging; called once, when the worker is
     *     created
     */
    EarlyConnections(Supplier<IContext> contextFactory) {
        this.contextFactory = contextFactory;
    }

    private synchronized IContext context() {
        IContext created = context;
        if (created == null) {
            created = contextFactory.get();
            context = created;
        }
        return created;
    }

    /**
     * Opens a connection early. Does nothing before the worker has opened its first connection.
     *
     * @param tasks the tasks that the receiver will have
     */
    synchronized void connectEarly(String host, int port, Collection<Integer> tasks) {
        String id = topologyId;
        AtomicBoolean[] status = backPressure;
        if (id != null && status != null) {
            unused.computeIfAbsent(
                    host + ":" + port,
                    key -> new EarlyConnection(context().connect(id, host, port, status), tasks));
        }
    }

    /** Closes the early connections that Storm has not used. */
    synchronized void closeUnused() {
        unused.values().forEach(each -> each.connection().close());
        unused.clear();
    }

    @Override
    @SuppressWarnings("deprecation") // the only method without a default
    public void prepare(Map<String, Object> conf) {
        // the factory prepares the context when it creates it
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
        EarlyConnection connectedEarly = unused.remove(host + ":" + port);
        if (connectedEarly == null) {
            return context().connect(id, host, port, status);
        }
        for (int task : connectedEarly.tasks()) {
            if (task < status.length && status[task] != null) {
                status[task].set(false);
            }
        }
        return connectedEarly.connection();
    }
}
