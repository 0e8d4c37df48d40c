package io.eyewall.cli.application;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainClassesTest {
    static final class Runs {
        private Runs() {}

        public static void main(String[] args) {}
    }

    static final class Hidden {
        private Hidden() {}

        @SuppressWarnings("IncorrectMainMethod") // on purpose
        static void main(String[] args) {}
    }

    static final class OfInstances {
        @SuppressWarnings("IncorrectMainMethod") // on purpose
        public void main(String[] args) {}
    }

    static final class WithoutArguments {
        private WithoutArguments() {}

        public static void main() {}
    }

    private static void add(JarOutputStream jar, Class<?> code) throws IOException {
        String file = code.getName().replace('.', '/') + ".class";
        jar.putNextEntry(new JarEntry(file));
        try (InputStream in = code.getResourceAsStream("/" + file)) {
            if (in != null) {
                in.transferTo(jar);
            }
        }
    }

    @Test
    void listsTheClassesThatCanBeRun(@TempDir Path folder) throws IOException {
        Path jar = folder.resolve("app.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream app = new JarOutputStream(out)) {
            add(app, Runs.class);
            add(app, Hidden.class);
            add(app, OfInstances.class);
            add(app, WithoutArguments.class);
            app.putNextEntry(new JarEntry("Broken.class"));
            app.write(new byte[] {1, 2, 3});
        }

        assertThat(MainClasses.mainClassHint(jar, null))
                .isEqualTo("classes with a main: " + Runs.class.getName());
        assertThat(MainClasses.mainClassHint(jar, "app.MainClassesTest$Runs"))
                .isEqualTo("did you mean " + Runs.class.getName() + "?");
    }
}
