package io.eyewall.local.drpc;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.apache.storm.thrift.TProcessor;
import org.apache.storm.thrift.protocol.TBinaryProtocol;
import org.apache.storm.thrift.server.TNonblockingServer;
import org.apache.storm.thrift.transport.TNonblockingServerSocket;
import org.apache.storm.thrift.transport.TTransportException;

/**
 * A port that speaks what Storm's clients do by default: Thrift's binary protocol, framed, without
 * authentication (Storm: SimpleTransportPlugin.java). One daemon thread serves all connections, so
 * its processor must not block. Storm's own {@code ThriftServer} listens on all interfaces, and
 * halts the process if it can't.
 */
final class ThriftPort implements AutoCloseable {
    private final TNonblockingServerSocket socket;
    private final TNonblockingServer server;
    private final Thread thread;
    private final int port;

    /**
     * Listens; {@link #start} answers.
     *
     * @param what of the port, for messages and the thread's name
     * @param maxFrameBytes longer requests end their connection
     * @throws IOException if the port is taken or the address isn't ours
     */
    ThriftPort(String what, InetSocketAddress address, TProcessor processor, int maxFrameBytes)
            throws IOException {
        try {
            socket = new TNonblockingServerSocket(address);
        } catch (TTransportException e) {
            throw DrpcServer.notListening(what, address, e);
        }
        port = socket.getPort();
        TNonblockingServer.Args args =
                new TNonblockingServer.Args(socket)
                        .processor(processor)
                        .protocolFactory(
                                new TBinaryProtocol.Factory(false, true, maxFrameBytes, -1));
        args.maxReadBufferBytes = maxFrameBytes;
        server = new TNonblockingServer(args);
        thread = new Thread(server::serve, "eyewall-" + what.replace(' ', '-'));
        thread.setDaemon(true); // and so is the thread that it starts
    }

    void start() {
        thread.start();
    }

    int port() {
        return port;
    }

    /** Ends all connections; waits until the port is free. */
    @Override
    public void close() {
        server.stop();
        socket.close(); // the server closes it only if it has been started
        try {
            thread.join(TimeUnit.SECONDS.toMillis(10));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
