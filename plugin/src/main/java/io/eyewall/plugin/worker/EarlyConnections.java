package io.eyewall.plugin.worker;

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
 */
final class EarlyConnections implements IContext {
    private final Supplier<IContext> maker;
    private final Map<String, IConnection> early = new HashMap<>();
    private @Nullable IContext context;
    private @Nullable String topologyId;
    private AtomicBoolean @Nullable [] backPressure;

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

    /** Before the worker itself has connected to anybody this does nothing. */
    synchronized void connect(String host, int port) {
        String id = topologyId;
        AtomicBoolean[] status = backPressure;
        if (id != null && status != null) {
            early.computeIfAbsent(
                    host + ":" + port, key -> context().connect(id, host, port, status));
        }
    }

    /** Closes what Storm has not asked for. */
    synchronized void closeUnused() {
        early.values().forEach(IConnection::close);
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
        IConnection ready = early.remove(host + ":" + port);
        return ready == null ? context().connect(id, host, port, status) : ready;
    }
}
