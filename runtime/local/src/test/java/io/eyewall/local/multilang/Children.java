package io.eyewall.local.multilang;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Commands of child processes in Python and Node, which run scripts of these tests. */
final class Children {
    /** The folder of Storm's {@code storm.py} and {@code storm.js}. */
    private static final String ADAPTERS =
            Path.of("target/multilang/resources").toAbsolutePath().toString();

    static final Map<String, String> ENVIRONMENT =
            Map.of("PYTHONPATH", ADAPTERS, "NODE_PATH", ADAPTERS);

    private Children() {}

    /** Returns whether Python is installed. */
    static boolean canBePython() {
        return isOnPath("python3");
    }

    /** Returns whether Node is installed. */
    static boolean canBeNode() {
        return isOnPath("node");
    }

    private static boolean isOnPath(String interpreter) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, interpreter)));
    }

    /** Returns the command that runs a script; the file's extension decides the language. */
    static String[] running(String script) {
        Path path = Path.of("src/test/multilang", script).toAbsolutePath();
        return new String[] {script.endsWith(".js") ? "node" : "python3", path.toString()};
    }

    /** Returns the ids of the living child processes. */
    static Set<Long> pids() {
        return ProcessHandle.current()
                .children()
                .filter(child -> child.info().command().orElse("").matches(".*(python|node).*"))
                .map(ProcessHandle::pid)
                .collect(Collectors.toSet());
    }

    static void signal(String signal, long pid) throws Exception {
        new ProcessBuilder("kill", signal, Long.toString(pid)).start().waitFor();
    }
}
