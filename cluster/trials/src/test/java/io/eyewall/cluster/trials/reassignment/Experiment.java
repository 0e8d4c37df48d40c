package io.eyewall.cluster.trials.reassignment;

import io.eyewall.cluster.trials.TestLab;
import io.eyewall.lab.Lab;
import io.eyewall.lab.LabException;
import io.eyewall.lab.LabFolder;
import io.eyewall.lab.LabSettings;
import io.eyewall.lab.process.Role;
import io.eyewall.plugin.supervisor.SmoothIsolationManager;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.storm.Config;
import org.apache.storm.DaemonConfig;
import org.jspecify.annotations.Nullable;

/** A lab whose topologies are moved: each has two slots of its own on each host. */
final class Experiment implements AutoCloseable {
    private static final int SLOTS = 2;
    private static final Job MEASURED =
            new Job("measured", MeasuredTopology.class, 3, List.of(), List.of(), Map.of());

    private final Path root;
    private final Path plan;
    private final LabFolder folder;
    private final Lab lab;
    private final List<Subject> subjects = new ArrayList<>();

    /**
     * A topology.
     *
     * @param workers number of workers, each on a host of its own
     * @param more arguments of its main class after name, folder and number of workers
     * @param extlib jars that workers need
     * @param files further files of the topology's jar, by their names there
     */
    record Job(
            String name,
            Class<?> main,
            int workers,
            List<String> more,
            List<Path> extlib,
            Map<String, Path> files) {}

    /**
     * Starts it, and submits.
     *
     * @param smooth whether supervisors have the plug-in
     */
    Experiment(Path root, List<Job> jobs, boolean smooth, boolean keep) throws Exception {
        this.root = root;
        plan = root.resolve("plan");
        folder = LabFolder.of(root.resolve("labs"), "smooth");
        for (Job job : jobs) {
            Path journals = Files.createDirectories(root.resolve("journals").resolve(job.name()));
            subjects.add(new Subject(this, job, SLOTS * subjects.size(), journals));
        }
        writePlan();
        Map<String, @Nullable Object> conf = TestLab.conf();
        conf.put(DaemonConfig.STORM_SCHEDULER, FileScheduler.class.getName());
        conf.put(FileScheduler.FILE_KEY, plan.toString());
        // Storm's defaults, not the laboratory's: they decide how long a worker sends nothing after
        // it
        // has lost a connection.
        conf.put(Config.STORM_MESSAGING_NETTY_MIN_SLEEP_MS, 100);
        conf.put(Config.STORM_MESSAGING_NETTY_MAX_SLEEP_MS, 1_000);
        if (smooth) {
            conf.put("storm.resource.isolation.plugin.enable", true);
            conf.put("storm.resource.isolation.plugin", SmoothIsolationManager.class.getName());
        }
        List<Path> extlib = new ArrayList<>();
        jobs.forEach(job -> extlib.addAll(job.extlib()));
        extlib.add(TestLab.jar(SmoothIsolationManager.class, root.resolve("plugin.jar")));
        Path scheduler = TestLab.packageOf(FileScheduler.class, root.resolve("scheduler.jar"));
        LabSettings settings =
                TestLab.loopback(
                        jobs.stream().mapToInt(Job::workers).max().orElseThrow(),
                        SLOTS * jobs.size(),
                        new LabSettings.Plugins(
                                extlib.stream().distinct().toList(),
                                List.of(scheduler),
                                Map.of("", conf)));
        lab = Lab.up(folder, settings, TestLab.jars(root), keep, System.err::println);
        for (Subject subject : subjects) {
            int exit = submit(subject);
            if (exit != 0) {
                close(); // nobody else can
                throw new IllegalStateException("submit: " + exit);
            }
        }
    }

    /** One of the topology that ITs and people look at first. */
    static Experiment ofMeasured(Path root, boolean smooth, boolean keep) throws Exception {
        return new Experiment(root, List.of(MEASURED), smooth, keep);
    }

    private int submit(Subject subject) throws Exception {
        Job job = subject.job();
        Path jar =
                TestLab.application(
                        root.resolve(job.name() + ".jar"),
                        List.of(),
                        List.of(FileScheduler.class),
                        job.files());
        List<String> arguments = new ArrayList<>();
        arguments.add(job.name());
        arguments.add(subject.journals().toString());
        arguments.add(Integer.toString(job.workers()));
        arguments.addAll(job.more());
        return lab.submit(jar, job.main().getName(), arguments);
    }

    /** Writes the placement for the scheduler. */
    void writePlan() throws IOException {
        Path draft = root.resolve("plan.draft");
        Files.write(draft, subjects.stream().map(Subject::line).toList());
        Files.move(draft, plan, StandardCopyOption.ATOMIC_MOVE);
    }

    /** The topology of the first job. */
    Subject subject() {
        return subjects.get(0);
    }

    /** The topologies, in the order of the jobs. */
    List<Subject> subjects() {
        return List.copyOf(subjects);
    }

    /** Processes of workers. */
    long workers() throws Exception {
        return lab.status().processes().stream()
                .filter(process -> process.role() == Role.WORKER)
                .count();
    }

    /** Returns how many workers of a topology have logged a text. */
    long said(String topology, String text) throws IOException {
        long count = 0;
        try (Stream<Path> files = Files.walk(folder.path().resolve("logs"))) {
            for (Path file : files.filter(each -> each.endsWith("worker.log")).toList()) {
                if (file.toString().contains("/" + topology + "-")) {
                    try (Stream<String> lines = Files.lines(file)) {
                        count += lines.filter(line -> line.contains(text)).count();
                    }
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
     * Arguments: folder, "smooth" or "storm" (or "down"), moves, seconds between them. Prints its
     * measurements.
     */
    public static void main(String[] args) throws Exception {
        Path root = Files.createDirectories(Path.of(args[0])).toAbsolutePath();
        if (args[1].equals("down")) {
            Lab.down(LabFolder.of(root.resolve("labs"), "smooth"), false);
            return;
        }
        int moves = Integer.parseInt(args[2]);
        long betweenMs = Long.parseLong(args[3]) * 1000;
        try (Experiment experiment = ofMeasured(root, args[1].equals("smooth"), true)) {
            Subject subject = experiment.subject();
            while (subject.acks() < 5_000) {
                Thread.sleep(500);
            }
            Thread.sleep(betweenMs);
            long fromMs = System.currentTimeMillis();
            for (int i = 0; i < moves; i++) {
                long beforeMs = System.currentTimeMillis();
                if (args[1].equals("smooth")) {
                    subject.moveWholly(i);
                } else {
                    subject.move(i);
                }
                Thread.sleep(betweenMs);
                System.out.println(i + ": " + subject.measured(beforeMs));
            }
            System.out.println("all: " + subject.measured(fromMs));
        }
    }
}
