package io.eyewall.differential.run;

import io.eyewall.differential.Programs;
import io.eyewall.differential.observation.JsonText;
import io.eyewall.differential.program.Program;
import io.eyewall.differential.program.Program.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.storm.ILocalCluster;

/**
 * {@code ProgramMain --out FILE [--only NAME,NAME...] [--except NAME,...] [--parallel N]}: runs
 * programs on the LocalCluster of the class path and writes {@code {program: {facts, failure?}}}.
 *
 * <p>Programs share a cluster, N at a time; those that need a cluster of their own follow one after
 * another. The file is rewritten after every program, so that it contains the results so far if a
 * program ends the process. Exit status: 0 when all programs ran, even if some failed; 2 for wrong
 * usage.
 */
public final class ProgramMain {
    /**
     * The number of programs that run at a time; starting and stopping a topology is mostly waiting
     * in Storm.
     */
    static final int DEFAULT_PARALLEL = 8;

    private final Path out;
    private final Map<String, Object> results = Collections.synchronizedMap(new TreeMap<>());

    private ProgramMain(Path out) {
        this.out = out;
    }

    public static void main(String[] args) throws Exception {
        Path out = null;
        Set<String> only = null;
        Set<String> except = Set.of();
        int parallel = DEFAULT_PARALLEL;
        for (int i = 0; i + 1 < args.length; i += 2) {
            switch (args[i]) {
                case "--out" -> out = Path.of(args[i + 1]);
                case "--only" -> only = names(args[i + 1]);
                case "--except" -> except = names(args[i + 1]);
                case "--parallel" -> parallel = Integer.parseInt(args[i + 1]);
                default -> usage("unknown option " + args[i]);
            }
        }
        if (out == null || args.length % 2 != 0) {
            usage("--out FILE is missing");
        }
        List<Program> chosen = new ArrayList<>();
        for (Program program : Programs.all()) {
            boolean wanted = only == null || only.contains(program.name());
            if (wanted && !except.contains(program.name())) {
                chosen.add(program);
            }
        }
        new ProgramMain(out).run(chosen, parallel);
        // Storm leaves non-daemon threads behind.
        System.exit(0);
    }

    private static Set<String> names(String list) {
        return new TreeSet<>(List.of(list.split(",")));
    }

    private static void usage(String problem) {
        System.err.println(problem);
        System.err.println(
                "usage: ProgramMain --out FILE [--only NAME,...] [--except NAME,...] [--parallel N]");
        System.exit(2);
    }

    private void run(List<Program> programs, int parallel) throws Exception {
        List<Program> sharing = new ArrayList<>(programs);
        sharing.removeIf(
                program ->
                        program.place() == Place.OWN_CLUSTER
                                || program.place() == Place.BUILT_CLUSTERS);
        if (!sharing.isEmpty()) {
            ILocalCluster cluster = ClusterUnderTest.start(2 * parallel);
            ExecutorService threads = Executors.newFixedThreadPool(parallel);
            for (Program program : sharing) {
                threads.execute(() -> runOne(program, cluster));
            }
            threads.shutdown();
            threads.awaitTermination(1, TimeUnit.HOURS);
            cluster.close();
        }
        for (Program program : programs) {
            if (program.place() == Place.OWN_CLUSTER) {
                ILocalCluster cluster = ClusterUnderTest.start(2 * parallel);
                runOne(program, cluster);
                cluster.close();
            }
        }
        for (Program program : programs) {
            if (program.place() == Place.BUILT_CLUSTERS) {
                runOne(program, null);
            }
        }
    }

    private void runOne(Program program, ILocalCluster cluster) {
        long startedNs = System.nanoTime();
        try {
            results.put(program.name(), ProgramRunner.run(program, cluster));
            write();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new IllegalStateException("cannot write observations to " + out, e);
        }
        long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedNs);
        System.out.println(program.name() + " " + tookMs + " ms");
    }

    private synchronized void write() throws IOException {
        String text;
        synchronized (results) {
            text = JsonText.of(results);
        }
        Files.writeString(out, text + "\n");
    }
}
