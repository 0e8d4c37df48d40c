package io.eyewall.differential.run;

import io.eyewall.differential.Programs;
import io.eyewall.differential.compatibility.ClassesThatRan;
import io.eyewall.differential.program.Program;
import io.eyewall.differential.program.Program.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;

/**
 * Runs programs on both systems, in child JVMs: one of each subject, or all of them in the complete
 * suite ({@code ./mvnw verify -Pcomplete}).
 *
 * <p>{@code -Ddifferential.storm=reuse} takes from the last run what Storm said then: for work on
 * our side. {@code -Ddifferential.only=NAME,NAME} runs only some.
 */
final class BothSystems {
    /** Storm looks at such things only every so many seconds; the tests need not wait for it. */
    private static final String STORM_OPTIONS =
            "-Dstorm.options=executor.metrics.frequency.secs=1,task.refresh.poll.secs=1,"
                    + "task.credentials.poll.secs=1,supervisor.worker.shutdown.sleep.secs=1,"
                    // On a busy machine nothing is to be taken for dead and started again.
                    + "nimbus.task.timeout.secs=300,nimbus.supervisor.timeout.secs=300,"
                    + "supervisor.worker.timeout.secs=300";

    private final Path folder;
    private final List<Program> programs;
    private final int processes;
    private final int atATime;

    /**
     * @param folder where observations and logs go
     * @param processes child JVMs beside each other
     * @param atATime programs beside each other in one of them
     */
    private BothSystems(Path folder, List<Program> programs, int processes, int atATime) {
        this.folder = folder;
        this.programs = List.copyOf(programs);
        this.processes = processes;
        this.atATime = atATime;
    }

    /** For the programs that system properties choose. */
    static BothSystems forChosen(Path folder) {
        return new BothSystems(folder, chosen(), 3, ProgramMain.DEFAULT_PARALLEL);
    }

    private static List<Program> chosen() {
        String only = System.getProperty("differential.only");
        if (only != null) {
            List<String> names = List.of(only.split(","));
            return Programs.all().stream()
                    .filter(program -> names.contains(program.name()))
                    .toList();
        }
        return Boolean.getBoolean("eyewall.complete") ? Programs.all() : Programs.representative();
    }

    /** For some programs with the machine to themselves, one after another, on both systems. */
    static BothSystems oneByOne(Path folder, List<Program> programs) {
        return new BothSystems(folder, programs, 1, 1);
    }

    record Result(List<Program> programs, Observations storm, Observations eyewall) {}

    /** Runs what {@code differential.storm} doesn't say to reuse. Blocks for some minutes. */
    Result run() throws Exception {
        return run(reused());
    }

