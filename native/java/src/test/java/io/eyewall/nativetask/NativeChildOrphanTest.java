package io.eyewall.nativetask;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is left when the process that runs the topology ends: nothing. */
class NativeChildOrphanTest {
    @ParameterizedTest
    @ValueSource(strings = {"exit", "halt", "kill"})
    void neitherAChildNorAFileOutlivesTheProcess(String how) throws Exception {
        Process jvm =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                DyingJvm.class.getName(),
                                how,
                                WordCountLibrary.path())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        List<ProcessHandle> children = new ArrayList<>();
        try (BufferedReader said = jvm.inputReader()) {
            for (String line = said.readLine(); !"ready".equals(line); line = said.readLine()) {
                assertThat(line).matches("\\d+");
                ProcessHandle.of(Long.parseLong(line)).ifPresent(children::add);
            }
            if (how.equals("kill")) {
                jvm.destroyForcibly();
            }
            assertThat(jvm.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        for (ProcessHandle child : children) {
            while (runs(child)) {
                assertThat(System.nanoTime()).as("child %s still runs", child).isLessThan(endNs);
                LockSupport.parkNanos(1_000_000);
            }
        }
        assertThat(files(jvm.pid())).isEmpty();
    }

    /** A process that has ended and that nobody has asked about has no command. */
    private static boolean runs(ProcessHandle process) {
        return process.isAlive() && process.info().command().isPresent();
    }

    private static List<Path> files(long pid) throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path folder :
                List.of(Path.of("/dev/shm"), Path.of(System.getProperty("java.io.tmpdir")))) {
            if (Files.isDirectory(folder)) {
                try (Stream<Path> all = Files.list(folder)) {
                    all.filter(
                                    file ->
                                            file.getFileName()
                                                    .toString()
                                                    .startsWith("eyewall-ring-" + pid))
                            .forEach(found::add);
                }
            }
        }
        return found;
    }
}
