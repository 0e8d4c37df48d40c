package io.eyewall.cli.doctor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Checks whether the default ports of Nimbus, DRPC and HTTP are free, for users who want Eyewall to
 * serve Storm's clients.
 */
final class PortChecks {
    private static final Map<Integer, String> PORTS =
            new TreeMap<>(Map.of(3772, "DRPC", 3774, "DRPC by HTTP", 6627, "Nimbus", 8080, "HTTP"));

    private PortChecks() {}

    static List<DoctorFinding> checkAll() {
        List<DoctorFinding> findings = new ArrayList<>();
        PORTS.forEach((port, use) -> findings.add(check(port, use)));
        return findings;
    }

    private static DoctorFinding check(int port, String use) {
        String subject = "port " + port;
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return DoctorFinding.ok(
                    subject, "free for " + use + " (" + socket.getInetAddress() + ")");
        } catch (IOException e) {
            return DoctorFinding.note(
                    subject,
                    "taken ("
                            + e.getMessage()
                            + "); "
                            + use
                            + " needs another port, unless the program that has this"
                            + " one is stopped");
        }
    }
}
