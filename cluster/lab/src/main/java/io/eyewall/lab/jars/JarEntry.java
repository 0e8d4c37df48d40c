package io.eyewall.lab.jars;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A jar of Storm or of one of its dependencies, as listed by the build. Immutable.
 *
 * @param forWorkers whether the jar is on the class path of workers, too, and not only of daemons
 * @param sha256 SHA-256 of the jar's bytes, hexadecimal
 * @param bytes the jar's size
 * @param path the jar's path in a Maven repository
 */
record JarEntry(boolean forWorkers, String sha256, long bytes, String path) {
    private static final Pattern LINE =
            Pattern.compile("(worker|daemon) ([0-9a-f]{64}) (\\d{1,12}) (\\w[\\w./+-]*\\.jar)");

    /**
     * Parses a line of the list.
     *
     * @throws IllegalArgumentException if the line is malformed
     */
    static JarEntry parse(String line) {
        Matcher matcher = LINE.matcher(line);
        if (!matcher.matches() || matcher.group(4).contains("..")) {
            throw new IllegalArgumentException(
                    "'"
                            + line
                            + "' in the list of Storm's jars: expected 'worker|daemon SHA256"
                            + " BYTES PATH.jar'");
        }
        return new JarEntry(
                matcher.group(1).equals("worker"),
                matcher.group(2),
                Long.parseLong(matcher.group(3)),
                matcher.group(4));
    }

    /** Returns the last element of the path. */
    String fileName() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** Returns the entry's line of the list. */
    @Override
    public String toString() {
        return (forWorkers ? "worker " : "daemon ") + sha256 + " " + bytes + " " + path;
    }
}
