package io.eyewall.nativetask;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;

/**
 * Tries to load a library in another process before this one loads it. The loader of a damaged
 * file, or a static initialiser of the library, may end the process that loads it. Thread-safe.
 */
final class LibraryTrial {
    /** An exit code of a process that a signal has ended is this plus the signal's number. */
    private static final int SIGNALLED = 128;

    private static final long LIMIT_SECS = 10;
    private static final ConcurrentMap<Version, Optional<String>> PROBLEMS =
            new ConcurrentHashMap<>();

    /** A file's content, as far as one can know without reading it. */
    private record Version(String file, long size, long modifiedMs) {}

    private LibraryTrial() {}

    /**
     * Tries a library, once per version of its file.
     *
     * @throws NativeTaskException if the process that loaded the library was ended by a signal
     */
    static void of(String library) {
        File file = new File(library);
        Version version = new Version(library, file.length(), file.lastModified());
        PROBLEMS.computeIfAbsent(version, absent -> problem(library))
                .ifPresent(
                        problem -> {
                            throw new NativeTaskException(problem);
                        });
    }

    private static Optional<String> problem(String library) {
        int code;
        try {
            code = exitCode(LibraryFiles.host(), library);
        } catch (NativeTaskException | IOException e) { // no such program here, or no process
            return Optional.empty(); // the library is loaded without a trial
        }
        return code <= SIGNALLED // any other failure is reported when it is loaded here
                ? Optional.empty()
                : Optional.of(
                        "cannot load the task library '"
                                + library
                                + "': a process that tried to was ended by signal "
                                + (code - SIGNALLED)
                                + ", so the file is damaged, or a static initialiser crashes;"
                                + " build or copy it again");
    }

    /** Returns the exit code of a process that loads the library; 0 if it takes too long. */
    private static int exitCode(Path host, String library) throws IOException {
        Process process =
                new ProcessBuilder(host.toString(), library)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        try {
            return process.waitFor(LIMIT_SECS, TimeUnit.SECONDS) ? process.exitValue() : 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        } finally {
            process.destroyForcibly();
        }
    }
}
