package io.eyewall.local.blob;

import io.eyewall.engine.RunningTopology;
import io.eyewall.engine.thread.SupervisedThread;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import javax.security.auth.Subject;
import org.apache.storm.Config;
import org.apache.storm.blobstore.BlobStore;
import org.apache.storm.generated.AuthorizationException;
import org.apache.storm.generated.InvalidTopologyException;
import org.apache.storm.security.auth.ReqContext;
import org.apache.storm.thrift.TException;
import org.apache.storm.utils.Utils;
import org.apache.storm.utils.WrappedInvalidTopologyException;
import org.jspecify.annotations.Nullable;

/**
 * Copies to each topology the blobs that its {@code topology.blobstore.map} names, and while the
 * topology runs their new versions: immediately if a version was written through this process's
 * {@link FileBlobStore}, else within a second (Storm: localizer/AsyncLocalizer.java). Its thread,
 * {@code eyewall-blobs}, runs while there is a topology with blobs. Any thread may call.
 */
public final class BlobLocalizer implements AutoCloseable {
    private static final long POLL_INTERVAL_NS = 1_000_000_000L;

    private final Supplier<BlobStore> store;
    private final KeptBlobs kept;

    /** Topologies with blobs that may still run. Guarded by this. */
    private final List<Localized> running = new ArrayList<>();

    /** Null while no topology with blobs runs. Guarded by this. */
    private @Nullable SupervisedThread poller;

    private final Runnable onChange = this::refresh;

    /** The store that calls {@link #onChange}. Guarded by this. */
    private @Nullable FileBlobStore listenedStore;

    /**
     * @param store supplies the store; called when the first topology with blobs starts
     */
    public BlobLocalizer(ClusterBlobs store) {
        this.store = store;
        this.kept = new KeptBlobs(store.keptBlobsFolder());
    }

    /** Starts a topology, given its code directory and a live map of its blobs' versions. */
    @FunctionalInterface
    public interface Start {
        RunningTopology start(Path codeDir, Map<String, Long> versions);
    }

    private record Localized(TopologyBlobs blobs, RunningTopology topology) {}

    /**
     * Starts a topology. If it has blobs, copies them to the topology's own folder first, and
     * copies new versions until the topology is over.
     *
     * @param resources the application's {@code resources} directory
     * @throws InvalidTopologyException if a blob does not exist, or its localname can't be used
     */
    public RunningTopology start(
            String topology, Map<String, Object> topoConf, Path resources, Start start)
            throws InvalidTopologyException {
        if (!(topoConf.get(Config.TOPOLOGY_BLOBSTORE_MAP) instanceof Map<?, ?> map)
                || map.isEmpty()) {
            return start.start(resources, Map.of());
        }
        TopologyBlobs blobs = localize(topology, topoConf, resources);
        RunningTopology running;
        try {
            running = start.start(blobs.codeDir(), blobs.versions());
        } catch (RuntimeException | Error e) {
            blobs.close();
            throw e;
        }
        add(new Localized(blobs, running));
        return running;
    }

    private TopologyBlobs localize(String topology, Map<String, Object> topoConf, Path resources)
            throws InvalidTopologyException {
        TopologyBlobs blobs = null;
        try {
            Utils.validateTopologyBlobStoreMap(kept.withoutKeptBlobs(topoConf), store.get());
            Subject submitter = ReqContext.context().subject();
            List<LocalizedBlob> localized = LocalizedBlob.parseAll(topoConf);
            blobs = new TopologyBlobs(topology, store.get(), submitter, localized, kept);
            blobs.localize(resources, Path.of("").toAbsolutePath());
            return blobs;
        } catch (TException | IOException | IllegalArgumentException e) {
            if (blobs != null) {
                blobs.close();
            }
            if (e instanceof InvalidTopologyException invalid) {
                throw invalid;
            }
            String reason = e instanceof AuthorizationException a ? a.get_msg() : e.getMessage();
            InvalidTopologyException invalid =
                    new WrappedInvalidTopologyException(
                            "blobs of topology '" + topology + "': " + reason);
            invalid.initCause(e);
            throw invalid;
        }
    }

    private synchronized void add(Localized localized) {
        running.add(localized);
        if (listenedStore == null && store.get() instanceof FileBlobStore files) {
            files.addChangeListener(onChange);
            listenedStore = files;
        }
        if (poller == null) {
            poller = new SupervisedThread("eyewall-blobs", this::poll);
            poller.start();
        }
    }

    /** Polls the store once; returns whether to continue. */
    private boolean poll() {
        LockSupport.parkNanos(this, POLL_INTERVAL_NS);
        refresh();
        return removeEnded();
    }

    /** Removes topologies that are over; returns false if no topology is left. */
    private synchronized boolean removeEnded() {
        running.removeIf(
                localized -> {
                    boolean over = localized.topology().status().isOver();
                    if (over) {
                        localized.blobs().close();
                    }
                    return over;
                });
        if (!running.isEmpty()) {
            return true;
        }
        poller = null;
        removeListener();
        return false;
    }

    private void removeListener() {
        if (listenedStore != null) {
            listenedStore.removeChangeListener(onChange);
            listenedStore = null;
        }
    }

    /** Copies all new versions now. */
    private void refresh() {
        List<Localized> refreshed;
        synchronized (this) {
            refreshed = List.copyOf(running);
        }
        refreshed.forEach(localized -> localized.blobs().refresh());
    }

    /** Stops polling and deletes the topologies' folders; all topologies are over. */
    @Override
    public synchronized void close() {
        removeListener();
        if (poller != null) {
            poller.stop();
            poller = null;
        }
        running.forEach(localized -> localized.blobs().close());
        running.clear();
    }
}
