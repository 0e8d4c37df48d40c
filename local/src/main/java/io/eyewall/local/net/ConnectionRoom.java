package io.eyewall.local.net;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.storm.shade.io.netty.channel.Channel;
import org.apache.storm.shade.io.netty.channel.ChannelFuture;

/**
 * The connections of a port. When there are as many as may be, the one that has been without a
 * whole request for the longest makes room for the next: so clients may stay connected as long as
 * they like, and those who only hold connections keep nobody out. If all are waiting for answers,
 * the new one is closed. Any thread may call.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what fails ends the connection, and that is seen
final class ConnectionRoom {
    private final int limit;
    private boolean closed;

    /** Connections that have no request to be answered, the longest idle first. */
    private final LinkedHashSet<Channel> resting = new LinkedHashSet<>();

    private final Set<Channel> answering = new HashSet<>();

    ConnectionRoom(int limit) {
        this.limit = limit;
    }

    /** Whether the connection may stay; closes another for it if need be. */
    synchronized boolean enter(Channel connection) {
        if (closed) {
            return false;
        }
        if (resting.size() + answering.size() >= limit) {
            Iterator<Channel> longest = resting.iterator();
            if (!longest.hasNext()) {
                return false;
            }
            longest.next().close();
            longest.remove();
        }
        resting.add(connection);
        return true;
    }

    /** The connection has brought a whole request. */
    synchronized void onRequest(Channel connection) {
        if (resting.remove(connection)) { // else it has just made room
            answering.add(connection);
        }
    }

    /** The request has been answered. */
    synchronized void onAnswered(Channel connection) {
        if (answering.remove(connection)) {
            resting.add(connection);
        }
    }

    synchronized void leave(Channel connection) {
        resting.remove(connection);
        answering.remove(connection);
    }

    /** Closes all, and those that still come. */
    List<ChannelFuture> close() {
        List<Channel> all;
        synchronized (this) {
            closed = true;
            all = new ArrayList<>(resting);
            all.addAll(answering);
        }
        return all.stream().map(Channel::close).toList();
    }
}
