package io.eyewall.cli.bench;

import io.eyewall.cli.terminal.ExitCode;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code eyewall bench}: passes its arguments to the {@code run} method of the benchmarks. That
 * method runs in a class loader of its own, because the command must not contain the benchmarks'
 * dependencies.
 *
 * <p>The launcher builds the module {@code benchmarks} before it calls {@code bench}.
 */
@Command(
        name = "bench",
        description =
                "Measure Eyewall beside its peers, each in a fresh JVM, all answers checked; prints"
                        + " a table. 'eyewall bench --help' shows the options. From a checkout"
                        + " only.",
        footer = {"", "Exit codes: 0 measured, 1 something failed, 2 wrong usage."},
        usageHelpAutoWidth = true)
public final class BenchCommand implements Callable<Integer> {
    private static final String BENCH_MAIN = "io.eyewall.benchmarks.BenchMain";
    private static final Set<String> HELP_OPTIONS = Set.of("-h", "--help");
    private static final String CLASSES_FOLDER = "benchmarks/target/classes";
    private static final String CLASS_PATH_FILE = "benchmarks/target/class-paths/handwritten.txt";

    @Spec private CommandSpec command = CommandSpec.create(); // replaced by picocli

    @Parameters(paramLabel = "ARGS", arity = "0..*", description = "See 'eyewall bench --help'.")
    private List<String> args = List.of();

    @Override
    public Integer call() throws IOException, ReflectiveOperationException {
        Path checkout = Path.of(System.getProperty("eyewall.home", "."));
        if (!isBuilt(checkout) && args.stream().anyMatch(HELP_OPTIONS::contains)) {
            command.commandLine().usage(command.commandLine().getOut());
            return ExitCode.OK;
        }
        try (URLClassLoader loader =
                new URLClassLoader(classPath(checkout), ClassLoader.getPlatformClassLoader())) {
            Thread.currentThread().setContextClassLoader(loader);
            Object status =
                    Class.forName(BENCH_MAIN, true, loader)
                            .getMethod("run", String[].class)
                            .invoke(null, (Object) args.toArray(new String[0]));
            return (Integer) status;
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(BENCH_MAIN + " failed", e.getCause());
        }
    }

    private URL[] classPath(Path checkout) throws IOException {
        Path file = checkout.resolve(CLASS_PATH_FILE);
        if (!isBuilt(checkout)) {
            throw usageError(
                    "no benchmarks in "
                            + checkout.toAbsolutePath()
                            + "; run ./eyewall bench in a checkout, without EYEWALL_NO_BUILD");
        }
        List<URL> urls = new ArrayList<>(List.of(url(checkout.resolve(CLASSES_FOLDER))));
        for (String entry : Files.readString(file).strip().split(File.pathSeparator)) {
            urls.add(url(Path.of(entry)));
        }
        return urls.toArray(new URL[0]);
    }

    private static boolean isBuilt(Path checkout) {
        return Files.isReadable(checkout.resolve(CLASS_PATH_FILE))
                && Files.isDirectory(checkout.resolve(CLASSES_FOLDER));
    }

    private static URL url(Path path) throws MalformedURLException {
        return path.toUri().toURL();
    }

    private ParameterException usageError(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
