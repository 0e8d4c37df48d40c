package io.eyewall.cli.plan;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks processes of this user for the placement of their topologies, or to change it. */
final class PlanClient {
    private final PlanSockets sockets;

    PlanClient(PlanSockets sockets) {
        this.sockets = sockets;
    }

    /**
     * An answer.
     *
     * @param text for people
     * @param json one object, for programs
     */
    record Answer(String text, String json) {}

    /**
     * Asks one process.
     *
     * @param request for what
     * @param pid null: the only one there is
     * @throws IOException if it can't be asked, or there are none or several; says what to do
     * @throws IllegalArgumentException if it refuses; says why
     */
    Answer ask(PlanRequest request, @Nullable Long pid) throws IOException {
        List<Long> running = sockets.processes();
        if (pid == null && running.size() != 1) {
            throw new IOException(
                    running.isEmpty()
                            ? "no 'eyewall run' of this user is running (looked in "
                                    + sockets.folder()
                                    + "); start one"
                            : "several processes run topologies; say which: " + running);
        }
        long asked = pid == null ? running.get(0) : pid;
        if (!running.contains(asked)) {
            throw new IOException(
                    "process " + asked + " is no 'eyewall run' of this user; expected " + running);
        }
        try (SocketChannel channel =
                SocketChannel.open(UnixDomainSocketAddress.of(sockets.of(asked)))) {
            channel.write(StandardCharsets.UTF_8.encode(request.encode()));
            channel.shutdownOutput();
            byte[] answer = Channels.newInputStream(channel).readAllBytes();
            String all = new String(answer, StandardCharsets.UTF_8);
            if (!all.isEmpty() && all.charAt(0) == PlanServer.REFUSED) {
                throw new IllegalArgumentException("process " + asked + ": " + all.substring(1));
            }
            int between = all.indexOf(PlanServer.BETWEEN);
            if (between < 0) {
                throw new IOException("process " + asked + " ended while it answered; ask again");
            }
            return new Answer(all.substring(0, between), all.substring(between + 1));
        }
    }
}
