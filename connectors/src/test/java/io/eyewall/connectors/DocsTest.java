package io.eyewall.connectors;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java of docs/connectors.md compiles, and what it builds can be built. */
class DocsTest {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```java\n(.*?)^```$");

    private static final String PROLOGUE =
            """
            import io.eyewall.connectors.columnar.*;
            import io.eyewall.connectors.jdbc.*;
            import io.eyewall.connectors.kafka.*;
            import io.eyewall.connectors.mqtt.*;
            import io.eyewall.connectors.redis.*;
            import io.eyewall.connectors.s3.*;
            import io.eyewall.toolkit.failure.*;
            import io.eyewall.toolkit.file.*;
            import io.eyewall.toolkit.generate.*;
            import io.eyewall.toolkit.message.*;
            import io.eyewall.toolkit.net.*;
            import io.eyewall.toolkit.punctuation.*;
            import java.nio.file.Path;
            import java.util.List;
            import org.apache.storm.topology.TopologyBuilder;
            import org.apache.storm.tuple.Fields;
            public class Snippet {
                static TopologyBuilder builder = new TopologyBuilder();
                static Database database = Database.of("jdbc:h2:mem:docs");
                static String schema = "{\\"type\\":\\"record\\",\\"name\\":\\"R\\",\\"fields\\":["
                    + "{\\"name\\":\\"n\\",\\"type\\":\\"long\\"}]}";
                public static void run() throws Exception {
            """;

    @Test
    void compilesAndBuilds(@TempDir Path folder) throws Exception {
        String page =
                Files.readString(Path.of("").toAbsolutePath().resolveSibling("docs/connectors.md"));
        List<String> blocks = BLOCK.matcher(page).results().map(m -> m.group(1)).toList();
        assertThat(blocks).hasSizeGreaterThan(6);
        for (int i = 0; i < blocks.size(); i++) {
            Path classes = Files.createDirectory(folder.resolve("block" + i));
            assertThat(errors(PROLOGUE + blocks.get(i) + "}}\n", classes))
                    .as(blocks.get(i))
                    .isEmpty();
            try (java.net.URLClassLoader loader =
                    new java.net.URLClassLoader(new java.net.URL[] {classes.toUri().toURL()})) {
                loader.loadClass("Snippet").getMethod("run").invoke(null);
            }
        }
    }

    /** What the compiler says; empty if it is content. */
    private static String errors(String source, Path classes) throws IOException {
        Path file = Files.writeString(classes.resolve("Snippet.java"), source);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        compiler.getTask(
                        said,
                        null,
                        null,
                        List.of(
                                "-proc:none",
                                "-nowarn",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "-d",
                                classes.toString()),
                        null,
                        compiler.getStandardFileManager(null, null, null)
                                .getJavaFileObjects(file.toFile()))
                .call();
        return said.toString();
    }
}
