package io.eyewall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code eyewall run PROGRAM.java}. */
@Timeout(120)
class JavaProgramIT {
    private static final Path EXAMPLE = Path.of("../examples/programs/Fruits.java");

    private final Path directory;

    JavaProgramIT(@TempDir Path directory) {
        this.directory = directory;
    }

    private Child run(String... args) throws Exception {
        String[] all =
                Stream.concat(Stream.of("run", "--for", "1s"), Stream.of(args))
                        .toArray(String[]::new);
        try (Child child = Child.start(directory, List.of("-Duser.home=" + directory), all)) {
            child.exitCode();
            return child;
        }
    }

    private List<Path> jars() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(each -> each.endsWith("program.jar")).toList();
        }
    }

    @Test
    void compilesAProgramOnceAndRunsIt() throws Exception {
        Child first = run(EXAMPLE.toString(), "pear", "fig");
        assertThat(first.out()).as(first.err()).contains("pear: 1 in this task", "fig: ");
        assertThat(first.exitCode()).isEqualTo(ExitCode.OK);
        List<Path> jars = jars();
        assertThat(run(EXAMPLE.toString(), "plum").out()).contains("plum: 1 in this task");
        assertThat(jars()).isEqualTo(jars);
    }

    @Test
    void printsWhatTheCompilerSays() throws Exception {
        Path broken = directory.resolve("Fruits.java");
        Files.writeString(
                broken, Files.readString(EXAMPLE).replace("count++;", "count = \"one\";"));
        Child child = run(broken.toString());
        assertThat(child.err())
                .contains("Fruits.java does not compile:", ": error: incompatible types")
                .doesNotContain("Usage:");
        assertThat(child.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(jars()).isEmpty();
    }

    @Test
    void findsFurtherSourcesAndTheMainClass() throws Exception {
        Path main = directory.resolve("Start.java");
        Files.writeString(
                directory.resolve("Words.java"), "class Words { static String WORD = \"hello\"; }");
        Files.writeString(
                main,
                """
                //SOURCES Words.java

                class Other {
                    public static void main(String[] args) {}
                }

                class Start {
                    public static void main(String[] args) {
                        System.out.println(Words.WORD + " " + String.join(",", args));
                        System.exit(0);
                    }
                }
                """);
        assertThat(run(main.toString(), "a", "--b").out()).contains("hello a,--b");
    }

    @Test
    void namesAFileThatIsMissing() throws Exception {
        Child child = run("none.java");
        assertThat(child.err()).contains("none.java: no such file; expected a program in Java");
        assertThat(child.exitCode()).isEqualTo(ExitCode.FAILED);
    }
}
