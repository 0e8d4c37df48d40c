package io.eyewall.local.blob;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Unpacks archives, which are recognized by the ends of their names (Storm:
 * utils/ServerUtils.java). Any thread may call.
 */
final class Archives {
    private static final List<String> ZIP_ENDINGS = List.of(".jar", "_jar", ".zip", "_zip");
    private static final List<String> TAR_ENDINGS =
            List.of(".tar.gz", "_tar_gz", ".tgz", "_tgz", ".tar", "_tar");

    private Archives() {}

    static boolean isArchive(String name) {
        return endsWith(name, ZIP_ENDINGS) || endsWith(name, TAR_ENDINGS);
    }

    private static boolean endsWith(String name, List<String> endings) {
        String lowerCaseName = name.toLowerCase(Locale.ROOT);
        return endings.stream().anyMatch(lowerCaseName::endsWith);
    }

    /**
     * Unpacks an archive to a folder, which is created.
     *
     * @param name decides the archive's format
     * @throws IOException if the archive can't be read, or has an entry outside of the folder
     */
    static void unpack(Path archive, String name, Path folder) throws IOException {
        Files.createDirectories(folder);
        if (endsWith(name, ZIP_ENDINGS)) {
            unzip(archive, folder);
        } else {
            untar(archive, name, folder);
        }
    }

    private static void unzip(Path archive, Path folder) throws IOException {
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            for (ZipEntry entry : Collections.list(zip.entries())) {
                Path target = folder.resolve(entry.getName()).normalize();
                if (!target.startsWith(folder)) {
                    throw new IOException(
                            "the archive holds " + entry.getName() + ", which leads out of it");
                }
                if (entry.isDirectory()) {
                    Files.createDirectories(target);
                } else {
                    Files.createDirectories(target.getParent());
                    try (InputStream in = zip.getInputStream(entry)) {
                        Files.copy(in, target);
                    }
                }
            }
        }
    }

    /**
     * Unpacks by the {@code tar} command, as Storm does; {@code tar} rejects entries outside of the
     * folder.
     */
    private static void untar(Path archive, String name, Path folder) throws IOException {
        String flags = name.toLowerCase(Locale.ROOT).endsWith("tar") ? "-xf" : "-xzf";
        Process tar =
                new ProcessBuilder("tar", flags, archive.toString(), "-C", folder.toString())
                        .redirectErrorStream(true)
                        .start();
        tar.getOutputStream().close();
        String output = new String(tar.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            int exitCode = tar.waitFor();
            if (exitCode != 0) {
                throw new IOException(
                        "tar " + flags + " ended with " + exitCode + ": " + output.strip());
            }
        } catch (InterruptedException e) {
            tar.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the archive was unpacked", e);
        }
    }
}
