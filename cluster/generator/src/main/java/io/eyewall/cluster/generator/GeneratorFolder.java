package io.eyewall.cluster.generator;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.eyewall.cluster.WholeFile;
import io.eyewall.plugin.wire.ClusterPlan;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The files of a generator: {@code settings.json}, and {@code plan.json}, the last plan. Each file
 * is replaced atomically. One process owns the folder at a time, by a kernel lock on the file
 * {@code lock}, which the system releases when the process ends. For one thread.
 */
public final class GeneratorFolder implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String SETTINGS_FILE = "settings.json";
    private static final String PLAN_FILE = "plan.json";
    private static final String LOCK_FILE = "lock";

    private final Path folder;
    private final FileChannel lock;

    private GeneratorFolder(Path folder, FileChannel lock) {
        this.folder = folder;
        this.lock = lock;
    }

    /**
     * Locks a folder for this process; creates it if it does not exist.
     *
     * @throws IOException if another generator holds the lock, or the folder cannot be used
     */
    public static GeneratorFolder lock(Path folder) throws IOException {
        Files.createDirectories(folder);
        FileChannel channel =
                FileChannel.open(
                        folder.resolve(LOCK_FILE),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE);
        boolean locked = false;
        try {
            locked = tryLock(channel) != null;
        } finally {
            if (!locked) {
                channel.close();
            }
        }
        if (!locked) {
            throw new IOException(
                    "another generator runs with the folder %s; end it, or name another folder by --state"
                            .formatted(folder.toAbsolutePath()));
        }
        return new GeneratorFolder(folder, channel);
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null; // this process holds the lock already
        }
    }

    /** Returns the stored settings; empty if there are none. */
    Optional<GeneratorSettings> readSettings() throws IOException {
        Path file = folder.resolve(SETTINGS_FILE);
        try {
            return Optional.of(JSON.readValue(Files.readAllBytes(file), GeneratorSettings.class));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (JacksonException e) {
            throw damagedFile(file, e.getOriginalMessage(), e);
        }
    }

    /** Returns the last plan; empty if there is none. */
    Optional<ClusterPlan> readPlan() throws IOException {
        Path file = folder.resolve(PLAN_FILE);
        try {
            return Optional.of(ClusterPlan.fromJson(Files.readString(file)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            throw damagedFile(file, String.valueOf(e.getMessage()), e);
        }
    }

    private static IOException damagedFile(Path file, String what, Exception cause) {
        return new IOException(
                "%s is damaged: %s; move it away to start without it".formatted(file, what), cause);
    }

    void write(GeneratorSettings settings) throws IOException {
        WholeFile.replace(
                folder.resolve(SETTINGS_FILE),
                JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(settings));
    }

    void write(ClusterPlan plan) throws IOException {
        WholeFile.replace(
                folder.resolve(PLAN_FILE), plan.toJson().getBytes(StandardCharsets.UTF_8));
    }

    /** Releases the folder for other generators. */
    @Override
    public void close() throws IOException {
        lock.close();
    }
}
