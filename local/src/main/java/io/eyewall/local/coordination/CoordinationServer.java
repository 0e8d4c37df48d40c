package io.eyewall.local.coordination;

import io.eyewall.engine.thread.SupervisedThread;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Offers a tree of nodes to ZooKeeper clients on this machine, at a port of the loopback interface
 * that the system chooses. Daemon threads: one that accepts, one per client. {@link #close} may be
 * called by any thread.
 */
final class CoordinationServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CoordinationServer.class);

    private final ServerSocket listening;

    /** Null until it is opened: nobody is let in before. */
    private volatile @Nullable NodeTree tree;

    private boolean closed;
    private long sessions = System.currentTimeMillis() << 16; // a later server gives out others

    private CoordinationServer(ServerSocket listening) {
        this.listening = listening;
    }

    /**
     * Starts to listen.
     *
     * @param tree closed with the server
     */
    static CoordinationServer start(NodeTree tree) {
        CoordinationServer server = startEmpty();
        server.open(tree);
        return server;
    }

    /** The same without a tree: whoever connects is sent away until it is opened. */
    static CoordinationServer startEmpty() {
        try {
            CoordinationServer server =
                    new CoordinationServer(
                            new ServerSocket(0, 0, InetAddress.getLoopbackAddress()));
            new SupervisedThread("eyewall-coordination", server::accept).start();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "Trident's coordination state can't listen on the loopback interface", e);
        }
    }

    /**
     * Has a tree from now on.
     *
     * @param opened closed with the server, or now if that is closed
     */
    synchronized void open(NodeTree opened) {
        tree = opened;
        if (closed) {
            closeTree();
        }
    }

    /** As in Storm's {@code transactional.zookeeper.servers}. */
    String host() {
        String address = InetAddress.getLoopbackAddress().getHostAddress();
        return address.contains(":") ? "[" + address + "]" : address;
    }

    /** As in Storm's {@code transactional.zookeeper.port}. */
    int port() {
        return listening.getLocalPort();
    }

    /** One client; whether there may be others. */
    private boolean accept() {
        try {
            Socket client = listening.accept();
            NodeTree nodes = tree;
            if (nodes == null) {
                client.close();
                return !listening.isClosed();
            }
            startThread(
                    new CoordinationConnection(client, nodes, ++sessions),
                    "eyewall-coordination-client-" + client.getPort());
        } catch (IOException e) {
            if (!listening.isClosed()) {
                LOG.warn("A client of the coordination state could not connect", e);
            }
        }
        return !listening.isClosed();
    }

    private static void startThread(Runnable command, String name) {
        Thread thread = new Thread(command, name);
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Closes the tree; nobody can connect any more. Who is connected stays so, until it closes or
     * the process ends: Storm's opaque partitioned spouts never close their clients (Storm:
     * trident/spout/OpaquePartitionedTridentSpoutExecutor.java), which, cut off, would try to
     * connect, and log that, for ever.
     */
    @Override
    public synchronized void close() {
        closed = true;
        try {
            listening.close();
        } catch (IOException e) {
            LOG.warn("Trident's coordination state was not closed properly", e);
        }
        closeTree();
    }

    private void closeTree() {
        NodeTree nodes = tree;
        if (nodes == null) {
            return;
        }
        try {
            nodes.close();
        } catch (IOException e) {
            LOG.warn("Trident's coordination state was not closed properly", e);
        }
    }
}
