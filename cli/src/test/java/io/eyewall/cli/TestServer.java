package io.eyewall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code eyewall server} in a process of its own, and its clients. */
final class TestServer implements AutoCloseable {
    private static final Pattern NIMBUS =
            Pattern.compile("Storm's clients: 127\\.0\\.0\\.1:(\\d+)");
    private static final Pattern CONSOLE = Pattern.compile("Console: (http://\\S+)/");

    private final Path directory;
    private final Child server;
    private final String to;
    private final String console;

    private TestServer(Path directory, Child server, String to, String console) {
        this.directory = directory;
        this.server = server;
        this.to = to;
        this.console = console;
    }

    /** Its folder is {@code state} in the directory. */
    static TestServer start(Path directory) throws Exception {
        Child server =
                Child.start(
                        directory,
                        List.of(),
                        "server",
                        "--state",
                        directory.resolve("state").toString(),
                        "--nimbus-port",
                        "0",
                        "--port",
                        "0");
        server.awaitErr("Ready.");
        return new TestServer(
                directory,
                server,
                "storm://127.0.0.1:" + found(NIMBUS, server.err()),
                found(CONSOLE, server.err()));
    }

    private static String found(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        assertThat(found.find()).as(text).isTrue();
        return found.group(1);
    }

    /** Without a slash at the end. */
    String console() {
        return console;
    }

    /** As {@code --to} wants it. */
    String to() {
        return to;
    }

    /** Runs one of {@code submit} and {@code update} to its end. */
    Child client(String command, List<String> options, String... rest) throws Exception {
        List<String> args = new ArrayList<>(List.of(command, "--to", to));
        args.addAll(options);
        args.addAll(List.of(rest));
        return Child.run(directory, args.toArray(new String[0]));
    }

    @Override
    public void close() {
        server.close();
    }
}
