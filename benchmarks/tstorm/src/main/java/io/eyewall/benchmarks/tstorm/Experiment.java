package io.eyewall.benchmarks.tstorm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.eyewall.benchmarks.scenario.child.ProcessGauge;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Runs one topology on one cluster, under one scheduler, in several phases. */
final class Experiment {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String NAME = "topology";
    private static final int LIMIT_S = 300;

    private final Setting setting;
    private final Workload workload;
    private final String scheduler;
    private final Path folder;
    private final Path token;

    /** A change of the placement. */
    private interface Change {
        /** Applies the change; returns whether workers have to start or end for it. */
        boolean make(Laboratory lab) throws IOException, InterruptedException;
    }

    private Experiment(Setting setting, Workload workload, String scheduler) throws IOException {
        this.setting = setting;
        this.workload = workload;
        this.scheduler = scheduler;
        String name = workload.word() + "-" + scheduler.toLowerCase(Locale.ROOT).replace(' ', '-');
        folder = Files.createDirectories(setting.folder().resolve(name));
        token = folder.resolve("token");
    }

    /**
     * Runs Storm's default scheduler, first with the paper's number of workers and then with one
     * per node.
     */
    static Run storm(Setting setting, Workload workload) throws IOException, InterruptedException {
        Experiment experiment = new Experiment(setting, workload, "Storm");
        try (Laboratory lab = experiment.up(List.of())) {
            experiment.prepare(lab);
            List<Phase> phases = new ArrayList<>();
            long startMs = System.currentTimeMillis();
            phases.add(
                    experiment.phase(
                            lab,
                            experiment.workers() + " workers",
                            experiment::submit,
                            experiment.workers()));
            String hosts = Integer.toString(setting.hosts());
            phases.add(
                    experiment.phase(
                            lab,
                            hosts + " workers",
                            now -> {
                                now.must(
                                        List.of(
                                                "storm",
                                                "rebalance",
                                                NAME,
                                                "-w",
                                                "5",
                                                "-n",
                                                hosts));
                                return false; // if there are as many already
                            },
                            setting.hosts()));
            return experiment.end(startMs, phases);
        }
    }

    /** Runs Storm's resource-aware scheduler with its default requirements of executors. */
    static Run resourceAware(Setting setting, Workload workload)
            throws IOException, InterruptedException {
        Experiment experiment = new Experiment(setting, workload, "Storm RAS");
        try (Laboratory lab =
                experiment.up(
                        List.of(
                                "-c",
                                "storm.scheduler=org.apache.storm.scheduler.resource.ResourceAwareScheduler"))) {
            experiment.prepare(lab);
            long startMs = System.currentTimeMillis();
            return experiment.end(
                    startMs,
                    List.of(experiment.phase(lab, "resource-aware", experiment::submit, 1)));
        }
    }

    /**
     * Runs Eyewall's schedule generator: first the initial placement, then T-Storm's algorithm with
     * the paper's factors, then the usual algorithm.
     */
    static Run eyewall(Setting setting, Workload workload)
            throws IOException, InterruptedException {
        Experiment experiment = new Experiment(setting, workload, "Eyewall");
        Laboratory.token(experiment.folder);
        List<String> options =
                List.of(
                        "--generator",
                        Laboratory.GENERATOR,
                        "--generator-token-file",
                        experiment.token.toString(),
                        "-c",
                        "eyewall.monitor.period.secs=10",
                        "-c",
                        "eyewall.schedule.fetch.secs=2",
                        "-c",
                        "eyewall.schedule.settle.secs=15");
        try (Laboratory lab = experiment.up(options)) {
            experiment.generate(lab);
            experiment.prepare(lab);
            List<Phase> phases = new ArrayList<>();
            long startMs = System.currentTimeMillis();
            int least = Math.min(experiment.workers(), setting.hosts());
            phases.add(experiment.phase(lab, "at first", experiment::submit, least));
            for (double gamma : workload.gammas()) {
                phases.add(
                        experiment.planned(
                                lab, "T-Storm, gamma " + gamma, "tstorm", "-p", "gamma=" + gamma));
            }
            // The first factor again, so that the executors are as spread as before and only the
            // choice of places differs.
            phases.add(experiment.planned(lab, "affinity, gamma 1", "affinity", "-p", "gamma=1"));
            phases.add(experiment.planned(lab, "affinity", "affinity"));
            return experiment.end(startMs, phases);
        }
    }

    private int workers() {
        return Math.min(setting.scale().of(workload.workers()), setting.hosts() * setting.slots());
    }

    private Laboratory up(List<String> more) throws IOException, InterruptedException {
        List<String> options =
                new ArrayList<>(
                        List.of(
                                "--hosts",
                                Integer.toString(setting.hosts()),
                                "--slots",
                                Integer.toString(setting.slots()),
                                "--network",
                                "namespaces",
                                "--rate",
                                setting.rate(),
                                "--timeout",
                                "4m",
                                "-c",
                                "supervisor.cpu.capacity=400",
                                "-c",
                                "supervisor.memory.capacity.mb=4096",
                                // With the default, a bolt busily waits for 50 ms after each tuple.
                                "-c",
                                "topology.bolt.wait.progressive.level2.count=0",
                                // With the default, the compilers' work dominates the measurement
                                // for minutes after a move.
                                "-c",
                                "topology.worker.childopts=-XX:TieredStopAtLevel=1",
                                // Workers start slower the more of them share a core.
                                "-c",
                                "supervisor.worker.start.timeout.secs=600",
                                "-c",
                                "nimbus.task.launch.secs=600",
                                "-c",
                                "topology.disable.loadaware.messaging=" + !setting.loadAware()));
        for (Path jar : setting.checkout().extlib()) {
            options.addAll(List.of("--extlib", jar.toString()));
        }
        options.addAll(more);
        return new Laboratory(setting.checkout(), options);
    }

