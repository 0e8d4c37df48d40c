package io.eyewall.local.blob;

import io.eyewall.engine.temporary.TemporaryFolder;
import io.eyewall.local.blob.LaunchDirectory.Claim;
import io.eyewall.local.blob.LocalizedBlob.FetchedVersion;
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
 * The localised blobs of one topology: a folder as Storm's supervisor creates it, with the
 * topology's {@code resources} and a link for each blob. When the blob has a new version, the link
 * is switched to it. Any thread may call.
 *
 * <pre>
 * resources/             a copy; the directory that TopologyContext.getCodeDir returns
 * LOCALNAME              a link to
 * .eyewall/KEY.VERSION   a file, or a folder that was unpacked
 * </pre>
 */
final class TopologyBlobs implements AutoCloseable {
    /** The folder of the versions; no blob may have this localname. */
    static final String VERSIONS_FOLDER = ".eyewall";

    private static final Logger LOG = LoggerFactory.getLogger(TopologyBlobs.class);

    /** Stands for an unknown version; versions are points in time, so never negative. */
    private static final long UNKNOWN_VERSION = -1;

    /** The store is polled every second, so a fetch that keeps failing is tried once a minute. */
    private static final int MAX_PAUSE_POLLS = 59;

    private final String topology;
    private final BlobStore store;
    private final @Nullable Subject submitter;
    private final List<LocalizedBlob> blobs;
    private final KeptBlobs kept;
    private final TemporaryFolder folder;
    private final Map<Path, Claim> links = new HashMap<>();

    /** The latest version of each blob on disk. Guarded by this. */
    private final Map<LocalizedBlob, FetchedVersion> current = new HashMap<>();

    /** The version before the latest, which user code may be about to open. Guarded by this. */
    private final Map<LocalizedBlob, FetchedVersion> previous = new HashMap<>();

    /** The latest versions by localname; user code reads this map. */
    private final Map<String, Long> versions = new ConcurrentHashMap<>();

    /** Blobs whose latest version could not be fetched. Guarded by this. */
    private final Map<LocalizedBlob, Failure> failures = new HashMap<>();

    private boolean closed;

    /**
     * A version that could not be fetched.
     *
     * @param pausePolls the number of polls without an attempt after this failure
     * @param remainingPolls the number of these polls that are still to come
     */
    private record Failure(long version, int pausePolls, int remainingPolls) {}

    /**
     * @param submitter reads the blobs; null if users are not authenticated
     * @param kept the blobs that earlier processes of this topology have kept
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
     * Copies the resources and all blobs to the folder.
     *
     * @param resources copied
     * @param launchDirectory gets links to the blobs
     * @throws IllegalArgumentException if a link of that name leads to another blob
     */
    synchronized void localize(Path resources, Path launchDirectory)
            throws TException, IOException {
        copyFolder(resources, folder.path().resolve("resources"));
        Files.createDirectory(versionsFolder());
        for (LocalizedBlob blob : blobs) {
            fetch(blob);
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

    private static void copyFolder(Path from, Path to) throws IOException {
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
        return folder.path().resolve(VERSIONS_FOLDER);
    }

    private void fetch(LocalizedBlob blob) throws TException, IOException {
        FetchedVersion fetched = blob.fetch(store, submitter, versionsFolder(), kept);
        Path next = versionsFolder().resolve("next"); // not the name of any KEY.VERSION
        Files.deleteIfExists(next);
        Files.createSymbolicLink(next, fetched.path());
        Files.move(next, folder.path().resolve(blob.localname()), StandardCopyOption.ATOMIC_MOVE);
        versions.put(blob.localname(), fetched.version());
        FetchedVersion replaced = current.put(blob, fetched);
        if (replaced != null) {
            // Not deleted yet: user code may have followed the link to the replaced version and be
            // about to open it.
            FetchedVersion outdated = previous.put(blob, replaced);
            if (outdated != null) {
                BlobFiles.deleteFolder(outdated.path());
            }
        }
    }

    /**
     * Polls the store once: fetches blobs that have changed. Failures are logged, and the fetch is
     * tried again at a later poll.
     */
    synchronized void refresh() {
        if (closed) {
            return;
        }
        blobs.forEach(this::refresh);
        links.forEach(LaunchDirectory::recreateBorrowed);
    }

    private void refresh(LocalizedBlob blob) {
        long version = UNKNOWN_VERSION;
        try {
            FetchedVersion latest = current.get(blob);
            version = blob.version(store, submitter);
            if ((latest != null && version == latest.version()) || isBackingOff(blob, version)) {
                return;
            }
            fetch(blob);
            failures.remove(blob);
            LOG.info("Topology '{}': blob '{}' has changed", topology, blob.key());
            if (blob.workerRestart()) {
                LOG.warn(
                        "Topology '{}': no worker is restarted for blob '{}' (workerRestart);"
                                + " read its file again, or kill and submit the topology",
                        topology,
                        blob.key());
            }
        } catch (KeyNotFoundException e) {
            LOG.debug("Blob '{}' was deleted; its last version stays", blob.key());
        } catch (TException | IOException | RuntimeException e) {
            recordFailure(blob, version, e);
        }
    }

    /** Returns whether this version has failed, and must not be fetched at this poll. */
    private boolean isBackingOff(LocalizedBlob blob, long version) {
        Failure failure = failures.get(blob);
        if (failure == null || failure.version() != version || failure.remainingPolls() == 0) {
            return false;
        }
        failures.put(
                blob, new Failure(version, failure.pausePolls(), failure.remainingPolls() - 1));
        return true;
    }

    /**
     * Records a failure. Logs a warning only once per version, because the fetch of a large blob
     * may fail for hours.
     */
    private void recordFailure(LocalizedBlob blob, long version, Exception e) {
        Failure last = failures.get(blob);
        if (last != null && last.version() == version) {
            LOG.debug("Blob '{}' can't be fetched yet", blob.key(), e);
            int pausePolls = Math.min(2 * last.pausePolls() + 1, MAX_PAUSE_POLLS);
            failures.put(blob, new Failure(version, pausePolls, pausePolls));
            return;
        }
        failures.put(blob, new Failure(version, 0, 0));
        LOG.warn(
                "Topology '{}': the new version of blob '{}' can't be fetched; the last one"
                        + " stays, and the fetch is tried again",
                topology,
                blob.key(),
                e);
    }

    /** Returns the folder of the topology's resources. */
    Path codeDir() {
        return folder.path().resolve("resources");
    }

    /** Returns the live map that {@code TopologyContext.getBlobToLastKnownVersion} returns. */
    Map<String, Long> versions() {
        return versions;
    }

    /** Deletes the links and the folder; the topology is over. */
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
