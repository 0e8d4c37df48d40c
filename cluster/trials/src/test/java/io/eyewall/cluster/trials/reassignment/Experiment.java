package io.eyewall.cluster.trials.reassignment;

import io.eyewall.cluster.lab.Lab;
import io.eyewall.cluster.lab.LabException;
import io.eyewall.cluster.lab.LabFolder;
import io.eyewall.cluster.lab.LabSettings;
import io.eyewall.cluster.trials.TestLab;
import io.eyewall.plugin.supervisor.SmoothIsolationManager;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.storm.DaemonConfig;
import org.jspecify.annotations.Nullable;

/** A lab with a measured topology of three workers on three hosts with two slots each. */
final class Experiment implements AutoCloseable {
    static final String NAME = "measured";
    static final int WORKERS = 3;
    private static final int SLOTS = 2;
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private final Path root;
    private final Path journals;
    private final Path plan;
    private final LabFolder folder;
    private final Lab lab;
    private final List<String> places = new ArrayList<>();

    /**
     * What runs on it.
     *
     * @param more arguments after name, folder and number of workers
     * @param extlib jars that workers need
     */
    record Job(Class<?> main, List<String> more, List<Path> extlib) {
        static final Job MEASURED = new Job(MeasuredTopology.class, List.of(), List.of());
    }

    /**
     * @param smooth whether supervisors have the plug-in
     */
    Experiment(Path root, Job job, boolean smooth, boolean keep) throws Exception {
        this.root = root;
        journals = Files.createDirectories(root.resolve("journals"));
        plan = root.resolve("plan");
        folder = LabFolder.of(root.resolve("labs"), "smooth");
        for (int i = 0; i < WORKERS; i++) {
            places.add("host" + (i + 1) + ":0");
        }
        writePlan();
        Map<String, @Nullable Object> conf = TestLab.conf();
        conf.put(DaemonConfig.STORM_SCHEDULER, FileScheduler.class.getName());
        conf.put(FileScheduler.FILE_KEY, plan.toString());
        if (smooth) {
            conf.put("storm.resource.isolation.plugin.enable", true);
            conf.put("storm.resource.isolation.plugin", SmoothIsolationManager.class.getName());
        }
        // The scheduler and the topology.
        Path application = TestLab.packageOf(FileScheduler.class, root.resolve("application.jar"));
        List<Path> extlib = new ArrayList<>(job.extlib());
        extlib.add(TestLab.jar(SmoothIsolationManager.class, root.resolve("plugin.jar")));
        LabSettings settings =
                TestLab.loopback(
                        WORKERS,
                        SLOTS,
                        new LabSettings.Plugins(extlib, List.of(application), Map.of("", conf)));
        lab = Lab.up(folder, settings, TestLab.jars(root), keep, System.err::println);
        List<String> arguments =
                new ArrayList<>(List.of(NAME, journals.toString(), Integer.toString(WORKERS)));
        arguments.addAll(job.more());
        int exit = lab.submit(application, job.main().getName(), arguments);
        if (exit != 0) {
            close(); // nobody else can
            throw new IllegalStateException("submit: " + exit);
        }
    }

    private void writePlan() throws Exception {
        Path draft = root.resolve("plan.draft");
        Files.writeString(draft, NAME + " " + String.join(" ", places) + "\n");
        Files.move(draft, plan, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Has a worker go to the other slot of the next host, or of its own. */
    void move(int worker) throws Exception {
        String[] place = places.get(worker).split(":", -1);
        places.set(worker, place[0] + ":" + (1 - Integer.parseInt(place[1])));
        writePlan();
    }

    /** Where the topology writes what it did. */
    Path journals() {
        return journals;
    }

    /** Has the topology's sources end, as they understand it; what is under way goes on. */
    void stop(String when) throws IOException {
        Path draft = root.resolve("stop.draft");
        Files.writeString(draft, when);
        Files.move(draft, journals.resolve("stop"));
    }

    /** Moves a worker, and returns when the old one has gone. */
    void moveWholly(int worker) throws Exception {
        long ended = ended();
        move(worker);
        TestLab.await("the old worker's end", LIMIT, () -> ended() > ended);
    }

    /** Acks so far. */
    long acks() throws Exception {
        return Files.exists(journals.resolve("position")) ? Measured.read(journals, 0).acks() : 0;
    }

    Measured measured(long fromMs) throws Exception {
        return Measured.read(journals, fromMs);
    }

    /** How many workers have ended since a new assignment was without them, by their logs. */
    long ended() throws IOException {
        long count = 0;
        try (Stream<Path> files = Files.walk(folder.path().resolve("logs"))) {
            for (Path file : files.filter(each -> each.endsWith("worker.log")).toList()) {
                try (Stream<String> lines = Files.lines(file)) {
                    count += lines.filter(line -> line.contains("without this worker")).count();
                }
            }
        }
        return count;
    }

    @Override
    public void close() throws IOException {
        try {
            Lab.down(folder, Boolean.getBoolean("eyewall.keep"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted; lab 'smooth' may still be up");
        } catch (LabException e) {
            throw new IOException(e);
        }
    }

    /**
     * Arguments: folder, "smooth" or "storm" (or "down"), moves, seconds between them. Prints what
     * it saw.
     */
    public static void main(String[] args) throws Exception {
        Path root = Files.createDirectories(Path.of(args[0])).toAbsolutePath();
        if (args[1].equals("down")) {
            Lab.down(LabFolder.of(root.resolve("labs"), "smooth"), false);
            return;
        }
        int moves = Integer.parseInt(args[2]);
        long betweenMs = Long.parseLong(args[3]) * 1000;
        try (Experiment experiment =
                new Experiment(root, Job.MEASURED, args[1].equals("smooth"), true)) {
            while (experiment.acks() < 5_000) {
                Thread.sleep(500);
            }
            Thread.sleep(betweenMs);
            long fromMs = System.currentTimeMillis();
            for (int i = 0; i < moves; i++) {
                long beforeMs = System.currentTimeMillis();
                long ended = experiment.ended();
                experiment.move(i % WORKERS);
                while (args[1].equals("smooth") && experiment.ended() == ended) {
                    Thread.sleep(200);
                }
                Thread.sleep(betweenMs);
                System.out.println(i + ": " + experiment.measured(beforeMs));
            }
            System.out.println("all: " + experiment.measured(fromMs));
        }
    }
}
