package io.eyewall.cli.top;

import io.eyewall.cli.remote.NobodyException;
import io.eyewall.cli.remote.Verb;
import io.eyewall.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code eyewall top}: shows the current rates of running topologies. */
@Command(
        name = "top",
        description =
                "Show the activity of running topologies periodically: on a terminal"
                        + " in place, until q or Ctrl-C; otherwise one table after the other.",
        footer = {
            "",
            "threads: number of dedicated executors, which have a thread of their"
                    + " own; busy: share of the time that all executors spent in user code;"
                    + " held: share of the time that full receivers stopped them; per call:"
                    + " mean time of a call. p50 and p99: time from emit to ack since the"
                    + " start. NO_COLOR disables colours.",
            "model: the predicted highest rate in messages per second and the"
                    + " resource that would be full then; processor time and the time from"
                    + " emit to ack, measured and predicted for the present rate; DRIFT if"
                    + " they differ much. Shown from the sixth poll on, or with --recording.",
            "Exit codes: 0 shown, 1 no process answered, or there is no such topology, or several, 2"
                    + " wrong usage."
        },
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true)
public final class TopCommand extends Verb {
    private static final int STANDARD_OUTPUT = 1;
    private static final String NOTHING = "nothing is running";

    @Parameters(
            arity = "0..1",
            paramLabel = "NAME",
            description = "The topology's name or id (default: all).")
    private @Nullable String name;

    @Option(names = "--once", description = "Show the activity within one interval, then end.")
    private boolean once;

    @Option(
            names = "--interval",
            paramLabel = "SECS",
            defaultValue = "1",
            description = "Seconds between two polls, 1 to 3600 (default: 1).")
    private int intervalSecs;

    @Option(
            names = "--recording",
            paramLabel = "FILE",
            description =
                    "A file of 'eyewall plan record': the model is calibrated on that"
                            + " recording instead of the last 20 polls.")
    private @Nullable Path recording;

    @Override
    protected void run() throws NobodyException, InterruptedException, IOException {
        if (intervalSecs < 1 || intervalSecs > 3600) {
            throw new ParameterException(
                    command().commandLine(),
                    "--interval is " + intervalSecs + ", outside 1 to 3600 seconds");
        }
        boolean live = !once && !json() && Terminal.isTerminal(STANDARD_OUTPUT);
        String plain = System.getenv("NO_COLOR");
        TopText text =
                new TopText(
                        Terminal.isTerminal(STANDARD_OUTPUT) && (plain == null || plain.isEmpty()));
        TopSession session = new TopSession(processes(), name, pid(), Forecasts.of(recording));
        if (live) {
            show(session, text);
        } else {
            print(session, text);
        }
    }

    private void show(TopSession session, TopText text)
            throws NobodyException, InterruptedException, IOException {
        session.poll();
        try (Screen screen = Screen.enter()) {
            long waitMs = TimeUnit.SECONDS.toMillis(1); // show the first table soon
            while (!screen.awaitQuit(waitMs)) {
                List<View> views = session.poll();
                screen.show(
                        views.isEmpty() ? List.of(NOTHING) : text.lines(views, Terminal.columns()));
                waitMs = TimeUnit.SECONDS.toMillis(intervalSecs);
            }
        }
    }

    private void print(TopSession session, TopText text)
            throws NobodyException, InterruptedException {
        int columns = Terminal.isTerminal(STANDARD_OUTPUT) ? Terminal.columns() : Integer.MAX_VALUE;
        session.poll();
        do {
            TimeUnit.SECONDS.sleep(intervalSecs);
            List<View> views = session.poll();
            if (json()) {
                views.forEach(view -> out().println(TopJson.of(view)));
            } else {
                (views.isEmpty() ? List.of(NOTHING) : text.lines(views, columns))
                        .forEach(out()::println);
                if (!once) {
                    out().println();
                }
            }
        } while (!once && !isUnread());
    }
}
