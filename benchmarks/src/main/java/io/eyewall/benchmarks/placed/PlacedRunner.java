package io.eyewall.benchmarks.placed;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.storm.generated.InvalidTopologyException;
import org.jspecify.annotations.Nullable;

/**
 * Runs scenarios with all ways of placement, one after the other: first all static plans for a
 * short time in each phase, then the best of them, then the algorithms that move executors, then no
 * moves at all; if the scenario is elastic, also with numbers of executors that follow the load.
 * Used by one thread.
 */
final class PlacedRunner {
    /** The ratio of throughput from which two plans count as equal; then processor time decides. */
    private static final double AS_GOOD = 0.98;

    private final Tempo tempo;
    private final List<String> ways;
    private final PrintStream progress;
    private final @Nullable Spin spin;

    /**
     * @param ways names of algorithms, or {@code off}
     * @param virtual whether runs use virtual time instead of this machine's processors
     * @param progress receives progress messages
     */
    PlacedRunner(Tempo tempo, List<String> ways, boolean virtual, PrintStream progress) {
        this.tempo = tempo;
        this.ways = List.copyOf(ways);
        this.progress = progress;
        this.spin = virtual ? null : new Spin();
    }

    /**
     * A static plan that was tried in one phase.
     *
     * @param cores cores by component
     * @param tuplesPerSec throughput with the plan
     * @param cpuCores processor time with the plan, in cores
     */
    record Tried(Map<String, Integer> cores, double tuplesPerSec, double cpuCores) {}

    /**
     * The results of one scenario.
     *
     * @param scenario the scenario
     * @param bestPlans the best static plan of each phase, by the number of the phase
     * @param runs all runs; the run of the best static plans is first
     */
    record Outcome(PlacedScenario scenario, List<Tried> bestPlans, List<Run> runs) {
        /** Returns the evaluation of each phase of each run. */
        List<Evaluation> evaluations() {
            return runs.stream().flatMap(run -> Evaluation.of(run, runs.get(0)).stream()).toList();
        }

        boolean isGood() {
            return runs.stream().allMatch(run -> run.problems().isEmpty());
        }
    }

    Outcome run(PlacedScenario scenario)
            throws InvalidTopologyException, InterruptedException, IOException {
        List<Tried> plans = new ArrayList<>();
        for (int phase = 0; phase < scenario.phases().size(); phase++) {
            plans.add(findBest(scenario, phase));
        }
        List<Run> runs = new ArrayList<>();
        progress.println(scenario + ": " + Run.BEST_STATIC);
        runs.add(runBestStatic(scenario, plans));
        for (String way : ways) {
            runs.add(runMoving(scenario, way, false));
            if (scenario.isElastic()) {
                runs.add(runMoving(scenario, way, true));
            }
        }
        return new Outcome(scenario, plans, runs);
    }

    private Running start(PlacedScenario scenario, Map<String, Integer> pins, boolean followsLoad)
            throws InvalidTopologyException, InterruptedException, IOException {
        return spin == null
                ? new VirtualRun(scenario, pins, followsLoad)
                : new LiveRun(scenario, pins, followsLoad, spin);
    }

    private Tried findBest(PlacedScenario scenario, int phase)
            throws InvalidTopologyException, InterruptedException, IOException {
        List<Map<String, Integer>> plans = StaticPlans.all(scenario.components());
        progress.printf(
                Locale.ROOT,
                "%s: %d static plans where %s%n",
                scenario,
                plans.size(),
                scenario.phases().get(phase));
        tryPlan(scenario, phase, plans.get(0)); // warm-up: compiles the code
        List<Tried> tried = new ArrayList<>();
        for (Map<String, Integer> plan : plans) {
            tried.add(tryPlan(scenario, phase, plan));
        }
        return best(tried);
    }

    /**
     * Returns the fastest plan; among equally fast ones, the one that needs the least processor
     * time.
     */
    static Tried best(List<Tried> tried) {
        double most = tried.stream().mapToDouble(Tried::tuplesPerSec).max().orElseThrow();
        Tried best = tried.get(0);
        for (Tried one : tried) {
            boolean isGood = one.tuplesPerSec() >= AS_GOOD * most;
            boolean bestIsGood = best.tuplesPerSec() >= AS_GOOD * most;
            if (isGood && (!bestIsGood || one.cpuCores() < best.cpuCores())) {
                best = one;
            }
        }
        return best;
    }

    private Tried tryPlan(PlacedScenario scenario, int phase, Map<String, Integer> plan)
            throws InvalidTopologyException, InterruptedException, IOException {
        try (Running run = start(scenario, plan, false)) {
            run.setPhase(phase);
            run.sample(0, tempo.lookSec() / 2);
            Sample sample = run.sample(0, 1.5 * tempo.lookSec());
            return new Tried(plan, sample.tuplesPerSec(), sample.cpuCores());
        }
    }

    /** Runs each phase with its best plan on an engine of its own. */
    private Run runBestStatic(PlacedScenario scenario, List<Tried> plans)
            throws InvalidTopologyException, InterruptedException, IOException {
        List<Sample> samples = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        for (int place = 0; place < scenario.timeline().size(); place++) {
            int phase = scenario.timeline().get(place);
            double beginSec = place * tempo.phaseSec();
            try (Running run = start(scenario, plans.get(phase).cores(), false)) {
                run.setPhase(phase);
                for (Sample sample : samplePhase(run, 0)) {
                    samples.add(sample.shifted(place, beginSec));
                }
                problems.addAll(run.finish());
            }
        }
        return new Run(scenario, Run.BEST_STATIC, samples, problems);
    }

    private Run runMoving(PlacedScenario scenario, String algorithm, boolean followsLoad)
            throws InvalidTopologyException, InterruptedException, IOException {
        String way = algorithm + (followsLoad ? Run.FOLLOWING : "");
        progress.println(scenario + ": " + way);
        try (Running run = start(scenario, Map.of(), followsLoad)) {
            run.place(algorithm, tempo.period());
            List<Sample> samples = new ArrayList<>();
            for (int place = 0; place < scenario.timeline().size(); place++) {
                run.setPhase(scenario.timeline().get(place));
                samples.addAll(samplePhase(run, place));
            }
            return new Run(scenario, way, samples, run.finish());
        }
    }

    private List<Sample> samplePhase(Running run, int place)
            throws InterruptedException, IOException {
        List<Sample> samples = new ArrayList<>();
        for (int step = 1; step <= tempo.stepsPerPhase(); step++) {
            samples.add(run.sample(place, place * tempo.phaseSec() + step * tempo.stepSec()));
        }
        return samples;
    }
}
