package io.eyewall.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README's Java compiles, given a topology builder, with the imports that it names. */
class ReadmeTest {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```java\n(.*?)^```$");

    @TempDir Path directory;

    @Test
    void compiles() throws IOException {
        String readme = Files.readString(Path.of("").toAbsolutePath().resolveSibling("README.md"));
        List<String> blocks = BLOCK.matcher(readme).results().map(m -> m.group(1)).toList();
        assertThat(blocks).isNotEmpty();
        for (String block : blocks) {
            assertThat(errors(source(block))).as(block).isEmpty();
        }
    }

    private static String source(String block) {
        return lines(block, true)
                + "public class Snippet {\n"
                + "    static void run(org.apache.storm.topology.TopologyBuilder builder)"
                + " throws Exception {\n"
                + lines(block, false)
                + "    }\n}\n";
    }

    private static String lines(String block, boolean imports) {
        return block.lines()
                .filter(line -> line.startsWith("import ") == imports)
                .map(line -> line + "\n")
                .collect(Collectors.joining());
    }

    /** What the compiler says; empty if it is content. */
    private String errors(String source) throws IOException {
        Path file = Files.writeString(directory.resolve("Snippet.java"), source);
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
                                directory.toString()),
                        null,
                        compiler.getStandardFileManager(null, null, null)
                                .getJavaFileObjects(file.toFile()))
                .call();
        return said.toString();
    }
}
