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
 * that the operating system chooses. It has daemon threads: one that accepts connections, and one
 * per client. {@link #close} may be called by any thread.
 */
final class CoordinationServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CoordinationServer.class);

    private final ServerSocket serverSocket;

    /** Null until {@link #open} is called; clients are disconnected until then. */
    private volatile @Nullable NodeTree tree;

    private boolean closed;

    /** Begins with the time, so that a server that is started later assigns other ids. */
    private long lastSessionId = System.currentTimeMillis() << 16;

    private CoordinationServer(ServerSocket serverSocket) {
        this.serverSocket = serverSocket;
    }

    /**
     * Starts a server.
     *
     * @param tree closed with the server
     */
    static CoordinationServer start(NodeTree tree) {
        CoordinationServer server = startEmpty();
        server.open(tree);
        return server;
    }

    /** Starts a server without a tree: clients are disconnected until {@link #open} is called. */
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
     * Serves a tree from now on.
     *
     * @param opened closed with the server, or immediately if the server is closed
     */
    synchronized void open(NodeTree opened) {
        tree = opened;
        if (closed) {
            closeTree();
        }
    }

    /** Returns the host in the form of Storm's {@code transactional.zookeeper.servers}. */
    String host() {
        String address = InetAddress.getLoopbackAddress().getHostAddress();
        return address.contains(":") ? "[" + address + "]" : address;
    }

    /** Returns the port, for Storm's {@code transactional.zookeeper.port}. */
    int port() {
        return serverSocket.getLocalPort();
    }

    /** Accepts one client; returns whether to continue. */
    private boolean accept() {
        try {
            Socket client = serverSocket.accept();
            NodeTree nodes = tree;
            if (nodes == null) {
                client.close();
                return !serverSocket.isClosed();
            }
            startThread(
                    new CoordinationConnection(client, nodes, ++lastSessionId),
                    "eyewall-coordination-client-" + client.getPort());
        } catch (IOException e) {
            if (!serverSocket.isClosed()) {
                LOG.warn("A client of the coordination state could not connect", e);
            }
        }
        return !serverSocket.isClosed();
    }

    private static void startThread(Runnable command, String name) {
        Thread thread = new Thread(command, name);
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Closes the tree and stops accepting clients. Connected clients stay connected until they
     * close or the process ends: Storm's opaque partitioned spouts never close their clients
     * (Storm: trident/spout/OpaquePartitionedTridentSpoutExecutor.java), and a disconnected client
     * would try to connect, and log each attempt, for ever.
     */
    @Override
    public synchronized void close() {
        closed = true;
        try {
            serverSocket.close();
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
