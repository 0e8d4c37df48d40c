package io.eyewall.connectors;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java of the guides to connectors and snapshots compiles, and what it builds can be built. */
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
            import io.eyewall.toolkit.flow.*;
            import io.eyewall.toolkit.generate.*;
            import io.eyewall.toolkit.message.*;
            import io.eyewall.toolkit.net.*;
            import io.eyewall.toolkit.operator.*;
            import io.eyewall.toolkit.punctuation.*;
            import io.eyewall.toolkit.state.*;
            import io.eyewall.toolkit.window.*;
            import java.nio.file.Path;
            import java.time.Duration;
            import java.util.List;
            import java.util.Map;
            import org.apache.storm.state.KeyValueState;
            import org.apache.storm.task.*;
            import org.apache.storm.topology.*;
            import org.apache.storm.topology.base.*;
            import org.apache.storm.tuple.*;
            public class Snippet {
                static TopologyBuilder builder = new TopologyBuilder();
                static Database database = Database.of("jdbc:h2:mem:docs");
                static String schema = "{\\"type\\":\\"record\\",\\"name\\":\\"R\\",\\"fields\\":["
                    + "{\\"name\\":\\"n\\",\\"type\\":\\"long\\"}]}";
                public static void run() throws Exception {
            """;

    @Test
    void compilesAndBuilds(@TempDir Path folder) throws Exception {
        List<String> blocks = new ArrayList<>(blocks("connectors.md"));
        assertThat(blocks).hasSizeGreaterThan(6);
        blocks.addAll(blocks("snapshots.md"));
        List<Path> sources = new ArrayList<>();
        for (String block : blocks) {
            String name = "Block" + sources.size();
            sources.add(
                    Files.writeString(
                            folder.resolve(name + ".java"),
                            PROLOGUE.replace("Snippet", name) + block + "}}\n"));
        }
        assertThat(errors(sources, folder)).isEmpty();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            for (int i = 0; i < blocks.size(); i++) {
                loader.loadClass("Block" + i).getMethod("run").invoke(null);
            }
        }
    }

    private static List<String> blocks(String page) throws IOException {
        String text = Files.readString(Path.of("../../docs/guides", page));
        return BLOCK.matcher(text).results().map(match -> match.group(1)).toList();
    }

    /** What the compiler says; empty if it is content. */
    private static String errors(List<Path> sources, Path classes) {
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
                                .getJavaFileObjectsFromPaths(sources))
                .call();
        return said.toString();
    }
}
