package io.eyewall.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ResourceDirectoriesTest {
    private final ClassLoader own = ResourceDirectoriesTest.class.getClassLoader();

    private record Application(WeakReference<ClassLoader> loader, Path resources) {}

    /**
     * Returns an application that is over: its loader, a context class loader before, is only
     * weakly referenced.
     */
    private Application over(ResourceDirectories directories) {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        ClassLoader loader = new URLClassLoader(new URL[0], null);
        Thread.currentThread().setContextClassLoader(loader);
        try {
            Path resources = directories.directoryOf(loader);
            assertThat(directories.directoryOf(loader)).isEqualTo(resources).isDirectory();
            return new Application(new WeakReference<>(loader), resources);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    @Test
    void holdsNoApplicationAndDeletesWhatItUnpackedForOnesThatAreGone() {
        try (ResourceDirectories directories = new ResourceDirectories()) {
            Application application = over(directories);

            while (application.loader().get() != null || Files.exists(application.resources())) {
                System.gc();
                directories.directoryOf(own);
            }
        }
    }

    @Test
    void closingDeletesAll() {
        ResourceDirectories directories = new ResourceDirectories();
        ClassLoader loader = new URLClassLoader(new URL[0], null);
        Path resources = directories.directoryOf(loader);

        directories.close();

        assertThat(resources).doesNotExist();
    }
}
