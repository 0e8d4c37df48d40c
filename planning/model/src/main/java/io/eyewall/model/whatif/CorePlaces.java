package io.eyewall.model.whatif;

import io.eyewall.model.capacity.Capacity;
import io.eyewall.model.capacity.EngineShape;
import io.eyewall.model.capacity.Load;
import io.eyewall.model.capacity.Placement;
import io.eyewall.model.stepping.EngineSteps;
import io.eyewall.placement.advice.AdoptionRules;
import io.eyewall.placement.advice.Advice;
import io.eyewall.placement.advice.Adviser;
import io.eyewall.placement.advice.AdviserSettings;
import io.eyewall.placement.affinity.AffinityAlgorithm;
import io.eyewall.placement.algorithm.Parameters;
import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.plan.Rules;
import io.eyewall.placement.plan.Weights;
import java.util.HashMap;
import java.util.Map;

/**
 * Predicts where our engine moves executors at run time (as its CoreAdviser and WakeUps do,
 * decisions 139 and 145): one evaluation after another, each at the rate that the placement at that
 * moment sustains, until an evaluation finds nothing better.
 */
final class CorePlaces {
    private static final int MAX_EVALUATIONS = 12;
    private static final long SEED = 1;
    private static final double WEIGHT_OF_THE_PAST = 0.25;
    private static final long PERIOD_NS = 1_000_000_000;
    private static final Weights.Migration MIGRATION = new Weights.Migration(1e8, 0, 0, 60);

    /**
     * The cost of a sleep, charged to each core in use for as many sleeps per second as it has at
     * most.
     */
    private static final double NS_PER_SLEEP = 12_000;

    /** A change after which less than this share of the tuples gets through is undone. */
    private static final double MIN_LEFT = 0.9;

    private static final int MESSAGES = 2_000;

    private CorePlaces() {}

    /**
     * Moves executors until no evaluation finds a better placement.
     *
     * @param start the initial placement
     * @param ratePerSec offered root tuples per second; infinite for sources that always have more
     */
    static Placement find(Setting setting, Placement start, double ratePerSec) {
        if (setting.tree().placeCount() == 1) {
            return start;
        }
        AffinityAlgorithm affinity = new AffinityAlgorithm();
        Parameters parameters = new Parameters(affinity, Map.of());
        Placement present = start;
        Load load = load(present, ratePerSec);
        Adviser adviser = null;
        for (int i = 0; i < MAX_EVALUATIONS; i++) {
            AdviserSettings settings =
                    new AdviserSettings(
                            affinity,
                            parameters,
                            SEED,
                            Rules.machine(),
                            weights(setting, present, load, ratePerSec),
                            adoption());
            if (adviser == null) {
                adviser = new Adviser(setting.tree(), settings, WEIGHT_OF_THE_PAST);
            }
            adviser.use(settings);
            Advice advice =
                    adviser.evaluate(
                            i * PERIOD_NS, load.snapshot(present), places(setting, present));
            if (advice.verdict().isAdopted()) {
                Placement next = moved(setting, present, advice.plan().assignment());
                Load after = load(next, ratePerSec);
                if (after.rootsPerSec() < MIN_LEFT * load.rootsPerSec()) {
                    return present;
                }
                present = next;
                load = after;
            } else if (advice.verdict() != Advice.Verdict.WAIT_FOR_WINDOWS) {
                return present;
            }
        }
        return present;
    }

    /** Returns the default rules without a cool-down, which would only delay the result. */
    private static AdoptionRules adoption() {
        AdoptionRules usual = AdoptionRules.DEFAULT;
        return new AdoptionRules(usual.leastGain(), usual.windows(), 0, usual.leastRelief());
    }

    private static Load load(Placement placement, double ratePerSec) {
        return Capacity.of(placement, 1, false).load(ratePerSec);
    }

    /**
     * Returns weights by which a core in use costs as much as its wake-ups; a full core has no
     * wake-ups.
     */
    private static Weights weights(
            Setting setting, Placement placement, Load load, double ratePerSec) {
        Weights usual = Weights.machine();
        double openNs = usual.openNs();
        if (load.full().isEmpty() && load.rootsPerSec() > 0 && Double.isFinite(ratePerSec)) {
            double least =
                    EngineSteps.run(
                                    EngineShape.of(placement, load),
                                    setting.times().orElseThrow(),
                                    MESSAGES,
                                    SEED)
                            .sleepsPerSec()
                            .stream()
                            .filter(sleeps -> sleeps > 0)
                            .min(Double::compare)
                            .orElse(0.0);
            openNs = Math.max(openNs, least * NS_PER_SLEEP);
        }
        return new Weights(usual.balanceNs(), openNs, usual.openLevel(), MIGRATION);
    }

    private static Map<ExecutorId, String> places(Setting setting, Placement placement) {
        Map<ExecutorId, String> places = new HashMap<>();
        for (int e = 0; e < placement.executors().size(); e++) {
            int place = placement.executors().get(e).place();
            places.put(Load.id(placement, e), setting.tree().place(place).id());
        }
        return places;
    }

    private static Placement moved(
            Setting setting, Placement before, Map<ExecutorId, String> assignment) {
        Map<String, int[]> places = new HashMap<>();
        before.topology().components().forEach(c -> places.put(c.id(), new int[c.executors()]));
        Map<String, Integer> next = new HashMap<>();
        for (int e = 0; e < before.executors().size(); e++) {
            String component = before.executors().get(e).component().id();
            int own = next.merge(component, 1, Integer::sum) - 1;
            String found = assignment.getOrDefault(Load.id(before, e), "");
            int[] of = places.getOrDefault(component, new int[0]);
            of[own] = setting.tree().indexOf(found);
        }
        return new Placement(setting.tree(), before.topology(), places);
    }
}
