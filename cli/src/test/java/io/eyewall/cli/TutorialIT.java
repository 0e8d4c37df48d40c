package io.eyewall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.cli.TutorialPage.Command;
import io.eyewall.cli.TutorialPage.Output;
import io.eyewall.cli.TutorialPage.Section;
import io.eyewall.cli.TutorialPage.Source;
import io.eyewall.cli.TutorialPage.Step;
import io.eyewall.lab.network.Namespaces;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A reader who types docs/start/tutorial.md sees what it shows. */
@NullUnmarked // fields are set by the framework
@Tag("more")
@DisabledOnOs(OS.WINDOWS)
class TutorialIT {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    @TempDir Path directory;

    private Path home;
    private Path checkout;

    @Test
    void everyCommandPrintsWhatThePageShows() throws Exception {
        home = Files.createDirectory(directory.resolve("home"));
        checkout = Files.createDirectory(directory.resolve("checkout"));
        makeCheckout();
        List<Step> steps = TutorialPage.read(page());
        try (Terminal first = terminal("1");
                Terminal second = terminal("2")) {
            List<Terminal> terminals = List.of(first, second);
            try {
                for (int i = 0; i < steps.size() && !isSkipped(steps.get(i)); i++) {
                    perform(steps, i, terminals);
                }
                first.awaitEnd();
                second.awaitEnd();
            } finally {
                endAll();
            }
        }
    }

    private static String page() throws IOException {
        return Files.readString(ROOT.resolve("docs/start/tutorial.md"));
    }

    /** The laboratory, at the page's end, needs root and minutes. */
    private static boolean isSkipped(Step step) {
        return step instanceof Section section
                && section.title().contains("Optional")
                && !(Boolean.getBoolean("eyewall.complete") && Namespaces.problem().isEmpty());
    }

    private void perform(List<Step> steps, int i, List<Terminal> terminals) throws Exception {
        Step step = steps.get(i);
        if (step instanceof Source source) {
            Files.writeString(home.resolve("shop").resolve(source.file()), source.text());
        } else if (step instanceof Command command) {
            perform(command, terminals);
            if (i + 1 == steps.size() || !(steps.get(i + 1) instanceof Output)) {
                terminals.get(command.terminal() - 1).awaitEnd();
            }
        } else if (step instanceof Output output) {
            Terminal terminal = terminals.get(output.terminal() - 1);
            if (steps.get(i - 1) instanceof Command command && command.isRepeated()) {
                terminal.repeatUntil(output.lines());
            } else {
                terminal.await(output.lines());
            }
        }
    }

    private static void perform(Command command, List<Terminal> terminals) throws Exception {
        Terminal terminal = terminals.get(command.terminal() - 1);
        if (command.isInterrupt()) {
            terminal.interrupt();
            return;
        }
        if (command.text().startsWith("kill -9")) {
            terminals.get(0).mayBeKilled();
        }
        terminal.type(command.text());
    }

    private Terminal terminal(String name) throws IOException {
        Map<String, String> environment =
                Map.of(
                        "HOME", home.toString(),
                        "PATH", System.getProperty("java.home") + "/bin:" + System.getenv("PATH"),
                        "LC_ALL", "C.UTF-8",
                        "XDG_STATE_HOME", home.resolve("state").toString(),
                        "XDG_CACHE_HOME", home.resolve("cache").toString(),
                        "XDG_RUNTIME_DIR", home.toString());
        return new Terminal(checkout, environment, directory.resolve("screen" + name));
    }

    /**
     * Makes a folder that is to the reader what a built checkout is: this module's jar is packed
     * after its tests. The command's server takes ports that are free here.
     */
    private void makeCheckout() throws Exception {
        Path target = checkout.resolve("cli/target");
        Path lib = Files.createDirectories(target.resolve("lib"));
        List<String> libraries = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path path = Path.of(entry);
            if (path.equals(ROOT.resolve("cli/target/classes"))) {
                libraries.add(path + "/"); // files beside it are the command's
            } else if (!path.endsWith("test-classes")) {
                libraries.add("lib/" + addLibrary(path, lib).getFileName());
            }
        }
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, String.join(" ", libraries));
        Path jar = target.resolve("eyewall-cli.jar");
        try (OutputStream out = Files.newOutputStream(jar)) {
            new JarOutputStream(out, manifest).close();
        }

        List<String> command =
                new ArrayList<>(
                        Child.command(List.of("-Deyewall.home=" + ROOT, "-Duser.home=" + home)));
        command.set(command.indexOf("-cp") + 1, jar.toString());
        String nimbus = Integer.toString(freePort());
        Path script =
                Files.writeString(
                        checkout.resolve("eyewall"),
                        """
                        #!/bin/sh
                        case $1 in
                        server) shift; set -- server --port %s --nimbus-port %s "$@" ;;
                        submit) shift; set -- submit --to storm://127.0.0.1:%s "$@" ;;
                        esac
                        exec %s "$@"
                        """
                                .formatted(
                                        freePort(),
                                        nimbus,
                                        nimbus,
                                        command.stream()
                                                .map(word -> "'" + word + "'")
                                                .collect(Collectors.joining(" "))));
        assertThat(script.toFile().setExecutable(true)).isTrue();
        Path repository = home.resolve(".m2/repository");
        Files.createDirectories(repository.getParent());
        String built = System.getProperty("eyewall.repository", "");
        if (!built.isEmpty()) {
            Files.createSymbolicLink(
                    repository, Path.of(built)); // Storm's jars, for the laboratory
        }
    }

    /** A module that is not packed yet is packed here. */
    private static Path addLibrary(Path path, Path lib) throws IOException {
        if (!Files.isDirectory(path)) {
            return Files.createSymbolicLink(lib.resolve(path.getFileName()), path);
        }
        Path jar = lib.resolve("eyewall-" + path.getParent().getParent().getFileName() + "-0.jar");
        ToolProvider tool = ToolProvider.findFirst("jar").orElseThrow();
        int code = tool.run(System.out, System.err, "-c", "-f", "" + jar, "-C", "" + path, ".");
        assertThat(code).as("%s", jar).isZero();
        return jar;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Ends what outlives the terminals: topologies of the server, and the laboratory. */
    private void endAll() throws Exception {
        try (Terminal last = terminal("3")) {
            if (Files.exists(home.resolve("state/eyewall/lab/default"))) {
                last.type("./eyewall lab down");
                last.awaitEnd();
            }
        }
        try (Stream<Path> sockets = Files.list(home.resolve("eyewall"))) {
            for (Path socket : sockets.toList()) {
                String pid = socket.getFileName().toString().replaceFirst("\\D.*", "");
                if (!pid.isEmpty()) {
                    ProcessHandle.of(Long.parseLong(pid)).ifPresent(ProcessHandle::destroyForcibly);
                }
            }
        }
    }
}
