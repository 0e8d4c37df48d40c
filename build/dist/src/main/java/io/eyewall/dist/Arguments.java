package io.eyewall.dist;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The arguments of {@link DescribePackage}.
 *
 * @param sbom the SBOM of the dependencies, in CycloneDX's JSON
 * @param lib the folder with the jars of the package
 * @param texts licence texts for jars that contain none, in one folder per Maven group
 * @param out the folder to write to
 * @param parts parts of the package that are not Maven dependencies of the command
 * @param spdx SPDX ids by names of licences
 */
record Arguments(
        Path sbom, Path lib, Path texts, Path out, List<Part> parts, Map<String, String> spdx) {
    /**
     * @param args {@code --sbom=FILE --lib=FOLDER --texts=FOLDER --out=FOLDER}, and {@code --part=}
     *     and {@code --spdx=NAME=ID} any number of times
     * @throws IllegalArgumentException if one is missing or unknown
     */
    static Arguments parse(String[] args) {
        Map<String, Path> paths = new HashMap<>();
        List<Part> parts = new ArrayList<>();
        Map<String, String> spdx = new HashMap<>();
        for (String arg : args) {
            int equals = arg.indexOf('=');
            if (!arg.startsWith("--") || equals < 0) {
                throw new IllegalArgumentException(arg + ": expected --NAME=VALUE");
            }
            String name = arg.substring(2, equals);
            String value = arg.substring(equals + 1);
            switch (name) {
                case "part" -> parts.add(Part.parse(value));
                case "spdx" -> {
                    int lastEquals = value.lastIndexOf('=');
                    spdx.put(
                            value.substring(0, Math.max(lastEquals, 0)),
                            value.substring(lastEquals + 1));
                }
                case "sbom", "lib", "texts", "out" -> paths.put(name, Path.of(value));
                default ->
                        throw new IllegalArgumentException(
                                arg
                                        + ": expected one of --sbom, --lib, --texts, --out, --part,"
                                        + " --spdx");
            }
        }
        return new Arguments(
                path(paths, "sbom"),
                path(paths, "lib"),
                path(paths, "texts"),
                path(paths, "out"),
                List.copyOf(parts),
                Map.copyOf(spdx));
    }

    private static Path path(Map<String, Path> paths, String name) {
        Path path = paths.get(name);
        if (path == null) {
            throw new IllegalArgumentException("--" + name + " is missing");
        }
        return path;
    }
}
