package io.eyewall.cluster.lab.network;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs {@code ip} and {@code tc}. */
final class SystemCommand {
    private static final int LIMIT_S = 20;

    private SystemCommand() {}

    /**
     * Runs one to its end.
     *
     * @return what it has printed
     * @throws IOException if it is missing, fails or does not end; says the command and its words
     */
    static String run(String... command) throws IOException, InterruptedException {
        String said = String.join(" ", List.of(command));
        File words = File.createTempFile("eyewall-lab", ".txt");
        try {
            Process process =
                    new ProcessBuilder(command)
                            .redirectInput(new File("/dev/null"))
                            .redirectErrorStream(true)
                            .redirectOutput(words)
                            .start();
            if (!process.waitFor(LIMIT_S, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException("'" + said + "' has not ended within " + LIMIT_S + " s");
            }
            String output = Files.readString(words.toPath(), StandardCharsets.UTF_8).strip();
            if (process.exitValue() != 0) {
                throw new IOException(
                        "'" + said + "' failed (" + process.exitValue() + "): " + output);
            }
            return output;
        } finally {
            Files.deleteIfExists(words.toPath());
        }
    }
}
