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
@SuppressWarnings("FutureReturnValueIgnored") // a failure ends the connection, which is noticed
final class OpenConnections {
    private final int limit;
    private boolean closed;

    /** Connections without a complete request, the longest idle first. */
    private final LinkedHashSet<Channel> idle = new LinkedHashSet<>();

    private final Set<Channel> answering = new HashSet<>();

    OpenConnections(int limit) {
        this.limit = limit;
    }

    /** Adds a connection, for which another may be closed; returns false if it can't stay. */
    synchronized boolean enter(Channel connection) {
        if (closed) {
            return false;
        }
        if (idle.size() + answering.size() >= limit) {
            Iterator<Channel> longest = idle.iterator();
            if (!longest.hasNext()) {
                return false;
            }
            longest.next().close();
            longest.remove();
        }
        idle.add(connection);
        return true;
    }

    /** Records that a complete request has arrived. */
    synchronized void onRequest(Channel connection) {
        if (idle.remove(connection)) { // else it was just closed for another
            answering.add(connection);
        }
    }

    /** Records that the request has been answered. */
    synchronized void onAnswered(Channel connection) {
        if (answering.remove(connection)) {
            idle.add(connection);
        }
    }

    synchronized void leave(Channel connection) {
        idle.remove(connection);
        answering.remove(connection);
    }

    /** Closes all connections, and rejects new ones from now on. */
    List<ChannelFuture> close() {
        List<Channel> all;
        synchronized (this) {
            closed = true;
            all = new ArrayList<>(idle);
            all.addAll(answering);
        }
        return all.stream().map(Channel::close).toList();
    }
}
