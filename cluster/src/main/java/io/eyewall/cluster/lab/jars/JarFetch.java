package io.eyewall.cluster.lab.jars;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;

/** Fetches jars from a Maven repository into a folder, which has them whole or not at all. */
final class JarFetch {
    private static final int LIMIT_MS = 30_000;

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
     * @throws IOException if it can't be had, or has other bytes than it should
     */
    Path fetch(JarEntry entry) throws IOException {
        URI address = remote.resolve(entry.path());
        Path place = folder.resolve(entry.path()).toAbsolutePath();
        Path made = place.resolveSibling("." + UUID.randomUUID() + ".part");
        try {
            Files.createDirectories(made.getParent());
            URLConnection connection = address.toURL().openConnection();
            connection.setConnectTimeout(LIMIT_MS);
            connection.setReadTimeout(LIMIT_MS);
            try (InputStream in = connection.getInputStream()) {
                Files.copy(new LimitedInput(in, entry.bytes()), made);
            }
            String sha256 = Sha256.of(made);
            if (!sha256.equals(entry.sha256())) {
                throw new IOException(
                        "it has the SHA-256 %s, expected %s".formatted(sha256, entry.sha256()));
            }
            Files.move(made, place, StandardCopyOption.ATOMIC_MOVE);
            return place;
        } catch (IOException e) {
            throw new IOException(
                    "%s can't be fetched (%s); go online, or name a repository that has it by"
                                    .formatted(address, e)
                            + " --repository, or put it at "
                            + place,
                    e);
        } finally {
            Files.deleteIfExists(made);
        }
    }

    /** Ends with an error where more comes than should: the disk is not the sender's. */
    private static final class LimitedInput extends FilterInputStream {
        private long left;

        LimitedInput(InputStream in, long bytes) {
            super(in);
            left = bytes;
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
            left -= read;
            if (left < 0) {
                throw new IOException("it is longer than it should be");
            }
        }
    }
}
