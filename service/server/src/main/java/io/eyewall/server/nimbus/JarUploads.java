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
 * The jars that clients upload in chunks. The server generates the name by which a client
 * identifies its upload, and never opens a path from a client. Uploads that clients neither
 * continue nor submit are deleted after a while. Any thread may call.
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
     * @param jarBytes largest size of a jar
     * @param uploads largest number of uploads at the same time, including complete ones that wait
     *     for their submission
     * @param idleMs time after which an upload that its client does not continue is deleted
     * @param unusedMs time after which a complete upload that is not submitted is deleted
     */
    record Limits(long jarBytes, int uploads, long idleMs, long unusedMs) {}

    /** One upload; its channel is null when it is complete. */
    private static final class Upload {
        final Path file;
        @Nullable FileChannel channel;
        long lastUsedMs;

        Upload(Path file, FileChannel channel, long lastUsedMs) {
            this.file = file;
            this.channel = channel;
            this.lastUsedMs = lastUsedMs;
        }
    }

    /**
     * @param folder an empty folder for the exclusive use of this object
     */
    JarUploads(Path folder, Limits limits, InstantSource clock) {
        this.folder = folder;
        this.limits = limits;
        this.clock = clock;
    }

    /**
     * Begins an upload.
     *
     * @return its name
     * @throws IllegalStateException if there are too many uploads
     */
    synchronized String begin() throws IOException {
        deleteExpired();
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
     * Appends the next chunk.
     *
     * @throws IllegalStateException if there is no such upload, or the jar is too large
     * @throws IOException if the chunk can't be written; the upload is deleted
     */
    synchronized void appendChunk(String name, ByteBuffer chunk) throws IOException {
        Upload upload = find(name);
        FileChannel channel = upload.channel;
        if (channel == null) {
            throw new IllegalStateException("upload " + name + " is complete already");
        }
        long bytes = channel.position() + chunk.remaining();
        if (bytes > limits.jarBytes()) {
            delete(name);
            throw new IllegalStateException(
                    "the jar has more than %d bytes, which is the limit (--max-jar-mb)"
                            .formatted(limits.jarBytes()));
        }
        try {
            while (chunk.hasRemaining()) {
                channel.write(chunk);
            }
        } catch (IOException e) { // such as a full disk: the incomplete file is useless
            delete(name);
            throw e;
        }
        upload.lastUsedMs = clock.millis();
    }

    /** Completes an upload: no more chunks follow. */
    synchronized void finish(String name) throws IOException {
        Upload upload = find(name);
        if (upload.channel != null) {
            upload.channel.close();
            upload.channel = null;
        }
        upload.lastUsedMs = clock.millis();
    }

    /**
     * Returns a complete upload's file, which belongs to the caller from now on; the upload is
     * forgotten.
     *
     * @throws IllegalArgumentException if there is no complete upload of that name
     */
    synchronized Path claim(@Nullable String name) {
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
                    "there is no upload '%s' (any more); upload again".formatted(name));
        }
        return upload;
    }

    private void delete(String name) {
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
            LOG.warn(
                    "{} can't be deleted; the next server tries again: {}",
                    upload.file,
                    e.toString());
        }
    }

    private void deleteExpired() {
        long nowMs = clock.millis();
        for (Iterator<String> names = Set.copyOf(uploads.keySet()).iterator(); names.hasNext(); ) {
            String name = names.next();
            Upload upload = uploads.get(name);
            if (upload != null) {
                long limitMs = upload.channel == null ? limits.unusedMs() : limits.idleMs();
                if (nowMs - upload.lastUsedMs > limitMs) {
                    delete(name);
                }
            }
        }
    }

    /** Deletes all uploads. */
    @Override
    public synchronized void close() {
        Set.copyOf(uploads.keySet()).forEach(this::delete);
    }

    /**
     * Deletes an uploaded file if it still exists. Files of a successful submission have been
     * moved, so a failure here does not fail the submission.
     */
    static void deleteIfThere(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.warn("{} can't be deleted; the next server tries again: {}", file, e.toString());
        }
    }
}
