package io.eyewall.differential.run;

import io.eyewall.differential.observation.Observation;
import io.eyewall.differential.program.Program;
import io.eyewall.differential.stage.Stage;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.storm.ILocalCluster;

/** Runs one program under a time limit and keeps the facts that it recorded, even if it fails. */
final class ProgramRunner {
    private static final long LIMIT_MS = 180_000;

    private ProgramRunner() {}

    /**
     * Runs the program on a thread of its own and blocks until it ends or its time is up.
     *
     * @return {@code facts}, and {@code failure} with a stack trace if the program was not
     *     completed
     */
    static Map<String, Object> run(Program program, ILocalCluster cluster)
            throws InterruptedException {
        Observation seen = new Observation();
        Throwable[] thrown = new Throwable[1];
        Thread thread =
                new Thread(
                        () -> {
                            try (Stage stage = new Stage(program.name(), cluster, seen)) {
                                program.body().run(stage);
                            } catch (Throwable e) {
                                thrown[0] = e;
                            }
                        },
                        "program-" + program.name());
        thread.setDaemon(true);
        thread.start();
        thread.join(LIMIT_MS);
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("facts", seen.facts());
        if (thread.isAlive()) {
            result.put(
                    "failure", "not finished after " + LIMIT_MS + " ms; it was at\n" + at(thread));
            thread.interrupt();
        } else if (thrown[0] != null) {
            result.put("failure", trace(thrown[0]));
        }
        return result;
    }

    private static String at(Thread thread) {
        StringBuilder text = new StringBuilder();
        for (StackTraceElement frame : thread.getStackTrace()) {
            text.append("    ").append(frame).append('\n');
        }
        return text.toString();
    }

    private static String trace(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
