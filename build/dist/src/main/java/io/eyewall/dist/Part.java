package io.eyewall.dist;

import java.nio.file.Path;
import java.util.List;

/**
 * What the package has from an artifact that is no dependency of the command.
 *
 * @param place in the package
 * @param file the same on the disk: a jar, or something else that holds what was taken
 * @param component the artifact
 */
record Part(String place, Path file, Component component) {
    private static final String FORM = "PLACE,FILE,GROUP:NAME:VERSION,LICENCE";

    /**
     * @param text {@value #FORM}
     * @throws IllegalArgumentException if it is not of that form
     */
    static Part parse(String text) {
        String[] fields = text.split(",", -1);
        String[] coordinates = fields.length == 4 ? fields[2].split(":", -1) : new String[0];
        if (coordinates.length != 3) {
            throw new IllegalArgumentException("--part=" + text + ": expected " + FORM);
        }
        Component component =
                new Component(
                        coordinates[0], coordinates[1], coordinates[2], List.of(fields[3]), "", "");
        return new Part(fields[0], Path.of(fields[1]), component);
    }
}
