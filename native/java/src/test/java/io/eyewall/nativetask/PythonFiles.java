package io.eyewall.nativetask;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;

/** The package and its examples, from their sources, where there is a Python. */
final class PythonFiles {
    private static final Path PYTHON = Path.of("..", "python").toAbsolutePath().normalize();

    private PythonFiles() {}

    static PythonBolt bolt(String folder, String module, String type) {
        return new PythonBolt(module, type)
                .modulesIn(PYTHON.toString())
                .modulesIn(PYTHON.resolve(folder).toString());
    }

    static PythonSpout spout(String folder, String module, String type) {
        return new PythonSpout(module, type)
                .modulesIn(PYTHON.toString())
                .modulesIn(PYTHON.resolve(folder).toString());
    }

    /** Skips the test where there is none. */
    static void assumePython() {
        assumeRuns("import sys; assert sys.version_info >= (3, 9)", "Python 3.9 or newer");
    }

    /** Skips the test where Python has no NumPy and no Arrow. */
    static void assumeArrow() {
        assumeRuns("import numpy, pyarrow", "NumPy and pyarrow");
    }

    private static void assumeRuns(String script, String needed) {
        try {
            Process process =
                    new ProcessBuilder("python3", "-c", script)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            assumeTrue(process.waitFor() == 0, "python3 is not, or has not, " + needed);
        } catch (IOException e) {
            assumeTrue(false, "there is no python3");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
