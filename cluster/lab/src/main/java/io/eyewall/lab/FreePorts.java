package io.eyewall.lab;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds ports of this machine on which no process listens. They lie below the ports that the system
 * assigns to outgoing connections, so that no such connection takes a port before the daemon
 * listens there. Callers start the search at a random port, so that two labs started at once hardly
 * collide. A daemon whose port is taken nevertheless exits, and the start of the lab reports that.
 */
final class FreePorts {
    private static final int FIRST_PORT = 10_000;
    private static final int END_PORT = 32_000;

    private FreePorts() {}

    /**
     * Returns free ports.
     *
     * @param start any number; determines where the search starts
     * @throws IOException if there are not enough free ports
     */
    static List<Integer> find(int count, int start) throws IOException {
        List<Integer> ports = new ArrayList<>();
        int range = END_PORT - FIRST_PORT;
        for (int i = 0; i < range && ports.size() < count; i++) {
            int port = FIRST_PORT + Math.floorMod(start + i, range);
            if (isFree(port)) {
                ports.add(port);
            }
        }
        if (ports.size() < count) {
            throw new IOException(
                    "a lab needs %d ports, but only %d of %d to %d are free"
                            .formatted(count, ports.size(), FIRST_PORT, END_PORT - 1));
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
