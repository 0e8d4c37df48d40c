package io.eyewall.cluster.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.eyewall.cluster.lab.probe.Probe;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Asks a lab's Nimbus how everything is, by a process on its head that goes on between questions: a
 * JVM that speaks to Storm takes more than a second of a processor to start. It ends with this one,
 * and with the lab. Any thread may ask.
 */
final class StatusProbe {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int ANSWER_LIMIT_S = 30;

    private final LabClients clients;
    private @Nullable Conversation conversation; // guarded by this

    StatusProbe(LabClients clients) {
        this.clients = clients;
    }

    private record Conversation(Process process, BufferedReader answers, OutputStream questions) {
        static Conversation with(Process process) {
            return new Conversation(
                    process,
                    process.inputReader(StandardCharsets.UTF_8),
                    process.getOutputStream());
        }

        /** Null if the process has ended, or was silent for too long and is ended. */
        @Nullable String ask() {
            CountDownLatch answered = new CountDownLatch(1);
            Thread limit = new Thread(() -> endAfterLimit(answered), "eyewall-lab-limit");
            limit.setDaemon(true);
            limit.start();
            try {
                questions.write('\n');
                questions.flush();
                String line = answers.readLine();
                while (line != null && !line.startsWith("{") && !line.equals(Probe.NOBODY)) {
                    line = answers.readLine(); // somebody else's: a JVM's warning, say
                }
                return line;
            } catch (IOException e) {
                return null;
            } finally {
                answered.countDown();
            }
        }

        private void endAfterLimit(CountDownLatch answered) {
            try {
                if (!answered.await(ANSWER_LIMIT_S, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Returns Nimbus's answer about supervisors and topologies.
     *
     * @return empty if it does not answer
     */
    synchronized Optional<JsonNode> ask() throws IOException {
        Conversation begun = conversation;
        String answer = begun == null ? null : begun.ask();
        if (answer == null) { // there is none, or it has ended since
            Conversation fresh = Conversation.with(clients.statusProbe());
            conversation = fresh;
            answer = fresh.ask();
        }
        return answer == null || answer.equals(Probe.NOBODY)
                ? Optional.empty()
                : Optional.of(JSON.readTree(answer));
    }
}
