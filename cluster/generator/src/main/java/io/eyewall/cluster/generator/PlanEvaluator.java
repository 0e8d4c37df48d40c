package io.eyewall.cluster.generator;

import io.eyewall.placement.advice.Advice;
import io.eyewall.placement.advice.Adviser;
import io.eyewall.placement.advice.AdviserSettings;
import io.eyewall.placement.load.ComponentId;
import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.load.ExecutorLoad;
import io.eyewall.placement.place.CostTree;
import io.eyewall.placement.plan.Layout;
import io.eyewall.placement.plan.Plan;
import io.eyewall.placement.plan.PlanBuilder;
import io.eyewall.placement.plan.Rules;
import io.eyewall.placement.plan.Score;
import io.eyewall.placement.plan.Weights;
import io.eyewall.plugin.wire.ClusterView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates situations with an {@link Adviser}, or with the algorithm alone where a request or
 * T-Storm's rule decides about adoption. Uses a new adviser whenever the cost tree has changed. For
 * the generator's thread.
 */
final class PlanEvaluator {
    private static final long SEED = 1;

    /** The adviser does not average, because monitors average already. */
    private static final double WEIGHT_OF_PAST = 0;

    private static final int MAX_EXPLANATION_CHARS = 16_384;
    private static final int MAX_LISTED = 100;

    /**
     * The minimum violation that counts as an overload; smaller ones are noise, as in
     * AdoptionRules.
     */
    private static final double MIN_VIOLATION = 0.12;

    private static final double NS_PER_MS = 1e6;

    private @Nullable CostTree tree;
    private @Nullable Adviser adviser;

    /** The rule that decides whether a plan is adopted. */
    enum Judge {
        /** Adopt a plan as the adviser decides: by gain, payback and number of evaluations. */
        ADVISER,
        /** Adopt a plan whenever it differs from the present placement. */
        DIFFERENCE,
        /** Adopt a plan if it relieves an overload by as much as the adviser demands. */
        RELIEF,
        /** Adopt nothing and remember nothing. */
        DRY_RUN
    }

    /**
     * The result of an evaluation.
     *
     * @param decision the decision, without a plan number
     * @param adopted whether the plan is to be applied
     * @param movesUnplacedOnly whether the plan moves no executor that has a place
     * @param reevaluateSoon whether the plan waits for further evaluations or the cool-down, so
     *     that another evaluation is due soon
     * @param plan the plan
     */
    record Evaluation(
            Decision decision,
            boolean adopted,
            boolean movesUnplacedOnly,
            boolean reevaluateSoon,
            Plan plan) {}

    /** The reasons to evaluate before the period is over. */
    enum Urgency {
        /** No reason. */
        NONE,
        /**
         * Limits that the algorithm respects are exceeded by so much that an evaluation is due at
         * once.
         */
        OVERLOAD,
        /** Executors have no place. */
        UNPLACED
    }

    /** Returns the most urgent reason to evaluate a situation now. */
    static Urgency urgency(Situation situation, AlgorithmChoice.Chosen chosen) {
        Layout present =
                Layout.atStart(situation.problem(rules(situation, chosen), weights(chosen)));
        if (!present.isComplete()) {
            return Urgency.UNPLACED;
        }
        return present.violation(chosen.algorithm().respects()) >= MIN_VIOLATION
                ? Urgency.OVERLOAD
                : Urgency.NONE;
    }

    private static Rules rules(Situation situation, AlgorithmChoice.Chosen chosen) {
        return situation.rules(chosen.knobs().theta(), chosen.knobs().gamma());
    }

    private static Weights weights(AlgorithmChoice.Chosen chosen) {
        return chosen.knobs().weights();
    }

