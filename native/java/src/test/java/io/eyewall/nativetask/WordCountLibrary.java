package io.eyewall.nativetask;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** The library of {@code native/task/example}, where the C++ part could be built. */
final class WordCountLibrary {
    private WordCountLibrary() {}

    /** Its path; skips the test if it was left out. */
    static String path() {
        Path library = Path.of("target", "native", "lib", "libwordcount.so").toAbsolutePath();
        assumeTrue(
                Files.exists(library),
                "the C++ part was left out of this build (native/build-for-maven says why)");
        return library.toString();
    }
}