    /**
     * Blocks until all is done.
     *
     * @param known what need not be run on Storm
     */
    Result run(Observations known) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(processes);
        try {
            Future<Observations> eyewall = threads.submit(this::eyewall);
            List<Future<Observations>> parts = new ArrayList<>();
            for (Callable<Observations> part : partsOnStorm(known)) {
                parts.add(threads.submit(part));
            }
            Observations onStorm = known;
            for (Future<Observations> part : parts) {
                onStorm.add(part.get());
            }
            remember(onStorm);
            return new Result(programs, onStorm, eyewall.get());
        } finally {
            threads.shutdownNow();
        }
    }

    /** What can run beside each other on Storm, the longest first. */
    private List<Callable<Observations>> partsOnStorm(Observations known) {
        List<Callable<Observations>> parts = new ArrayList<>();
        parts.addAll(halvesOnStorm("storm-building", Place.BUILT_CLUSTERS, known));
        parts.addAll(halvesOnStorm("storm", Place.SHARED_CLUSTER, known));
        parts.add(() -> ending(known));
        parts.addAll(halvesOnStorm("storm-alone", Place.OWN_CLUSTER, known));
        return parts;
    }

    /** Of the programs of one place, which leave Storm's process alive. */
    private List<Callable<Observations>> halvesOnStorm(
            String run, Place place, Observations known) {
        List<String> wanted =
                programs.stream()
                        .filter(program -> program.place() == place)
                        .map(Program::name)
                        .filter(name -> !known.endedWell(name))
                        .toList();
        int half = processes == 1 ? wanted.size() : (wanted.size() + 1) / 2;
        return List.of(
                partOnStorm(run, wanted.subList(0, half)),
                partOnStorm(run + "-half", wanted.subList(half, wanted.size())));
    }

    private Callable<Observations> partOnStorm(String run, List<String> names) {
        return () -> new StormRuns(run, atATime, this::onStorm).run(names);
    }

    private Observations eyewall() throws IOException, InterruptedException {
        Observations seen = new Observations(new TreeMap<>());
        String plain = names(program -> program.place() != Place.BUILT_CLUSTERS);
        if (!plain.isEmpty()) {
            ChildJvm jvm = eyewallJvm(classLog());
            seen.add(Observations.read(jvm.run("eyewall", arguments(plain, atATime)).out()));
        }
        String building = names(program -> program.place() == Place.BUILT_CLUSTERS);
        if (!building.isEmpty()) {
            Path log = folder.resolve("eyewall-building-classes.log");
            ChildJvm jvm = eyewallJvm(log).withJarOf("storm", "storm-server-");
            List<String> arguments = arguments(building, atATime);
            seen.add(Observations.read(jvm.run("eyewall-building", arguments).out()));
            Files.write(
                    classLog(),
                    Files.readAllBytes(log),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        }
        for (Program program : programs) {
            if (program.place() == Place.ENDS_STORMS_PROCESS && seen.endedWell(program.name())) {
                addProcessFact(seen, program, "lives");
            }
        }
        return seen;
    }

    private ChildJvm eyewallJvm(Path classLog) {
        return new ChildJvm(
                "eyewall",
                folder,
                List.of(
                        "-ea",
                        "-Ddifferential.patience.ms=30000",
                        ClassesThatRan.option(classLog)));
    }

    /** Whether these are all programs there are. */
    boolean isComplete() {
        return programs.size() == Programs.all().size();
    }

    /** Where JVMs that run programs on Eyewall write which classes they initialise. */
    Path classLog() {
        return folder.resolve("eyewall-classes.log");
    }

    private Path lastOfStorm() {
        return folder.resolve("storm-last.json");
    }

    /** What need not be run on Storm again. */
    private Observations reused() throws IOException {
        boolean wanted = "reuse".equals(System.getProperty("differential.storm"));
        return wanted ? Observations.read(lastOfStorm()) : new Observations(new TreeMap<>());
    }

    private void remember(Observations onStorm) throws IOException {
        Observations last = Observations.read(lastOfStorm());
        last.add(onStorm);
        last.write(lastOfStorm());
    }

    private Observations onStorm(String run, List<String> names, int most)
            throws IOException, InterruptedException {
        List<String> arguments = arguments(String.join(",", names), most);
        ChildJvm jvm = new ChildJvm("storm", folder, List.of(STORM_OPTIONS));
        return Observations.read(jvm.run(run, arguments).out());
    }

    /** For {@link ProgramMain}. */
    private static List<String> arguments(String names, int atATime) {
        return List.of("--only", names, "--parallel", String.valueOf(atATime));
    }

    /** Runs those programs on Storm that end its process, each in one of its own. */
    private Observations ending(Observations known) throws IOException, InterruptedException {
        Observations seen = new Observations(new TreeMap<>());
        ChildJvm jvm = new ChildJvm("storm", folder, List.of(STORM_OPTIONS));
        for (Program program : programs) {
            String name = program.name();
            if (program.place() == Place.ENDS_STORMS_PROCESS && !known.endedWell(name)) {
                ChildJvm.Run run = jvm.run("storm-" + name, List.of("--only", name));
                boolean ended = run.status() != 0 && !Files.exists(run.out());
                seen.programs().put(name, new Observations.Program(Map.of(), null));
                addProcessFact(
                        seen, program, ended ? "ended with status " + run.status() : "lives");
            }
        }
        return seen;
    }

    private static void addProcessFact(Observations seen, Program program, String value) {
        Map<String, Object> facts = new TreeMap<>(seen.programs().get(program.name()).facts());
        facts.put(Program.PROCESS_FACT, value);
        seen.programs().put(program.name(), new Observations.Program(facts, null));
    }

    private String names(Predicate<Program> which) {
        return String.join(",", programs.stream().filter(which).map(Program::name).toList());
    }
}
