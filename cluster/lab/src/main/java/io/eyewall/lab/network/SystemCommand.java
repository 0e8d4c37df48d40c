package io.eyewall.lab.network;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs the system's tools {@code ip} and {@code tc}. No state. */
final class SystemCommand {
    private static final int LIMIT_SECS = 20;

    private SystemCommand() {}

    /**
     * Runs a command to its end.
     *
     * @return its output
     * @throws IOException if the command is missing, fails, or does not end within 20 s; its
     *     message has the command and its output
     */
    static String run(String... command) throws IOException, InterruptedException {
        String commandLine = String.join(" ", List.of(command));
        File outputFile = File.createTempFile("eyewall-lab", ".txt");
        try {
            Process process =
                    new ProcessBuilder(command)
                            .redirectInput(new File("/dev/null"))
                            .redirectErrorStream(true)
                            .redirectOutput(outputFile)
                            .start();
            if (!process.waitFor(LIMIT_SECS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException(
                        "'" + commandLine + "' did not end within " + LIMIT_SECS + " s");
            }
            String output = Files.readString(outputFile.toPath(), StandardCharsets.UTF_8).strip();
            if (process.exitValue() != 0) {
                throw new IOException(
                        "'" + commandLine + "' failed (" + process.exitValue() + "): " + output);
            }
            return output;
        } finally {
            Files.deleteIfExists(outputFile.toPath());
        }
    }
}
