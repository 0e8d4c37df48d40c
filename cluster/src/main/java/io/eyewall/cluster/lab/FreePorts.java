package io.eyewall.cluster.lab;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/**
 * Ports of this machine that nobody listens on now. Below those that the system gives to outgoing
 * connections, so that none of these takes one before its daemon does; begins at a place of chance,
 * so that two labs at once hardly meet. A daemon that finds its port taken all the same ends, and
 * the lab's start says so.
 */
final class FreePorts {
    private static final int FIRST = 10_000;
    private static final int END = 32_000;

    private FreePorts() {}

    /**
     * @param start anything; the same begins at the same place
     * @throws IOException if there are too few
     */
    static List<Integer> find(int count, int start) throws IOException {
        List<Integer> ports = new ArrayList<>();
        int range = END - FIRST;
        for (int i = 0; i < range && ports.size() < count; i++) {
            int port = FIRST + Math.floorMod(start + i, range);
            if (isFree(port)) {
                ports.add(port);
            }
        }
        if (ports.size() < count) {
            throw new IOException(
                    "%d ports are wanted, but only %d of %d to %d are free"
                            .formatted(count, ports.size(), FIRST, END - 1));
        }
        return ports;
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port)) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }
}