    /**
     * Evaluates a situation.
     *
     * @param why the reason for the evaluation
     * @param view the cluster, with the places that count as present
     * @param judge the rule for adopting the plan
     */
    Evaluation evaluate(
            long nowMs,
            String why,
            Situation situation,
            ClusterView view,
            AlgorithmChoice.Chosen chosen,
            Judge judge) {
        Advice advice =
                judge == Judge.ADVISER
                        ? advise(nowMs, situation, chosen)
                        : planWithoutAdviser(situation, chosen, judge);
        Plan plan = advice.plan();
        Advice.Verdict verdict = advice.verdict();
        boolean differs = plan.startScore() == null || !plan.moves().isEmpty();
        boolean adopted =
                switch (judge) {
                    case ADVISER, RELIEF -> verdict.isAdopted();
                    case DIFFERENCE -> differs;
                    case DRY_RUN -> false;
                };
        return new Evaluation(
                describe(nowMs, why, advice, situation, view, chosen),
                adopted,
                movesUnplacedOnly(situation, plan),
                verdict == Advice.Verdict.WAIT_FOR_WINDOWS
                        || verdict == Advice.Verdict.WAIT_FOR_COOL_DOWN,
                plan);
    }

    private Advice advise(long nowMs, Situation situation, AlgorithmChoice.Chosen chosen) {
        AdviserSettings settings =
                new AdviserSettings(
                        new StableSlots(chosen.algorithm()),
                        chosen.parameters(),
                        SEED,
                        rules(situation, chosen),
                        weights(chosen),
                        chosen.knobs().adoptionRules());
        CostTree known = tree;
        if (adviser == null
                || known == null
                || !known.vertices().equals(situation.tree().vertices())) {
            tree = situation.tree();
            adviser = new Adviser(situation.tree(), settings, WEIGHT_OF_PAST);
        }
        adviser.use(settings);
        return adviser.evaluate(nowMs * 1_000_000, situation.snapshot(), situation.present());
    }

    private static boolean movesUnplacedOnly(Situation situation, Plan plan) {
        return plan.assignment().entrySet().stream()
                .allMatch(
                        entry -> {
                            String from = situation.present().get(entry.getKey());
                            return from == null || from.equals(entry.getValue());
                        });
    }

    /**
     * Reports to the adviser that the plan of the last evaluation was not applied, although its
     * verdict was to adopt it.
     */
    void notMoved() {
        if (adviser != null) {
            adviser.notMoved();
        }
    }

    /** Makes a plan with the algorithm alone, without regard to earlier evaluations. */
    private static Advice planWithoutAdviser(
            Situation situation, AlgorithmChoice.Chosen chosen, Judge judge) {
        Layout layout = new Layout(situation.problem(rules(situation, chosen), weights(chosen)));
        new StableSlots(chosen.algorithm()).place(layout, chosen.parameters(), SEED);
        Plan plan = new PlanBuilder(layout).build(chosen.description());
        Score start = plan.startScore();
        boolean differs = start == null || !plan.moves().isEmpty();
        if (judge == Judge.RELIEF && start != null && differs) {
            double relief = start.violation() - plan.score().violation();
            return new Advice(
                    chosen.knobs().adoptionRules().isRelief(start.violation(), relief)
                            ? Advice.Verdict.ADOPT_AT_ONCE
                            : Advice.Verdict.KEEP,
                    String.format(
                            Locale.ROOT,
                            "overload: limits are exceeded by up to %.0f%%, with the plan by %.0f%%",
                            100 * start.violation(),
                            100 * plan.score().violation()),
                    plan);
        }
        return new Advice(
                differs ? Advice.Verdict.ADOPT : Advice.Verdict.KEEP,
                differs
                        ? "the plan differs from the present placement"
                        : "all executors are where the plan puts them",
                plan);
    }

