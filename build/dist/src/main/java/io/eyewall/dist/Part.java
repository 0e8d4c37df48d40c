package io.eyewall.dist;

import java.nio.file.Path;
import java.util.List;

/**
 * A part of the package that was taken from an artifact on which the command does not depend.
 *
 * @param pathInPackage its path in the package
 * @param file its file on the disk: a jar, or another file that contains the part
 * @param component the artifact
 */
record Part(String pathInPackage, Path file, Component component) {
    private static final String FORM = "PATH_IN_PACKAGE,FILE,GROUP:NAME:VERSION,LICENCE";

    /**
     * @param text {@value #FORM}
     * @throws IllegalArgumentException if the text does not have that form
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
