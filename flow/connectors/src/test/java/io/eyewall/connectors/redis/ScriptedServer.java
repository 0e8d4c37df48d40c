package io.eyewall.connectors.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Speaks Redis' protocol and answers as it is told, so that it can refuse one command among others,
 * as a Redis does that is about to run out of memory. One client at a time.
 */
final class ScriptedServer implements AutoCloseable {
    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<String> commands = new CopyOnWriteArrayList<>();
    private final Map<String, List<String>> answers;

    /**
     * @param answers to the commands of each name, in their order, the last one to all that follow;
     *     without the end of the line; "+OK" to others
     */
    ScriptedServer(Map<String, List<String>> answers) throws IOException {
        this.answers = answers;
        Thread thread = new Thread(this::serve, "scripted-server");
        thread.setDaemon(true);
        thread.start();
    }

    String uri() {
        return "redis://127.0.0.1:" + socket.getLocalPort();
    }

    /** All that have come, their words with blanks between. */
    List<String> commands() {
        return List.copyOf(commands);
    }

    private void serve() {
        try {
            while (true) {
                try (Socket client = socket.accept()) {
                    answer(client);
                }
            }
        } catch (IOException e) {
            // It is closed.
        }
    }

    private void answer(Socket client) throws IOException {
        BufferedReader in =
                new BufferedReader(new InputStreamReader(client.getInputStream(), UTF_8));
        OutputStream out = client.getOutputStream();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            List<String> words = new ArrayList<>();
            for (int i = Integer.parseInt(line.substring(1)); i > 0; i--) {
                in.readLine(); // how long it is
                words.add(in.readLine());
            }
            commands.add(String.join(" ", words));
            out.write((answer(words.get(0)) + "\r\n").getBytes(UTF_8));
        }
    }

    private String answer(String name) {
        List<String> all = answers.getOrDefault(name, List.of("+OK"));
        long before = commands.stream().filter(each -> each.split(" ")[0].equals(name)).count();
        return all.get((int) Math.min(before, all.size()) - 1);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