    private static Decision describe(
            long nowMs,
            String why,
            Advice advice,
            Situation situation,
            ClusterView view,
            AlgorithmChoice.Chosen chosen) {
        Plan plan = advice.plan();
        Score start = plan.startScore();
        Map<String, String> hosts = new HashMap<>();
        view.nodes().forEach(node -> hosts.put(node.id(), node.host()));
        List<String> moves = new ArrayList<>();
        for (Map.Entry<ExecutorId, String> entry : new TreeMap<>(plan.assignment()).entrySet()) {
            String from = nodeOf(situation.present().get(entry.getKey()));
            String to = nodeOf(entry.getValue());
            if (!to.equals(from) && moves.size() < MAX_LISTED) {
                moves.add(
                        "%s: %s -> %s"
                                .formatted(
                                        entry.getKey(),
                                        hosts.getOrDefault(from, "nowhere"),
                                        hosts.getOrDefault(to, to)));
            }
        }
        String explanation = plan.explain();
        return new Decision(
                nowMs,
                why,
                advice.verdict().name(),
                advice.reason(),
                chosen.description(),
                null,
                start == null ? null : start.costNsPerSec() / NS_PER_MS,
                plan.score().costNsPerSec() / NS_PER_MS,
                countNodes(situation.present()),
                countNodes(plan.assignment()),
                moves,
                describeOverloads(situation, chosen, hosts),
                describeHotExecutors(situation, view, chosen.knobs().theta()),
                explanation.length() <= MAX_EXPLANATION_CHARS
                        ? explanation
                        : explanation.substring(0, MAX_EXPLANATION_CHARS) + "...\n",
                null);
    }

    /** Returns the node of a place; an empty text for null. */
    private static String nodeOf(@Nullable String place) {
        return place == null ? "" : place.substring(0, place.lastIndexOf(':'));
    }

    private static int countNodes(Map<ExecutorId, String> places) {
        return (int) places.values().stream().map(PlanEvaluator::nodeOf).distinct().count();
    }

    /** Describes the nodes whose used cores exceed theta. */
    private static List<String> describeOverloads(
            Situation situation, AlgorithmChoice.Chosen chosen, Map<String, String> hosts) {
        List<String> sentences = new ArrayList<>();
        double theta = chosen.knobs().theta();
        situation
                .presentPlan(rules(situation, chosen), weights(chosen))
                .ifPresent(
                        plan -> {
                            for (Plan.VertexLoad load : plan.loads()) {
                                if (load.cores() > theta * load.limit()) {
                                    String id = load.vertex().replaceFirst("^node ", "");
                                    sentences.add(
                                            String.format(
                                                    Locale.ROOT,
                                                    "%s: %.2f cores used by %d executors, %.2f"
                                                            + " allowed",
                                                    hosts.getOrDefault(id, id),
                                                    load.cores(),
                                                    load.executors(),
                                                    theta * load.limit()));
                                }
                            }
                        });
        return sentences;
    }

    /**
     * Describes executors whose load exceeds theta, with the remedy. An executor has one thread, so
     * that no place gives it more than one core.
     */
    private static List<String> describeHotExecutors(
            Situation situation, ClusterView view, double theta) {
        Map<ComponentId, ComponentSize> sizes = new HashMap<>();
        view.topologies().forEach(topology -> sizes.putAll(ComponentSize.of(topology)));
        List<String> sentences = new ArrayList<>();
        for (ExecutorLoad load : situation.snapshot().executors()) {
            if (load.cores() > theta && sentences.size() < MAX_LISTED) {
                ExecutorId id = load.executor();
                ComponentSize size = sizes.getOrDefault(id.componentId(), new ComponentSize(0, 0));
                sentences.add(
                        String.format(
                                Locale.ROOT,
                                "%s uses %.2f of the one core that it can use and needs more parallelism: %s",
                                id,
                                load.cores(),
                                size.canGrow()
                                        ? "'storm rebalance NAME -e %s=%d' (it has %d tasks)"
                                                .formatted(
                                                        id.component(),
                                                        size.executors() + 1,
                                                        size.tasks())
                                        : "submit it with more tasks of '%s' than %d"
                                                .formatted(id.component(), size.tasks())));
            }
        }
        return sentences;
    }
}
