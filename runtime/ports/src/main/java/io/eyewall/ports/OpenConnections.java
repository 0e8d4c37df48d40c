package io.eyewall.ports;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.storm.shade.io.netty.channel.Channel;
import org.apache.storm.shade.io.netty.channel.ChannelFuture;

/**
 * The connections of a port, limited in number. At the limit, a new connection replaces the one
 * that has been without a complete request for the longest time. So clients may stay connected
 * without limit, but clients that only hold connections can't keep others out. If all connections
 * are waiting for answers, the new one is closed. Any thread may call.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failure ends the connection; its end is handled
final class OpenConnections {
    private final int limit;
    private boolean closed;

    /** Connections without a complete request, the longest idle first. */
    private final LinkedHashSet<Channel> idle = new LinkedHashSet<>();

    private final Set<Channel> answering = new HashSet<>();

    OpenConnections(int limit) {
        this.limit = limit;
    }

    /**
     * Adds a connection, and closes another one if the limit requires it. Returns false if the
     * connection can't be added and must be closed.
     */
    synchronized boolean tryAdd(Channel connection) {
        if (closed) {
            return false;
        }
        if (idle.size() + answering.size() >= limit) {
            Iterator<Channel> longestIdleFirst = idle.iterator();
            if (!longestIdleFirst.hasNext()) {
                return false;
            }
            longestIdleFirst.next().close();
            longestIdleFirst.remove();
        }
        idle.add(connection);
        return true;
    }

    /** Records that a complete request has arrived. */
    synchronized void onRequest(Channel connection) {
        if (idle.remove(connection)) { // else the connection was just closed to admit another
            answering.add(connection);
        }
    }

    /** Records that the request has been answered. */
    synchronized void onAnswered(Channel connection) {
        if (answering.remove(connection)) {
            idle.add(connection);
        }
    }

    synchronized void remove(Channel connection) {
        idle.remove(connection);
        answering.remove(connection);
    }

    /** Closes all connections, and rejects new ones from now on. */
    List<ChannelFuture> close() {
        List<Channel> closing;
        synchronized (this) {
            closed = true;
            closing = new ArrayList<>(idle);
            closing.addAll(answering);
        }
        return closing.stream().map(Channel::close).toList();
    }
}
