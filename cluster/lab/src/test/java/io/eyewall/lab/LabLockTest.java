package io.eyewall.lab;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabLockTest {
    @TempDir private Path root = Path.of(""); // until JUnit sets it

    /** The main class of another process, which takes the lock or reports that it cannot. */
    public static final class Other {
        private Other() {}

        public static void main(String[] args) throws Exception {
            try (LabLock lock = LabLock.acquire(LabFolder.of(Path.of(args[0]), args[1]))) {
                assertThat(lock).isNotNull();
                System.out.println("taken");
            } catch (LabException e) {
                System.out.println("held");
            }
        }
    }

    private String other(String name) throws Exception {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                Other.class.getName(),
                                root.toString(),
                                name)
                        .start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return said;
    }

    /** Closing another lab's lock, or failing to take this one twice, must not lose this one. */
    @Test
    void isHeldAgainstOtherProcessesAndThreads() throws Exception {
        LabFolder lab = LabFolder.of(root, "one");
        try (LabLock lock = LabLock.acquire(lab)) {
            assertThatThrownBy(() -> LabLock.acquire(lab))
                    .isInstanceOf(LabException.class)
                    .hasMessageContaining("another command");
            LabLock.acquire(LabFolder.of(root, "two")).close();

            assertThat(lock).isNotNull();
            assertThat(other("one")).isEqualTo("held");
            assertThat(other("two")).isEqualTo("taken");
        }
        assertThat(other("one")).isEqualTo("taken");
        LabLock.acquire(lab).close();
    }
}
