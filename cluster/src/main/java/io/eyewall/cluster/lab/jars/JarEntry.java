package io.eyewall.cluster.lab.jars;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A jar of Storm's, or one that it needs, as the build saw it.
 *
 * @param forWorkers whether workers have it, too
 * @param sha256 of its bytes, hexadecimal
 * @param bytes its size
 * @param path in a Maven repository, here or elsewhere
 */
record JarEntry(boolean forWorkers, String sha256, long bytes, String path) {
    private static final Pattern LINE =
            Pattern.compile("(worker|daemon) ([0-9a-f]{64}) (\\d{1,12}) (\\w[\\w./+-]*\\.jar)");

    /**
     * @throws IllegalArgumentException if it is none
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

    /** Without folders. */
    String fileName() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** A line of the list. */
    @Override
    public String toString() {
        return (forWorkers ? "worker " : "daemon ") + sha256 + " " + bytes + " " + path;
    }
}
