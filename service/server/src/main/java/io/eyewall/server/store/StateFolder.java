package io.eyewall.server.store;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.storm.generated.StormTopology;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder in which a server stores everything. One server at a time can open it. Any thread may
 * call.
 *
 * <pre>
 * server.lock          locked by the server that has opened the folder
 * topologies/ID/       one topology, see {@link TopologyFolder}
 * uploads/             jars being uploaded; the next server can't continue them and deletes them
 * logs/ID/             output and log of a topology; remains when the topology is over
 * state/               eyewall.state.dir of topologies that set none; also blobs
 * </pre>
 */
public final class StateFolder implements AutoCloseable {
    /**
     * Longest name of a topology: file systems allow 255 bytes for a folder's name, which is the
     * topology's name followed by the two numbers of its id.
     */
    private static final int MAX_NAME_BYTES = 230;

    /** Number of characters of a too long name that the error message shows. */
    private static final int SHOWN_NAME_CHARS = 40;

    private static final Logger LOG = LoggerFactory.getLogger(StateFolder.class);

    static final String JAR = "topology.jar";
    static final String DEPENDENCIES = "dependencies";

    private static final String LOCK = "server.lock";

    /** Number of topologies that are over and whose logs are kept. */
    private static final int MAX_OLD_LOGS = 50;

    /** Prefix of a folder that is being created or removed; topologies' names have no dots. */
    private static final String UNFINISHED_PREFIX = ".";

    /**
     * Folders that this process has opened. The file lock does not suffice within one process:
     * opening a second channel to the file, finding it locked and closing the channel would release
     * the first channel's lock (POSIX).
     */
    private static final Set<Path> OPEN_FOLDERS = ConcurrentHashMap.newKeySet();

    private final Path folder;
    private final RandomAccessFile lock;
    private final Object deletingLogs = new Object();

    private StateFolder(Path folder, RandomAccessFile lock) {
        this.folder = folder;
        this.lock = lock;
    }

    /**
     * Opens a folder; creates it if it does not exist.
     *
     * @throws IOException if it can't be written to, or another server has opened it; the message
     *     names the folder and the remedy
     */
    public static StateFolder open(Path path) throws IOException {
        Path folder = path.toAbsolutePath().normalize();
        try {
            if (!Files.isDirectory(folder)) {
                Path parent = folder.getParent();
                if (parent != null) {
                    Files.createDirectories(parent);
                }
                DurableFiles.createFolder(folder);
            }
            folder = folder.toRealPath();
        } catch (IOException e) {
            throw unusableError(folder, e);
        }
        if (!OPEN_FOLDERS.add(folder)) {
            throw inUseError(folder, Long.toString(ProcessHandle.current().pid()));
        }
        RandomAccessFile lock = null;
        try {
            lock = lock(folder);
            StateFolder state = new StateFolder(folder, lock);
            state.createAndCleanUp();
            return state;
        } catch (IOException e) {
            OPEN_FOLDERS.remove(folder);
            if (lock != null) {
                lock.close();
            }
            throw e;
        }
    }

    private static RandomAccessFile lock(Path folder) throws IOException {
        RandomAccessFile file;
        try {
            file = new RandomAccessFile(folder.resolve(LOCK).toFile(), "rw");
        } catch (IOException e) {
            throw unusableError(folder, e);
        }
        boolean locked = false;
        try {
            if (file.getChannel().tryLock() == null) {
                String owner = file.readLine();
                throw inUseError(folder, owner == null ? "unknown" : owner);
            }
            writeProcessId(folder, file);
            locked = true;
            return file;
        } finally {
            if (!locked) {
                file.close();
            }
        }
    }

