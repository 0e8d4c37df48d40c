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
    private static final Pattern LOG_FILE_NAME =
            Pattern.compile("worker\\.log(\\.[0-9]{1,4})?|jvm\\.log");

    /** The part of an id that follows the topology's name: two numbers. */
    private static final Pattern ID_SUFFIX = Pattern.compile("-[0-9]+-[0-9]+");

    private final Path folder;
    private final int rotatedFiles;

    /**
     * @param rotatedFiles number of rotated log files that are kept for each topology
     */
    public TopologyLogs(StateFolder state, int rotatedFiles) {
        this.folder = state.logs("");
        this.rotatedFiles = rotatedFiles;
    }

    /**
     * Returns the log of a topology.
     *
     * @param topology its id, or its name, which stands for the most recent topology of that name
     */
    public Optional<LogSource> logOf(String topology) throws IOException {
        return folderByIdOrName(topology).map(logs -> WorkerOutput.logSource(logs, rotatedFiles));
    }

    private Optional<Path> folderByIdOrName(String topology) throws IOException {
        List<Path> candidates = new ArrayList<>();
        for (Path each : children(folder)) {
            String id = fileName(each);
            boolean isTopology = Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS);
            if (isTopology && id.equals(topology)) {
                return Optional.of(each);
            } else if (isTopology
                    && id.startsWith(topology)
                    && ID_SUFFIX.matcher(id.substring(topology.length())).matches()) {
                candidates.add(each);
            }
        }
        return candidates.stream().max(Comparator.comparing(TopologyLogs::modifiedMs));
    }

    private static long modifiedMs(Path each) {
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
    List<String> fileNames(String id) throws IOException {
        Optional<Path> logs = folderById(id);
        return logs.isPresent() ? fileNamesIn(logs.get()) : List.of();
    }

    /** Returns the names of the log files in a folder; none if it has just been removed. */
    static List<String> fileNamesIn(Path logs) throws IOException {
        List<Path> files;
        try {
            files = children(logs);
        } catch (NoSuchFileException e) {
            return List.of();
        }
        return files.stream()
                .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                .map(TopologyLogs::fileName)
                .filter(fileName -> LOG_FILE_NAME.matcher(fileName).matches())
                .sorted()
                .toList();
    }

    /** Returns the ids of topologies that have logs, sorted. */
    List<String> topologyIds() throws IOException {
        return children(folder).stream()
                .filter(each -> Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS))
                .map(TopologyLogs::fileName)
                .sorted()
                .toList();
    }

    /** Returns a log file of a topology; empty if it has no file of that name. */
    Optional<Path> file(String id, String fileName) throws IOException {
        return fileNames(id).contains(fileName)
                ? folderById(id).map(logs -> logs.resolve(fileName))
                : Optional.empty();
    }

    private Optional<Path> folderById(String id) throws IOException {
        return children(folder).stream()
                .filter(each -> fileName(each).equals(id))
                .filter(each -> Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS))
                .findFirst();
    }

    private static String fileName(Path path) {
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
