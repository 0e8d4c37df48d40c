package io.eyewall.cli.doctor;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Checks for programs that some topologies, or some of this project's tests, call. */
final class ToolChecks {
    private static final Map<String, String> TOOLS = new LinkedHashMap<>();

    static {
        TOOLS.put("python3", "shell components in Python");
        TOOLS.put("node", "shell components in JavaScript");
        TOOLS.put("taskset", "pinning core threads to processors (key eyewall.cores.pin)");
        TOOLS.put("redis-server", "topologies that keep state in Redis; any host will do");
        TOOLS.put("chromium", "tests of pages in a browser");
        TOOLS.put("ip", "hosts of 'eyewall lab' in namespaces (package iproute2)");
        TOOLS.put("tc", "limited link rates between hosts of 'eyewall lab' (package iproute2)");
    }

    private ToolChecks() {}

    /**
     * Runs all checks.
     *
     * @param path the folders to search, in the format of the shell's {@code PATH}
     */
    static List<DoctorFinding> checkAll(String path) {
        List<DoctorFinding> findings = new ArrayList<>();
        TOOLS.forEach(
                (tool, use) ->
                        findings.add(
                                find(tool, path)
                                        .map(
                                                found ->
                                                        DoctorFinding.ok(
                                                                tool, found + ", for " + use))
                                        .orElse(
                                                DoctorFinding.note(
                                                        tool,
                                                        "not in PATH; needed for "
                                                                + use
                                                                + " only"))));
        return findings;
    }

    private static Optional<Path> find(String tool, String path) {
        return Stream.of(path.split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, tool))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
