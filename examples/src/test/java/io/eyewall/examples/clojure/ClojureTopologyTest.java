package io.eyewall.examples.clojure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Storm's Clojure DSL, whose bolts see copies of their tuples. It has a class loader of its own:
 * its artifact makes every Kryo of the class path ask for carbonite, which is not on Maven Central.
 */
class ClojureTopologyTest {
    private static final Path JARS = Path.of("target", "clojure");

    @Test
    void boltsAndSpoutsOfTheClojureDslAckAndFail() throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader clojure = new URLClassLoader(jars(), before)) {
            thread.setContextClassLoader(clojure);
            Class<?> runtime = clojure.loadClass("clojure.lang.RT");
            runtime.getMethod("loadResourceScript", String.class)
                    .invoke(null, "words/topology.clj");
            Callable<?> run =
                    (Callable<?>)
                            runtime.getMethod("var", String.class, String.class)
                                    .invoke(null, "words.topology", "run");

            List<?> endsAndLengths = (List<?>) run.call();

            assertThat(endsAndLengths.get(0))
                    .asInstanceOf(LIST)
                    .containsExactly("ack 0", "ack 2", "fail 1");
            assertThat(endsAndLengths.get(1))
                    .asInstanceOf(LIST)
                    .containsExactly("a 1", "bc 2", "bc 2", "def 3");
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static URL[] jars() throws IOException {
        try (Stream<Path> files = Files.list(JARS)) {
            List<Path> jars = files.filter(file -> file.toString().endsWith(".jar")).toList();
            URL[] urls = new URL[jars.size()];
            for (int i = 0; i < urls.length; i++) {
                urls[i] = jars.get(i).toUri().toURL();
            }
            return urls;
        }
    }
}