    private static void writeProcessId(Path folder, RandomAccessFile file) throws IOException {
        try {
            file.setLength(0);
            file.write((ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw unusableError(folder, e);
        }
    }

    private static IOException inUseError(Path folder, String process) {
        return new IOException(
                "state folder %s is in use by another server (process %s); stop that one first,"
                                .formatted(folder, process)
                        + " or give this one another --state");
    }

    private void createAndCleanUp() throws IOException {
        try {
            for (Path each : List.of(topologies(), uploads(), logs(), state())) {
                if (!Files.isDirectory(each)) {
                    DurableFiles.createFolder(each);
                }
            }
            for (Path upload : list(uploads())) {
                deleteLeftover(upload);
            }
            for (Path topology : list(topologies())) {
                if (topology.getFileName().toString().startsWith(UNFINISHED_PREFIX)) {
                    deleteLeftover(topology);
                }
            }
        } catch (IOException e) {
            throw unusableError(folder, e);
        }
    }

    private static void deleteLeftover(Path leftover) {
        try {
            DurableFiles.delete(leftover);
        } catch (IOException e) {
            LOG.warn("leftover {} can't be deleted: {}", leftover, e.toString());
        }
    }

    private static IOException unusableError(Path folder, IOException e) {
        return new IOException(
                "state folder %s can't be used (%s); make room, or make it writable, or give another --state"
                        .formatted(folder, describe(e)),
                e);
    }

    private static String describe(IOException e) {
        String message = e.getMessage();
        return e.getClass().getSimpleName() + (message == null ? "" : ": " + message);
    }

    /** Returns the folder's path. */
    public Path path() {
        return folder;
    }

    /** Returns the folder for jars that are being uploaded. */
    public Path uploads() {
        return folder.resolve("uploads");
    }

    /** Returns the folder for state that outlives topologies, and for blobs. */
    public Path state() {
        return folder.resolve("state");
    }

    /** Returns the folder of a topology; it may not exist. */
    public TopologyFolder topology(String id) {
        return new TopologyFolder(topologies().resolve(id));
    }

    /** Returns the folder for a topology's output and log. */
    public Path logs(String id) {
        return logs().resolve(id);
    }

    private Path logs() {
        return folder.resolve("logs");
    }

    private Path topologies() {
        return folder.resolve("topologies");
    }

    /**
     * Returns the topologies that are not over, in the order of their submission. Folders that
     * can't be read are left unchanged and reported in the log.
     *
     * @throws IOException if the folder of all topologies can't be read
     */
    public List<TopologyFolder> storedTopologies() throws IOException {
        record Dated(TopologyFolder folder, SubmissionFacts submission) {}
        List<Dated> found = new ArrayList<>();
        for (Path each : list(topologies())) {
            if (!each.getFileName().toString().startsWith(UNFINISHED_PREFIX)) {
                TopologyFolder topology = new TopologyFolder(each);
                try {
                    found.add(new Dated(topology, topology.submission()));
                } catch (IOException | RuntimeException e) {
                    LOG.error(
                            "topology folder {} can't be read; it is left unchanged: {}",
                            topology,
                            e.toString());
                }
            }
        }
        found.sort(
                Comparator.comparingInt((Dated each) -> each.submission().launchTimeSecs())
                        .thenComparing(each -> each.submission().id()));
        return found.stream().map(Dated::folder).toList();
    }

    /**
     * The parts of a submitted topology.
     *
     * @param submission facts of the submission; it names the dependencies
     * @param jar the topology's jar; it is moved
     * @param dependencies further jars, as many as {@code submission} names; they are moved
     * @param conf configuration after Nimbus' checks
     * @param topology the topology's structure
     * @param orders initial orders
     * @param credentials initial credentials
     * @param update describes the version that this one replaces; until it has replaced that
     *     version this one is in standby, without orders. Null if it replaces none
     */
    public record Contents(
            SubmissionFacts submission,
            Path jar,
            List<Path> dependencies,
            Map<String, Object> conf,
            StormTopology topology,
            Orders orders,
            Map<String, String> credentials,
            @Nullable UpdateNote update) {
        /** Creates the contents of a topology that replaces none. */
        public Contents(
                SubmissionFacts submission,
                Path jar,
                List<Path> dependencies,
                Map<String, Object> conf,
                StormTopology topology,
                Orders orders,
                Map<String, String> credentials) {
            this(submission, jar, dependencies, conf, topology, orders, credentials, null);
        }
    }

    /**
     * Stores a topology. When this method returns, the topology is on disk; when it throws, it is
     * not.
     *
     * @throws IOException if it can't be stored; the message says where
     */
    public TopologyFolder add(Contents contents) throws IOException {
        Path unfinished = topologies().resolve(UNFINISHED_PREFIX + UUID.randomUUID());
        Path target = topologies().resolve(contents.submission().id());
        try {
            DurableFiles.createFolder(unfinished);
            Files.move(contents.jar(), unfinished.resolve(JAR));
            DurableFiles.sync(unfinished.resolve(JAR));
            Path dependencies = unfinished.resolve(DEPENDENCIES);
            DurableFiles.createFolder(dependencies);
            for (int i = 0; i < contents.dependencies().size(); i++) {
                Path jar = dependencies.resolve(contents.submission().dependencies().get(i));
                Files.move(contents.dependencies().get(i), jar);
                DurableFiles.sync(jar);
            }
            DurableFiles.sync(dependencies);
            new TopologyFolder(unfinished).writeSubmission(contents);
            DurableFiles.move(unfinished, target);
            return new TopologyFolder(target);
        } catch (IOException e) {
            try {
                DurableFiles.delete(unfinished);
            } catch (IOException leftover) { // the next server deletes it
                e.addSuppressed(leftover);
            }
            throw new IOException(
                    "topology '%s' can't be stored in %s (%s); make room, or make it writable"
                            .formatted(contents.submission().name(), target, describe(e)),
                    e);
        }
    }

    /**
     * Refuses a name whose topology id would be too long for a folder's name.
     *
     * @throws IllegalArgumentException if the name is too long; the message says why
     */
    public static void checkName(String name) {
        int bytes = name.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MAX_NAME_BYTES) {
            throw new IllegalArgumentException(
                    "topology name '%s...' has %d bytes in UTF-8; expected at most %d, since a folder is named after it; give a shorter one"
                            .formatted(
                                    name.substring(0, name.offsetByCodePoints(0, SHOWN_NAME_CHARS)),
                                    bytes,
                                    MAX_NAME_BYTES));
        }
    }

    /**
     * Deletes a topology that is over; its logs remain. The next server deletes what can't be
     * deleted now.
     */
    public void remove(TopologyFolder topology) throws IOException {
        // Not named after the id, with which the name might be too long.
        Path renamed = topologies().resolve(UNFINISHED_PREFIX + UUID.randomUUID());
        DurableFiles.move(topology.path(), renamed);
        DurableFiles.delete(renamed);
        deleteOldLogs();
    }

    /**
     * Deletes all but the latest logs of topologies that are over. What can't be deleted now is
     * deleted after the next topology's end. Only one thread at a time does this, because each one
     * lists folders that another would be deleting.
     */
    private void deleteOldLogs() {
        record Dated(Path logs, FileTime changed) {}
        synchronized (deletingLogs) {
            try {
                List<Dated> old = new ArrayList<>();
                for (Path logs : list(logs())) {
                    if (!Files.exists(topologies().resolve(logs.getFileName()))) {
                        old.add(
                                new Dated(
                                        logs,
                                        Files.getLastModifiedTime(
                                                logs, LinkOption.NOFOLLOW_LINKS)));
                    }
                }
                old.sort(Comparator.comparing(Dated::changed).reversed());
                for (Dated each : old.subList(Math.min(MAX_OLD_LOGS, old.size()), old.size())) {
                    DurableFiles.delete(each.logs());
                }
            } catch (IOException e) {
                LOG.warn("old logs in {} can't be deleted: {}", logs(), e.toString());
            }
        }
    }

    private static List<Path> list(Path folder) throws IOException {
        List<Path> paths = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
            all.forEach(paths::add);
        }
        return paths;
    }

    /** Releases the folder; another server may open it. */
    @Override
    public void close() throws IOException {
        try {
            lock.close();
        } finally {
            OPEN_FOLDERS.remove(folder);
        }
    }
}
