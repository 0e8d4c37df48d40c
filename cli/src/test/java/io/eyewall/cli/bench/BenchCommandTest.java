package io.eyewall.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.cli.Main;
import io.eyewall.cli.terminal.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How arguments reach the benchmarks' main, here one that only writes them down. */
@NullUnmarked // fields are set by the framework
class BenchCommandTest {
    private static final String MAIN =
            """
            package io.eyewall.benchmarks;
            public class BenchMain {
                public static int run(String[] args) throws java.io.IOException {
                    java.nio.file.Files.writeString(
                            java.nio.file.Path.of(args[0]), String.join("|", args));
                    return 7;
                }
            }
            """;

    @TempDir Path home;

    @Test
    void handsOverItsArgumentsAsTheyAreAndItsStatusBack() throws IOException {
        Path target = home.resolve("benchmarks/target");
        compileTo(Files.createDirectories(target.resolve("classes")));
        Files.createDirectories(target.resolve("class-paths"));
        Files.writeString(target.resolve("class-paths/handwritten.txt"), "no.jar");
        String file = home.resolve("args").toString();

        assertThat(execute(file, "w1", "--peers", "hand,storm", "--long", "--help")).isEqualTo(7);

        assertThat(Files.readString(Path.of(file)))
                .isEqualTo(file + "|w1|--peers|hand,storm|--long|--help");
    }

    @Test
    void saysWhereBenchmarksCanBeRun() {
        StringWriter err = new StringWriter();

        assertThat(execute(new PrintWriter(err, true), "w1")).isEqualTo(ExitCode.USAGE);

        assertThat(err.toString()).contains("no benchmarks in " + home, "checkout");
    }

    private int execute(String... args) {
        return execute(new PrintWriter(new StringWriter()), args);
    }

    private int execute(PrintWriter err, String... args) {
        String before = System.getProperty("eyewall.home");
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        System.setProperty("eyewall.home", home.toString());
        try {
            String[] all = new String[args.length + 1];
            all[0] = "bench";
            System.arraycopy(args, 0, all, 1, args.length);
            return Main.commandLine().setErr(err).execute(all);
        } finally {
            Thread.currentThread().setContextClassLoader(loader);
            if (before == null) {
                System.clearProperty("eyewall.home");
            } else {
                System.setProperty("eyewall.home", before);
            }
        }
    }

    private void compileTo(Path classes) throws IOException {
        Path source = Files.writeString(home.resolve("BenchMain.java"), MAIN);
        List<String> options = List.of("-d", classes.toString(), source.toString());
        assertThat(
                        ToolProvider.getSystemJavaCompiler()
                                .run(null, null, null, options.toArray(new String[0])))
                .isZero();
    }
}
