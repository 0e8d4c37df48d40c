package io.eyewall.nativetask.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The program in C++ that reads tuples and writes them again. */
final class KryoEcho {
    private static final Path PROGRAM = Path.of("target", "native", "bin", "kryo-echo");

    private KryoEcho() {}

    static void assumeBuilt() {
        assumeTrue(Files.isExecutable(PROGRAM), () -> PROGRAM + " was not built");
    }

    /** What it answers to lines of bytes in hexadecimal digits. */
    static List<String> of(List<String> lines) throws Exception {
        Path in = Files.createTempFile("values", ".txt");
        Path out = Files.createTempFile("values", ".txt");
        Files.write(in, lines);
        Process process =
                new ProcessBuilder(PROGRAM.toAbsolutePath().toString())
                        .redirectInput(in.toFile())
                        .redirectOutput(out.toFile())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        return Files.readAllLines(out);
    }
}
