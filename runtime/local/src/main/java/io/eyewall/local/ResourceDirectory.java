package io.eyewall.local;

import io.eyewall.engine.temporary.TemporaryFolder;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * The {@code resources} directory of an application (scripts of multilang components and the like),
 * as a directory on disk: the directory that {@code TopologyContext.getCodeDir} returns. Jars take
 * precedence over directories of the class path, of which the first is used (Storm:
 * LocallyCachedTopologyBlob.java). If several jars have such resources, the directory contains the
 * files of all jars; of several files with the same name, it contains the first jar's file. Files
 * of jars are unpacked to a temporary folder, which {@link #close} deletes. Not safe for several
 * threads.
 */
final class ResourceDirectory implements AutoCloseable {
    private static final String NAME = "resources";

    private final Path directory;

    /** The folder that contains the directory; null if the directory belongs to the application. */
    private final @Nullable TemporaryFolder temporary;

    private ResourceDirectory(Path directory, @Nullable TemporaryFolder temporary) {
        this.directory = directory;
        this.temporary = temporary;
    }

    /**
     * Finds the resources that a class loader offers. If there are none, creates an empty
     * directory, as Storm does.
     */
    static ResourceDirectory find(ClassLoader loader) {
        try {
            if (loader instanceof URLClassLoader urlLoader) {
                // getResources does not find jars that have no entries for directories.
                List<Path> jars = new ArrayList<>();
                for (URL url : urlLoader.getURLs()) {
                    Optional<Path> jar = jarFile(url);
                    if (jar.isPresent() && hasResources(jar.get())) {
                        jars.add(jar.get());
                    }
                }
                if (!jars.isEmpty()) {
                    return unpack(jars);
                }
            }
            List<URL> urls = Collections.list(loader.getResources(NAME));
            for (URL url : urls) {
                if (url.openConnection() instanceof JarURLConnection connection) {
                    return unpack(List.of(Path.of(connection.getJarFileURL().toURI())));
                }
            }
            for (URL url : urls) {
                if (url.getProtocol().equals("file")) {
                    return new ResourceDirectory(Path.of(url.toURI()), null);
                }
            }
            return createEmpty();
        } catch (IOException | URISyntaxException e) {
            throw new IllegalStateException(
                    "the application's 'resources' directory can't be read from " + loader, e);
        }
    }

    private static Optional<Path> jarFile(URL url) throws URISyntaxException {
        if (url.getProtocol().equals("file") && url.getPath().endsWith(".jar")) {
            Path jar = Path.of(url.toURI());
            return Files.isRegularFile(jar) ? Optional.of(jar) : Optional.empty();
        }
        return Optional.empty();
    }

    private static boolean hasResources(Path jar) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            return zip.stream().anyMatch(entry -> entry.getName().startsWith(NAME + "/"));
        }
    }

    private static ResourceDirectory createEmpty() throws IOException {
        TemporaryFolder temporary = TemporaryFolder.make("eyewall-");
        Path directory = Files.createDirectory(temporary.path().resolve(NAME));
        return new ResourceDirectory(directory, temporary);
    }

    private static ResourceDirectory unpack(List<Path> jars) throws IOException {
        ResourceDirectory resources = createEmpty();
        for (Path jar : jars) {
            try (ZipFile zip = new ZipFile(jar.toFile())) {
                for (ZipEntry entry : Collections.list(zip.entries())) {
                    if (entry.getName().startsWith(NAME + "/") && !entry.isDirectory()) {
                        try (InputStream in = zip.getInputStream(entry)) {
                            resources.copyUnlessPresent(jar, entry.getName(), in);
                        }
                    }
                }
            }
        }
        return resources;
    }

    private void copyUnlessPresent(Path jar, String name, InputStream content) throws IOException {
        Path file = directory.resolve(name.substring(NAME.length() + 1)).normalize();
        if (!file.startsWith(directory)) {
            throw new IOException(jar + " holds " + name + ", which leads out of the jar");
        }
        if (Files.exists(file)) {
            return; // an earlier jar has this file
        }
        Files.createDirectories(file.getParent());
        Files.copy(content, file);
    }

    /** Returns the absolute path of the directory, whose name is {@code resources}. */
    Path path() {
        return directory.toAbsolutePath();
    }

    /** Deletes unpacked files. */
    @Override
    public void close() {
        if (temporary != null) {
            temporary.close();
        }
    }
}
