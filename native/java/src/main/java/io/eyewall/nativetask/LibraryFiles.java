package io.eyewall.nativetask;

import io.eyewall.nativetask.memory.Bridge;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds shared libraries and programs: an absolute path, a file of the topology's resources folder,
 * or a resource of the jar, which is copied to a file once per process. Thread-safe. Intended for
 * the packages of this module.
 */
public final class LibraryFiles {
    private static final String BUNDLED = "eyewall/native/";
    private static final Map<String, Path> COPIES = new HashMap<>();

    private LibraryFiles() {}

    /**
     * Returns the path of a topology's library.
     *
     * @param library an absolute path, or a name relative to the resources folder or the jar
     * @param resources the folder on disk with the jar's {@code resources}, or null if there is
     *     none
     */
    public static Path find(String library, @Nullable String resources) {
        Path named = Path.of(library);
        if (named.isAbsolute()) {
            return named; // the loader reports a missing file
        }
        if (resources != null && Files.isRegularFile(Path.of(resources, library))) {
            return Path.of(resources, library);
        }
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        for (String folder : new String[] {"resources/", "", BUNDLED}) {
            URL found = loader == null ? null : loader.getResource(folder + library);
            if (found != null) {
                return copy(found, library);
            }
        }
        throw new NativeTaskException(
                "task library '"
                        + library
                        + "' not found in the folder 'resources' of"
                        + " the topology's jar nor at the jar's root; put it there, or give an absolute"
                        + " path that exists on every machine that runs the topology");
    }

    /** Loads the JNI library that connects Java with native tasks. */
    static void loadBridge() {
        String override = System.getProperty(Bridge.PROPERTY);
        if (override != null) {
            Bridge.load(Path.of(override));
            return;
        }
        String name = System.mapLibraryName("eyewall_native");
        URL found = LibraryFiles.class.getClassLoader().getResource(BUNDLED + name);
        if (found == null) {
            throw new NativeTaskException(
                    "this build of eyewall-native has no "
                            + name
                            + ": it was built without CMake or"
                            + " a C++20 compiler; build it anew where there are both, or name the"
                            + " library by -D"
                            + Bridge.PROPERTY);
        }
        Bridge.load(copy(found, name));
    }

    /**
     * Returns the path of one of Eyewall's programs: {@code eyewall-native-host} or {@code
     * eyewall-native-worker}.
     *
     * @param property the system property that overrides the path
     */
    public static Path program(String name, String property) {
        String override = System.getProperty(property);
        if (override != null) {
            return Path.of(override);
        }
        URL found = LibraryFiles.class.getClassLoader().getResource(BUNDLED + name);
        if (found == null) {
            throw new NativeTaskException(
                    "this build of eyewall-native has no "
                            + name
                            + ": it was built without CMake or a C++20 compiler; build it anew"
                            + " where there are both, or name the program by -D"
                            + property);
        }
        Path file = copy(found, name);
        if (!file.toFile().setExecutable(true) || !Files.isExecutable(file)) {
            throw new NativeTaskException(
                    file
                            + " can't be run as a program: its file system may be mounted without"
                            + " (noexec); set java.io.tmpdir to another folder, or name the program"
                            + " by -D"
                            + property);
        }
        return file;
    }

    /** Returns the path of the program that runs a task in a child process. */
    static Path host() {
        return program("eyewall-native-host", "eyewall.native.host");
    }

    private static Path copy(URL resource, String library) {
        synchronized (COPIES) {
            @Nullable Path copy = COPIES.get(resource.toString());
            if (copy != null && Files.exists(copy)) {
                return copy;
            }
            try (InputStream from = resource.openStream()) {
                Path file = LibraryFolder.make().resolve(new File(library).getName());
                Files.copy(from, file, StandardCopyOption.REPLACE_EXISTING);
                file.toFile().deleteOnExit();
                COPIES.put(resource.toString(), file);
                return file;
            } catch (IOException e) {
                throw new NativeTaskException(
                        "cannot copy "
                                + resource
                                + " to a file in "
                                + System.getProperty("java.io.tmpdir")
                                + ": "
                                + e,
                        e);
            }
        }
    }
}
