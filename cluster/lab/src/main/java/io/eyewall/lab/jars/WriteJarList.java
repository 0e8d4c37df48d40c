package io.eyewall.lab.jars;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A step of this module's build: writes the list of Storm's jars from the class paths that Maven
 * has resolved, in which {@code REPOSITORY} stands for the local repository.
 */
public final class WriteJarList {
    private static final String REPOSITORY = "REPOSITORY/";

    /**
     * The logging jars. Eyewall excludes them from storm-client, so that the workers' class path
     * lacks them; Storm's workers need them.
     */
    private static final String LOGGING = "org/apache/logging/log4j/";

    private WriteJarList() {}

    /**
     * Writes the list.
     *
     * @param args the local repository, the files with the class paths of daemons and of workers,
     *     the list to write
     */
    public static void main(String[] args) throws IOException {
        Path repository = Path.of(args[0]);
        Set<String> daemons = readPaths(Path.of(args[1]));
        Set<String> workers = readPaths(Path.of(args[2]));
        List<String> lines = new ArrayList<>();
        Set<String> all = new LinkedHashSet<>(daemons);
        all.addAll(workers);
        for (String path : all) {
            Path jar = repository.resolve(path);
            boolean forWorkers = workers.contains(path) || path.startsWith(LOGGING);
            JarEntry entry = new JarEntry(forWorkers, Sha256.of(jar), Files.size(jar), path);
            lines.add(JarEntry.parse(entry.toString()).toString());
        }
        Path list = Path.of(args[3]);
        Files.createDirectories(list.toAbsolutePath().getParent());
        Files.write(list, lines);
    }

    private static Set<String> readPaths(Path classPath) throws IOException {
        Set<String> paths = new LinkedHashSet<>();
        for (String element : Files.readString(classPath).strip().split("[:;]")) {
            String path = element.replace('\\', '/');
            if (!path.startsWith(REPOSITORY)) {
                throw new IOException(
                        classPath + " has '" + element + "', expected a jar of a repository");
            }
            paths.add(path.substring(REPOSITORY.length()));
        }
        return paths;
    }
}
