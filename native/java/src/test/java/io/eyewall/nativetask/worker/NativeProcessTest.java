package io.eyewall.nativetask.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class NativeProcessTest {
    private static final Path PROGRAM = Path.of("target", "native", "bin", "eyewall-native-worker");

    /** Before it has a plan, too. */
    @Test
    @Timeout(60)
    void theProgramSaysAgainAndAgainThatItLives() throws Exception {
        assumeTrue(Files.isExecutable(PROGRAM), () -> PROGRAM + " was not built");
        NativeProcess process = NativeProcess.start(PROGRAM.toAbsolutePath());
        BlockingQueue<String> said = new LinkedBlockingQueue<>();
        Thread listener =
                new Thread(
                        () -> {
                            try {
                                process.readLines(words -> said.add(words.get(0)));
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        });
        listener.start();
        assertThat(said.take()).isEqualTo("alive");
        assertThat(said.take()).isEqualTo("alive");
        process.stop(0);
        listener.join();
    }
}
