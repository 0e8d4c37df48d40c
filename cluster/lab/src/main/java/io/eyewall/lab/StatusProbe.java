package io.eyewall.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.eyewall.lab.probe.Probe;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Queries the status of a lab from its Nimbus, through a process on the lab's head that stays alive
 * between queries: a JVM with Storm's client takes more than a second of processor time to start.
 * The process ends with this one, and with the lab. Any thread may call.
 */
final class StatusProbe {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int ANSWER_LIMIT_SECS = 30;

    private final LabClients clients;
    private @Nullable ProbeProcess currentProbe; // guarded by this

    StatusProbe(LabClients clients) {
        this.clients = clients;
    }

    /** The process on the head, and its standard streams. */
    private record ProbeProcess(Process process, BufferedReader answers, OutputStream questions) {
        static ProbeProcess of(Process process) {
            return new ProbeProcess(
                    process,
                    process.inputReader(StandardCharsets.UTF_8),
                    process.getOutputStream());
        }

        /**
         * Returns Nimbus' answer as a line of JSON, or {@link Probe#NO_ANSWER}; null if the process
         * has ended, or was killed because it did not answer in time.
         */
        @Nullable String query() {
            CountDownLatch answered = new CountDownLatch(1);
            Thread timeoutThread = new Thread(() -> killAfterLimit(answered), "eyewall-lab-limit");
            timeoutThread.setDaemon(true);
            timeoutThread.start();
            try {
                questions.write('\n');
                questions.flush();
                String line = answers.readLine();
                while (line != null && !line.startsWith("{") && !line.equals(Probe.NO_ANSWER)) {
                    line = answers.readLine(); // skips what the JVM prints, such as warnings
                }
                return line;
            } catch (IOException e) {
                return null;
            } finally {
                answered.countDown();
            }
        }

        private void killAfterLimit(CountDownLatch answered) {
            try {
                if (!answered.await(ANSWER_LIMIT_SECS, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns Nimbus' answer about supervisors and topologies; empty if Nimbus does not answer. */
    synchronized Optional<JsonNode> query() throws IOException {
        ProbeProcess current = currentProbe;
        String answer = current == null ? null : current.query();
        if (answer == null) { // there was no process, or it has ended
            ProbeProcess started = ProbeProcess.of(clients.startStatusProbe());
            currentProbe = started;
            answer = started.query();
        }
        return answer == null || answer.equals(Probe.NO_ANSWER)
                ? Optional.empty()
                : Optional.of(JSON.readTree(answer));
    }
}
