package io.eyewall.server.nimbus;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Jars that clients send in pieces. A client knows its upload by a name that is made up here, and
 * no path of a client's is ever opened. What nobody goes on with, or submits, is deleted after a
 * while. Any thread may call.
 */
final class JarUploads implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JarUploads.class);

    private final Path folder;
    private final Limits limits;
    private final InstantSource clock;
    private final Map<String, Upload> uploads = new HashMap<>();

    /**
     * The limits of uploads.
     *
     * @param jarBytes of one jar
     * @param uploads at the same time, those included that wait for their submission
     * @param idleMs until one that nobody goes on with is deleted
     * @param unusedMs until one that is complete is deleted
     */
    record Limits(long jarBytes, int uploads, long idleMs, long unusedMs) {}

    /** One; its channel is null when it is complete. */
    private static final class Upload {
        final Path file;
        @Nullable FileChannel channel;
        long usedMs;

        Upload(Path file, FileChannel channel, long usedMs) {
            this.file = file;
            this.channel = channel;
            this.usedMs = usedMs;
        }
    }

    /**
     * @param folder is empty, and of nobody else
     */
    JarUploads(Path folder, Limits limits, InstantSource clock) {
        this.folder = folder;
        this.limits = limits;
        this.clock = clock;
    }

    /**
     * Begins one.
     *
     * @return its name
     * @throws IllegalStateException if there are too many
     */
    synchronized String begin() throws IOException {
        forgetOld();
        if (uploads.size() >= limits.uploads()) {
            throw new IllegalStateException(
                    "there are %d uploads of jars already, which is the limit; try again later"
                            .formatted(uploads.size()));
        }
        String name = "stormjar-" + UUID.randomUUID() + ".jar";
        Path file = folder.resolve(name);
        FileChannel channel =
                FileChannel.open(
                        file,
                        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rw-------")));
        uploads.put(name, new Upload(file, channel, clock.millis()));
        return name;
    }

    /**
     * Takes the next piece.
     *
     * @throws IllegalStateException if there is no such upload, or it gets too large
     * @throws IOException if it can't be written; the upload is deleted
     */
    synchronized void add(String name, ByteBuffer piece) throws IOException {
        Upload upload = find(name);
        FileChannel channel = upload.channel;
        if (channel == null) {
            throw new IllegalStateException("upload " + name + " is complete already");
        }
        long bytes = channel.position() + piece.remaining();
        if (bytes > limits.jarBytes()) {
            drop(name);
            throw new IllegalStateException(
                    "the jar has more than %d bytes, which is the limit (--max-jar-mb)"
                            .formatted(limits.jarBytes()));
        }
        try {
            while (piece.hasRemaining()) {
                channel.write(piece);
            }
        } catch (IOException e) { // a full disk, say: what is there is of no use any more
            drop(name);
            throw e;
        }
        upload.usedMs = clock.millis();
    }

    /** There are no more pieces. */
    synchronized void finish(String name) throws IOException {
        Upload upload = find(name);
        if (upload.channel != null) {
            upload.channel.close();
            upload.channel = null;
        }
        upload.usedMs = clock.millis();
    }

    /**
     * A complete one, which is the caller's from now on.
     *
     * @throws IllegalArgumentException if there is none of that name
     */
    synchronized Path take(@Nullable String name) {
        Upload upload = name == null ? null : uploads.get(name);
        if (upload == null || upload.channel != null) {
            throw new IllegalArgumentException(
                    "no jar was uploaded as '%s'; submit with 'storm jar' or 'eyewall submit', which"
                                    .formatted(name)
                            + " upload it, and try again if the server was restarted meanwhile");
        }
        uploads.remove(name);
        return upload.file;
    }

    private Upload find(String name) {
        Upload upload = uploads.get(name);
        if (upload == null) {
            throw new IllegalStateException(
                    "there is no upload '%s', or no longer; begin again".formatted(name));
        }
        return upload;
    }

    private void drop(String name) {
        Upload upload = uploads.remove(name);
        if (upload == null) {
            return;
        }
        try {
            if (upload.channel != null) {
                upload.channel.close();
            }
            Files.deleteIfExists(upload.file);
        } catch (IOException e) {
            LOG.warn("{} can't be deleted, the next server will: {}", upload.file, e.toString());
        }
    }

    private void forgetOld() {
        long nowMs = clock.millis();
        for (Iterator<String> names = Set.copyOf(uploads.keySet()).iterator(); names.hasNext(); ) {
            String name = names.next();
            Upload upload = uploads.get(name);
            if (upload != null) {
                long limitMs = upload.channel == null ? limits.unusedMs() : limits.idleMs();
                if (nowMs - upload.usedMs > limitMs) {
                    drop(name);
                }
            }
        }
    }

    /** Deletes all. */
    @Override
    public synchronized void close() {
        Set.copyOf(uploads.keySet()).forEach(this::drop);
    }

    /**
     * Deletes the rest of an upload; the submitted files have been moved, so a failure here is no
     * error of the submission.
     */
    static void deleteIfThere(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.warn("{} can't be deleted, the next server will: {}", file, e.toString());
        }
    }
}