    private void generate(Laboratory lab) throws IOException, InterruptedException {
        lab.generate(folder, token);
        await("a generator", () -> !schedule(lab, "status").isEmpty());
        schedule(lab, "use", "off");
    }

    private void prepare(Laboratory lab) throws IOException, InterruptedException {
        if (!workload.input().isEmpty()) {
            Backends backends = new Backends(lab, folder.resolve("backends"), setting.java());
            backends.start();
            backends.feed(workload.input(), setting.scale().of(workload.linesPerSec()));
        }
    }

    private boolean submit(Laboratory lab) throws IOException, InterruptedException {
        lab.submit(
                workload.topology(),
                List.of(
                        NAME,
                        Integer.toString(workers()),
                        folder.toString(),
                        Laboratory.HEAD,
                        Double.toString(setting.scale().factor())));
        return true;
    }

    private JsonNode schedule(Laboratory lab, String verb, String... words)
            throws IOException, InterruptedException {
        List<String> line =
                new ArrayList<>(
                        List.of(
                                setting.checkout().eyewall().toString(),
                                "schedule",
                                verb,
                                "--json"));
        line.addAll(List.of("--url", Laboratory.GENERATOR, "--token-file", token.toString()));
        line.addAll(List.of(words));
        return JSON.readTree(lab.ask(line.toArray(String[]::new)));
    }

    private Phase planned(Laboratory lab, String name, String... use)
            throws IOException, InterruptedException {
        Change change =
                now -> {
                    List<String> words = new ArrayList<>(List.of(use));
                    // With the defaults, few moves pay, so the effect of the placement would not
                    // show.
                    words.addAll(List.of("-p", "restart=0", "-p", "cool-down=0"));
                    words.addAll(List.of("--adopt", "always"));
                    schedule(now, "use", words.toArray(String[]::new));
                    JsonNode decision = schedule(now, "now");
                    say("%s: %s", name, decision);
                    await(
                            "the plan in effect",
                            () ->
                                    schedule(now, "status")
                                            .path("plan")
                                            .path("inEffect")
                                            .asBoolean());
                    schedule(now, "use", "off");
                    return !decision.path("moves").isEmpty();
                };
        return phase(lab, name, change, 1);
    }

    /**
     * Makes a change, waits until at least {@code leastWorkers} workers run and messages are acked,
     * and then runs for the length of a phase.
     */
    private Phase phase(Laboratory lab, String name, Change change, int leastWorkers)
            throws IOException, InterruptedException {
        long startMs = System.currentTimeMillis();
        say("%s, %s: %s", workload.title(), scheduler, name);
        Set<Long> before = Laboratory.workers(lab.status(), "");
        boolean moves = change.make(lab);
        // Old workers continue, and ack, until the new ones have taken over; then they end.
        await(
                "workers",
                () -> {
                    JsonNode status = lab.status();
                    int wanted = workers(status).size();
                    Set<Long> now = Laboratory.workers(status, "");
                    boolean moved = !moves || (now.size() == wanted && !now.equals(before));
                    return wanted >= leastWorkers && moved && isAcking();
                });
        long settledMs = System.currentTimeMillis();
        Thread.sleep(Phase.WARM_UP_MS);
        long fromCpuNs = ProcessGauge.machineCpuNs();
        long fromNs = System.nanoTime();
        Thread.sleep(setting.phaseSec() * 1_000L - Phase.WARM_UP_MS);
        double cores =
                (double) (ProcessGauge.machineCpuNs() - fromCpuNs) / (System.nanoTime() - fromNs);
        long endMs = System.currentTimeMillis();
        Set<String> nodes = new HashSet<>();
        List<JsonNode> workers = workers(lab.status());
        workers.forEach(worker -> nodes.add(worker.path("host").asText()));
        Phase phase =
                new Phase(name, startMs, settledMs, endMs, nodes.size(), workers.size(), cores);
        say("%s %s", phase, steady(phase));
        return phase;
    }

    private Run.Figures steady(Phase phase) throws IOException {
        return new Run(scheduler, 0, List.of(), Run.read(folder))
                .figures(phase.countedFromMs(), phase.endMs());
    }

    private boolean isAcking() throws IOException {
        long nowMs = System.currentTimeMillis();
        return Run.read(folder).stream().anyMatch(s -> !s.isFailed() && s.atMs() > nowMs - 2_000);
    }

    /** Returns the workers that Nimbus has assigned. */
    private static List<JsonNode> workers(JsonNode status) {
        List<JsonNode> workers = new ArrayList<>();
        status.path("topologies").path(0).path("workers").forEach(workers::add);
        return workers;
    }

    private Run end(long startMs, List<Phase> phases) throws IOException {
        return new Run(scheduler, startMs, phases, Run.read(folder));
    }

    private static void await(String what, Laboratory.Condition condition)
            throws IOException, InterruptedException {
        Laboratory.await(LIMIT_S, what, condition);
    }

    private static void say(String format, Object... arguments) {
        System.out.printf(Locale.ROOT, format + "%n", arguments);
    }
}
