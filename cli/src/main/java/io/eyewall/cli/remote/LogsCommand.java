package io.eyewall.cli.remote;

import io.eyewall.cli.terminal.JsonLine;
import io.eyewall.cli.terminal.Printable;
import io.eyewall.control.ControlClient;
import io.eyewall.control.ControlException;
import io.eyewall.control.ProcessGoneException;
import io.eyewall.control.log.LogPage;
import io.eyewall.control.log.LogService;
import io.eyewall.control.wire.WireJson;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code eyewall logs}: prints the last lines that a topology has printed and logged. */
@Command(
        name = "logs",
        description =
                "Print the last lines of a topology's output and log: for a topology"
                        + " of 'eyewall server' from its files, even after it has crashed or"
                        + " ended; for 'eyewall run' from the memory of its process.",
        footer = {
            "",
            "Exit codes: 0 printed, 1 no process answered, there is no such"
                    + " topology, or several, or its process ended while its log was"
                    + " followed, 2 wrong usage."
        },
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
public final class LogsCommand extends Verb {
    private static final int DEFAULT_LINES = 100;
    private static final long POLL_INTERVAL_MS = 500;
    private static final int MAX_LINE_CHARS = 5_000;
    private static final int MAX_RESTART_POLLS = 20;

    @Parameters(
            index = "0",
            paramLabel = "NAME",
            description = "The topology's name or id, in any process.")
    private String name = "";

    @Option(
            names = {"-f", "--follow"},
            description =
                    "Continue with new lines, until Ctrl-C; also across restarts of the"
                            + " topology's process.")
    private boolean follow;

    @Option(
            names = {"-n", "--lines"},
            paramLabel = "LINES",
            description = "Number of last lines to print (default: 100; at most 5000).")
    private int lines = DEFAULT_LINES;

    /** The position at which the next read continues; null to read the last lines. */
    private @Nullable String cursor;

    private String id = "";

    @Override
    protected void run() throws NobodyException, InterruptedException, IOException {
        if (lines < 1 || lines > LogPage.MAX_LINES) {
            throw new ParameterException(
                    command().commandLine(),
                    "-n is " + lines + ", expected 1 to " + LogPage.MAX_LINES);
        }
        ControlClient process = findProcess();
        LogPage page = read(process, lines);
        print(page, follow ? "" : page.rest());
        while (follow) {
            if (page.lines().isEmpty()) {
                Thread.sleep(POLL_INTERVAL_MS);
            }
            try {
                page = read(process, LogPage.MAX_LINES);
            } catch (ProcessGoneException e) {
                process = awaitRestart(e);
                continue;
            }
            print(page, "");
            if (isUnread()) {
                return;
            }
        }
    }

    /**
     * Returns the process that has the log: the topology's process, or the server that ran the
     * topology.
     */
    private ControlClient findProcess() throws NobodyException, IOException {
        try {
            Processes.Found found = processes().topology(name, pid());
            id = found.topology().id();
            return found.process();
        } catch (NobodyException e) {
            for (ControlClient each :
                    pid() == null ? processes().connectAll() : List.<ControlClient>of()) {
                id = name;
                try {
                    read(each, 1);
                    cursor = null;
                    return each;
                } catch (RuntimeException other) {
                    cursor = null; // this process does not have the log either
                }
            }
            throw e;
        }
    }

    /**
     * Waits for the new process of a server's topology. A server starts a crashed process again,
     * and the new one writes to the same files.
     */
    private ControlClient awaitRestart(ProcessGoneException gone)
            throws InterruptedException, IOException {
        String savedCursor = cursor;
        for (int i = 0; i < MAX_RESTART_POLLS; i++) {
            Thread.sleep(POLL_INTERVAL_MS);
            try {
                ControlClient process = findProcess();
                cursor = savedCursor;
                return process;
            } catch (NobodyException e) {
                cursor = savedCursor; // not started yet
            }
        }
        throw gone;
    }

    private LogPage read(ControlClient process, int maxLines) throws IOException {
        LogPage page =
                WireJson.read(
                        process.call(LogService.NAME, new LogService.Asked(id, cursor, maxLines)),
                        LogPage.class);
        if (page == null) {
            throw new ControlException(process + " answered nothing to '" + LogService.NAME + "'");
        }
        cursor = page.cursor();
        return page;
    }

    private void print(LogPage page, String unfinishedLine) {
        if (page.missed()) {
            problem("lines are missing here: the log was rotated before they were read");
        }
        page.lines().forEach(this::print);
        if (!unfinishedLine.isEmpty()) {
            print(unfinishedLine);
        }
        out().flush();
    }

    private void print(String line) {
        String id = this.id;
        out().println(
                        json()
                                ? JsonLine.of(
                                        json -> {
                                            json.writeStringField("topology", id);
                                            json.writeStringField("line", line);
                                        })
                                : Printable.line(line, MAX_LINE_CHARS));
    }
}
