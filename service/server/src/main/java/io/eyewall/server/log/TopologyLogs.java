package io.eyewall.server.log;

import io.eyewall.control.log.LogSource;
import io.eyewall.server.store.StateFolder;
import io.eyewall.server.worker.WorkerOutput;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The log files of all topologies of a server, including topologies that are over. Requested names
 * are only compared with the names of existing files and never used as a path; symbolic links are
 * ignored. Any thread may call.
 */
public final class TopologyLogs {
    private static final Pattern FILE = Pattern.compile("worker\\.log(\\.[0-9]{1,4})?|jvm\\.log");

    /** The part of an id that follows the topology's name. */
    private static final Pattern ID_END = Pattern.compile("-[0-9]+-[0-9]+");

    private final Path folder;
    private final int kept;

    /**
     * @param kept number of full log files that are kept for each topology
     */
    public TopologyLogs(StateFolder state, int kept) {
        this.folder = state.logs("");
        this.kept = kept;
    }

    /**
     * Returns the log of a topology.
     *
     * @param topology its id, or its name, which stands for the most recent topology of that name
     */
    public Optional<LogSource> of(String topology) throws IOException {
        return find(topology).map(logs -> WorkerOutput.log(logs, kept));
    }

    private Optional<Path> find(String topology) throws IOException {
        List<Path> named = new ArrayList<>();
        for (Path each : children(folder)) {
            String id = name(each);
            boolean isTopology = Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS);
            if (isTopology && id.equals(topology)) {
                return Optional.of(each);
            } else if (isTopology
                    && id.startsWith(topology)
                    && ID_END.matcher(id.substring(topology.length())).matches()) {
                named.add(each);
            }
        }
        return named.stream().max(Comparator.comparing(TopologyLogs::changedMs));
    }

    private static long changedMs(Path each) {
        try {
            return Files.getLastModifiedTime(each, LinkOption.NOFOLLOW_LINKS).toMillis();
        } catch (IOException e) {
            return 0; // the folder has just been removed
        }
    }

    /**
     * Returns the names of a topology's log files, sorted; an empty list if there is no such
     * topology.
     */
    List<String> names(String id) throws IOException {
        Optional<Path> logs = byId(id);
        return logs.isPresent() ? namesIn(logs.get()) : List.of();
    }

    /** Returns the names of the log files in a folder; none if it has just been removed. */
    static List<String> namesIn(Path logs) throws IOException {
        List<Path> files;
        try {
            files = children(logs);
        } catch (NoSuchFileException e) {
            return List.of();
        }
        return files.stream()
                .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                .map(TopologyLogs::name)
                .filter(name -> FILE.matcher(name).matches())
                .sorted()
                .toList();
    }

    /** Returns the ids of topologies that have logs, sorted. */
    List<String> ids() throws IOException {
        return children(folder).stream()
                .filter(each -> Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS))
                .map(TopologyLogs::name)
                .sorted()
                .toList();
    }

    /** Returns a log file of a topology; empty if it has no file of that name. */
    Optional<Path> file(String id, String name) throws IOException {
        return names(id).contains(name)
                ? byId(id).map(logs -> logs.resolve(name))
                : Optional.empty();
    }

    private Optional<Path> byId(String id) throws IOException {
        return children(folder).stream()
                .filter(each -> name(each).equals(id))
                .filter(each -> Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS))
                .findFirst();
    }

    private static String name(Path path) {
        return path.getFileName().toString();
    }

    private static List<Path> children(Path parent) throws IOException {
        List<Path> all = new ArrayList<>();
        try (DirectoryStream<Path> children = Files.newDirectoryStream(parent)) {
            children.forEach(all::add);
        }
        return all;
    }
}
