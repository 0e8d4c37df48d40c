package io.eyewall.lab.jars;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;

/**
 * Downloads jars from a Maven repository into a folder. A jar has another name until it is complete
 * and its digest was checked. For one thread.
 */
final class JarFetch {
    private static final int TIMEOUT_MS = 30_000;

    private final Path folder;
    private final URI remote;

    JarFetch(Path folder, URI remote) {
        this.folder = folder;
        this.remote = remote.toString().endsWith("/") ? remote : URI.create(remote + "/");
    }

    URI remote() {
        return remote;
    }

    /**
     * Downloads a jar.
     *
     * @return its file
     * @throws IOException if it cannot be downloaded, or has another digest than listed
     */
    Path fetch(JarEntry entry) throws IOException {
        URI address = remote.resolve(entry.path());
        Path file = folder.resolve(entry.path()).toAbsolutePath();
        Path partial = file.resolveSibling("." + UUID.randomUUID() + ".part");
        try {
            Files.createDirectories(partial.getParent());
            URLConnection connection = address.toURL().openConnection();
            connection.setConnectTimeout(TIMEOUT_MS);
            connection.setReadTimeout(TIMEOUT_MS);
            try (InputStream in = connection.getInputStream()) {
                Files.copy(new LimitedInput(in, entry.bytes()), partial);
            }
            String sha256 = Sha256.of(partial);
            if (!sha256.equals(entry.sha256())) {
                throw new IOException(
                        "its SHA-256 is %s, expected %s".formatted(sha256, entry.sha256()));
            }
            Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
            return file;
        } catch (IOException e) {
            throw new IOException(
                    "cannot fetch %s (%s); go online, or name a repository that has it by"
                                    .formatted(address, e)
                            + " --repository, or put it at "
                            + file,
                    e);
        } finally {
            Files.deleteIfExists(partial);
        }
    }

    /**
     * Fails when the sender sends more bytes than the list says, so that it cannot fill the disk.
     */
    private static final class LimitedInput extends FilterInputStream {
        private long remaining;

        LimitedInput(InputStream in, long bytes) {
            super(in);
            remaining = bytes;
        }

        @Override
        public int read() throws IOException {
            int read = super.read();
            count(read < 0 ? 0 : 1);
            return read;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int read = super.read(into, offset, length);
            count(Math.max(0, read));
            return read;
        }

        private void count(int read) throws IOException {
            remaining -= read;
            if (remaining < 0) {
                throw new IOException("it is longer than listed");
            }
        }
    }
}
