package io.eyewall.nativetask;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Python's own tests of its package. */
class PythonPackageTest {
    @Test
    void itsTestsPass() throws Exception {
        PythonFiles.assumePython();
        Process tests =
                new ProcessBuilder("python3", "-B", "-m", "unittest", "discover", "-s", "tests")
                        .directory(Path.of("..", "python").toFile())
                        .redirectErrorStream(true)
                        .start();
        String said = new String(tests.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(tests.waitFor()).as(said).isZero();
        assertThat(said).contains("\nOK");
        if (said.contains("skipped=")) {
            System.err.println("Python's tests, of which those for NumPy need it:\n" + said);
        }
    }
}
