package io.eyewall.connectors.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands before a server and passes on what is said, until it falls silent: as one whose machine is
 * gone, it takes what is sent then, answers nothing, and closes nothing.
 */
final class SilentServer implements AutoCloseable {
    private final int port;
    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final AtomicInteger answers = new AtomicInteger();
    private volatile boolean isSilent;

    /**
     * @param port of the server behind
     */
    SilentServer(int port) throws IOException {
        this.port = port;
        daemon(this::serve);
    }

    String uri() {
        return "redis://127.0.0.1:" + socket.getLocalPort();
    }

    void fallSilent() {
        isSilent = true;
    }

    /** How often the server behind has said something. */
    int answers() {
        return answers.get();
    }

    private void serve() {
        try {
            while (true) {
                Socket client = socket.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
                open.addAll(List.of(client, server));
                daemon(() -> pass(client, server, new AtomicInteger()));
                daemon(() -> pass(server, client, answers));
            }
        } catch (IOException e) {
            // It is closed.
        }
    }

    private void pass(Socket from, Socket to, AtomicInteger count) {
        byte[] buffer = new byte[1024];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (!isSilent) {
                    out.write(buffer, 0, read);
                    count.incrementAndGet();
                }
            }
        } catch (IOException e) {
            // One of them is gone.
        }
    }

    private static void daemon(Runnable command) {
        Thread thread = new Thread(command, "silent-server");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        socket.close();
        for (Socket each : open) {
            each.close();
        }
    }
}
