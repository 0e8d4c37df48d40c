package io.eyewall.local.blob;

import io.eyewall.engine.temporary.TemporaryFolder;
import io.eyewall.local.blob.LaunchDirectory.Claim;
import io.eyewall.local.blob.LocalizedBlob.Fetched;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import javax.security.auth.Subject;
import org.apache.storm.blobstore.BlobStore;
import org.apache.storm.generated.KeyNotFoundException;
import org.apache.storm.thrift.TException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The localised blobs of one topology: a folder of its own, as Storm's supervisor has one, with its
 * {@code resources} and a link per blob, which is led to the next version when there is one.
 *
 * <pre>
 * resources/             a copy; what TopologyContext.getCodeDir names
 * LOCALNAME              a link to
 * .eyewall/KEY.VERSION   a file, or a folder that was unpacked
 * </pre>
 */
final class TopologyBlobs implements AutoCloseable {
    /** A name that no blob can have. */
    static final String OWN = ".eyewall";

    private static final Logger LOG = LoggerFactory.getLogger(TopologyBlobs.class);

    /** No version: those are times. */
    private static final long NONE = -1;

    private static final int LONGEST_PAUSE = 59;

    private final String topology;
    private final BlobStore store;
    private final @Nullable Subject submitter;
    private final List<LocalizedBlob> blobs;
    private final KeptBlobs kept;
    private final TemporaryFolder folder;
    private final Map<Path, Claim> links = new HashMap<>();

    /**
     * The versions of each blob that are on disk: the last one, and the one before. Guarded by
     * this.
     */
    private final Map<LocalizedBlob, Fetched> current = new HashMap<>();

    private final Map<LocalizedBlob, Fetched> previous = new HashMap<>();

    /** By localname; user code looks at it. */
    private final Map<String, Long> versions = new ConcurrentHashMap<>();

    /** Blobs that could not be fetched. Guarded by this. */
    private final Map<LocalizedBlob, Failure> failures = new HashMap<>();

    private boolean closed;

    /**
     * A version that could not be brought.
     *
     * @param pause how many rounds there are between two tries
     * @param left how many of them are still to come
     */
    private record Failure(long version, int pause, int left) {}

    /**
     * @param submitter may read them; null where nobody is known by name
     * @param kept of processes of this topology before
     */
    TopologyBlobs(
            String topology,
            BlobStore store,
            @Nullable Subject submitter,
            List<LocalizedBlob> blobs,
            KeptBlobs kept)
            throws IOException {
        this.kept = kept;
        this.topology = topology;
        this.store = store;
        this.submitter = submitter;
        this.blobs = blobs;
        this.folder = TemporaryFolder.make(LaunchDirectory.folderPrefix());
    }

    /**
     * Brings all blobs here.
     *
     * @param resources are copied
     * @param launchDirectory gets links to the blobs
     * @throws IllegalArgumentException if a name there stands for another blob
     */
    synchronized void start(Path resources, Path launchDirectory) throws TException, IOException {
        copy(resources, folder.path().resolve("resources"));
        Files.createDirectory(versionsFolder());
        for (LocalizedBlob blob : blobs) {
            bring(blob);
            Path link = launchDirectory.resolve(blob.localname());
            Claim claim =
                    new Claim(
                            topology,
                            folder.path().resolve(blob.localname()),
                            System.identityHashCode(store),
                            blob);
            LaunchDirectory.link(link, claim);
            links.put(link, claim);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> paths = Files.walk(from)) {
            for (Path path : paths.toList()) {
                Files.copy(
                        path,
                        to.resolve(from.relativize(path).toString()),
                        StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    private Path versionsFolder() {
        return folder.path().resolve(OWN);
    }

    private void bring(LocalizedBlob blob) throws TException, IOException {
        Fetched fetched = blob.fetch(store, submitter, versionsFolder(), kept);
        Path next = versionsFolder().resolve("next"); // no KEY.VERSION is called so
        Files.deleteIfExists(next);
        Files.createSymbolicLink(next, fetched.path());
        Files.move(next, folder.path().resolve(blob.localname()), StandardCopyOption.ATOMIC_MOVE);
        versions.put(blob.localname(), fetched.version());
        Fetched before = current.put(blob, fetched);
        if (before != null) {
            // Somebody may have found it by the link and be about to open it.
            Fetched old = previous.put(blob, before);
            if (old != null) {
                BlobFiles.delete(old.path());
            }
        }
    }

    /** A round: brings what has changed in the store. What fails is told, and tried again. */
    synchronized void refresh() {
        if (closed) {
            return;
        }
        blobs.forEach(this::refresh);
        links.forEach(LaunchDirectory::keep);
    }

    private void refresh(LocalizedBlob blob) {
        long version = NONE;
        try {
            Fetched known = current.get(blob);
            version = blob.version(store, submitter);
            if ((known != null && version == known.version()) || isToWait(blob, version)) {
                return;
            }
            bring(blob);
            failures.remove(blob);
            LOG.info("Topology '{}': blob '{}' has changed", topology, blob.key());
            if (blob.workerRestart()) {
                LOG.warn(
                        "Topology '{}': nothing starts anew for blob '{}' (workerRestart);"
                                + " look at its file again, or kill and submit the topology",
                        topology,
                        blob.key());
            }
        } catch (KeyNotFoundException e) {
            LOG.debug("Blob '{}' was deleted; its last version stays", blob.key());
        } catch (TException | IOException | RuntimeException e) {
            failed(blob, version, e);
        }
    }

    /** Whether this version failed, and is not to be tried in this round. */
    private boolean isToWait(LocalizedBlob blob, long version) {
        Failure failure = failures.get(blob);
        if (failure == null || failure.version() != version || failure.left() == 0) {
            return false;
        }
        failures.put(blob, new Failure(version, failure.pause(), failure.left() - 1));
        return true;
    }

    /** Tells of a version once: it may be large, and fail for hours. */
    private void failed(LocalizedBlob blob, long version, Exception e) {
        Failure before = failures.get(blob);
        if (before != null && before.version() == version) {
            LOG.debug("Blob '{}' can't be had yet", blob.key(), e);
            int pause = Math.min(2 * before.pause() + 1, LONGEST_PAUSE);
            failures.put(blob, new Failure(version, pause, pause));
            return;
        }
        failures.put(blob, new Failure(version, 0, 0));
        LOG.warn(
                "Topology '{}': the new version of blob '{}' can't be had; the last one stays, and"
                        + " it is tried again",
                topology,
                blob.key(),
                e);
    }

    /** Returns the folder of the topology's resources. */
    Path codeDir() {
        return folder.path().resolve("resources");
    }

    /** Returns the live answer of {@code TopologyContext.getBlobToLastKnownVersion}. */
    Map<String, Long> versions() {
        return versions;
    }

    /** The topology is over. */
    @Override
    public synchronized void close() {
        closed = true;
        links.forEach(LaunchDirectory::unlink);
        links.clear();
        try {
            folder.close();
        } catch (UncheckedIOException e) {
            LOG.warn("Blobs of topology '{}' can't be deleted", topology, e);
        }
    }
}
