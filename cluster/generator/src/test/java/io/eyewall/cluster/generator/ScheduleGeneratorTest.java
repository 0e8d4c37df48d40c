package io.eyewall.cluster.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.placement.load.ExecutorId;
import io.eyewall.plugin.wire.ClusterPlan;
import io.eyewall.plugin.wire.ClusterView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a generator that is stepped with a simulated clock; the simulated cluster applies plans or
 * ignores them.
 */
class ScheduleGeneratorTest {
    private static final long PERIOD_MS = 300_000;

    @TempDir private Path state = Path.of(""); // until JUnit sets it

    private final TestLoads loads = new TestLoads();
    private long nowMs = 1_000_000;
    private GeneratorFolder folder;
    private ScheduleGenerator generator;

    @BeforeEach
    void start() throws IOException {
        folder = GeneratorFolder.lock(state);
        generator = new ScheduleGenerator(nowMs, loads, folder, null);
    }

    @AfterEach
    void end() throws IOException {
        generator.close();
        folder.close();
    }

    /** Submits a pair of small executors with much traffic between them, on two nodes. */
    private TestView pairApart() {
        TestView test = new TestView(3, 4, 2);
        List<ExecutorId> pair = test.submit("t", "n1:6700", "n2:6700");
        pair.forEach(executor -> loads.uses(executor, 0.2));
        loads.sends(pair.get(0), pair.get(1), 10_000);
        return test;
    }

    /** Lets time pass, with views as often as Nimbus sends them. */
    private void pass(TestView test, long ms, boolean obedient) {
        for (long endMs = nowMs + ms; nowMs < endMs; nowMs += 1000) {
            if (nowMs % 10_000 == 0) {
                generator.onView(test.now());
                if (obedient) {
                    test.apply(generator.plan());
                }
            }
            generator.step(nowMs);
        }
    }

    private Decision lastDecision() {
        return generator.status().decisions().get(0);
    }

    @Test
    void whoTalksMuchComesTogetherInAFreshSlotAfterASecondLook() {
        TestView test = pairApart();
        generator.onView(test.now());

        generator.step(nowMs);
        assertThat(lastDecision().verdict()).isEqualTo("WAIT_FOR_WINDOWS");
        assertThat(generator.plan()).isEqualTo(ClusterPlan.NONE);
        nowMs += ScheduleGenerator.CHECK_PERIOD_MS;
        generator.step(nowMs);

        assertThat(lastDecision().verdict()).isEqualTo("ADOPT");
        assertThat(generator.plan().number()).isEqualTo(1);
        ClusterPlan.Slot slot = generator.plan().topologies().get(0).slots().get(0);
        assertThat(slot.executors()).hasSize(2);
        assertThat(slot.port()).as("6700 is a worker's that changes").isEqualTo(6701);
        assertThat(lastDecision().moves()).hasSize(1);
        assertThat(lastDecision().nodesPlanned()).isEqualTo(1);
        assertThat(lastDecision().explanation()).contains("tuples/s");

        pass(test, 2 * PERIOD_MS, true);
        assertThat(test.places("t")).containsValues("%s:6701".formatted(slot.node()));
        assertThat(generator.plan().number()).as("it is good as it is").isEqualTo(1);
        assertThat(generator.status().plan().inEffect()).isTrue();
        assertThat(lastDecision().why()).isEqualTo("period");
        assertThat(lastDecision().verdict()).isEqualTo("KEEP");
    }

    @Test
    void whileNimbusIsSilentNothingIsPlannedAndItIsSaid() {
        TestView test = pairApart();
        generator.onView(test.now());
        generator.step(nowMs);
        nowMs += ScheduleGenerator.MAX_VIEW_AGE_MS + 1; // the second evaluation would adopt

        assertThat(generator.step(nowMs)).as("that is news").isTrue();
        assertThat(generator.plan()).isEqualTo(ClusterPlan.NONE);
        String silent = "Nimbus has not been heard for 120 s";
        assertThat(generator.status().problem()).startsWith(silent);
        Decision asked = generator.evaluateNow(nowMs, false);
        assertThat(asked.verdict()).isEqualTo(Decision.NOTHING);
        assertThat(asked.reason()).startsWith(silent);
        nowMs += PERIOD_MS;
        assertThat(generator.step(nowMs)).as("it is known").isFalse();

        generator.onView(test.now());
        generator.step(nowMs);
        assertThat(generator.status().problem()).isNull();
        assertThat(generator.plan().number()).isEqualTo(1);
    }

    @Test
    void aHotComponentGetsExecutorsWhereItsUserAllowsIt() {
        TestView test = new TestView(2, 8, 2);
        loads.uses(test.submitElastic("t", 8), 0.95);
        generator.onView(test.now());
        generator.step(nowMs);
        assertThat(generator.plan().rebalances()).as("once is chance").isEmpty();
        nowMs += ScheduleGenerator.CHECK_PERIOD_MS;
        generator.step(nowMs);
        assertThat(generator.plan().rebalances())
                .containsExactly(new ClusterPlan.Rebalance("t", "c", 2));
        assertThat(generator.status().decisions())
                .anySatisfy(
                        decision ->
                                assertThat(decision.reason())
                                        .isEqualTo("'c' of t: 2 executors, because one was hot"));

        loads.loads.clear();
        test.setExecutors("t", 8, 2);
        pass(test, 2 * ScheduleGenerator.CHECK_PERIOD_MS, true);
        assertThat(generator.plan().rebalances()).as("it is done").isEmpty();

        test.setExecutors("t", 8, 2).forEach(executor -> loads.uses(executor, 0.84));
        pass(test, 3 * ScheduleGenerator.CHECK_PERIOD_MS, true);
        assertThat(generator.plan().rebalances())
                .as("it helped, and is not enough: 1.68 cores by 0.6")
                .containsExactly(new ClusterPlan.Rebalance("t", "c", 3));
    }

    @Test
    void whatHasGrownGrowsAgainWhenItsLoadDoesAndNotBecauseSomebodyTookExecutorsAway() {
        TestView test = new TestView(2, 8, 2);
        loads.uses(test.submitElastic("t", 8), 0.95);
        pass(test, 3 * ScheduleGenerator.CHECK_PERIOD_MS, true);
        loads.loads.clear();
        test.setExecutors("t", 8, 2).forEach(executor -> loads.uses(executor, 0.5));
        pass(test, 3 * ScheduleGenerator.CHECK_PERIOD_MS, true);
        assertThat(generator.plan().rebalances()).as("it helped").isEmpty();

        loads.loads.clear();
        loads.uses(test.submitElastic("t", 8), 0.1);
        pass(test, 10 * ScheduleGenerator.CHECK_PERIOD_MS, true);
        assertThat(generator.plan().rebalances()).as("one is enough now").isEmpty();

        loads.loads.clear();
        test.setExecutors("t", 8, 2).forEach(executor -> loads.uses(executor, 0.95));
        pass(test, 3 * ScheduleGenerator.CHECK_PERIOD_MS, true);
        assertThat(generator.plan().rebalances())
                .as("1.9 cores by 0.6")
                .containsExactly(new ClusterPlan.Rebalance("t", "c", 4));
    }

    @Test
    void aComponentThatMoreExecutorsDoNotRelieveIsLeftAlone() {
        TestView test = new TestView(2, 8, 2);
        loads.uses(test.submitElastic("t", 8), 0.95);
        pass(test, 3 * ScheduleGenerator.CHECK_PERIOD_MS, true);
        assertThat(generator.plan().rebalances()).hasSize(1);

        loads.loads.clear();
        List<ExecutorId> two = test.setExecutors("t", 8, 2);
        loads.uses(two.get(0), 0.94);
        loads.uses(two.get(1), 0.01);
        pass(test, 10 * ScheduleGenerator.CHECK_PERIOD_MS, true);

        assertThat(generator.plan().rebalances()).as("one key").isEmpty();
        assertThat(generator.status().decisions())
                .filteredOn(decision -> decision.verdict().equals(Decision.REBALANCE))
                .hasSize(1);
    }

    @Test
    void nothingIsPlannedBeforeAllExecutorsHaveBeenMeasured() {
        TestView test = pairApart();
        List<ExecutorId> half = test.submit("half", "n1:6701", "n3:6700");
        loads.uses(half.get(0), 0.1);
        loads.sends(half.get(0), half.get(0), 0);

        pass(test, PERIOD_MS, true);

        assertThat(PlanOnOffer.topologyIds(generator.plan())).containsExactly("t");
        assertThat(test.places("half")).containsValues("n1:6701", "n3:6700");
        assertThat(generator.status().topologies())
                .filteredOn(topology -> topology.id().equals("half"))
                .extracting(ScheduleStatus.Topology::leftOut)
                .containsExactly("1 of 2 executors have not been measured");
        loads.gap = Optional.of("2 of 2 executors have not reported lately");
        pass(test, PERIOD_MS, true);
        assertThat(lastDecision().reason()).contains("have not reported lately");
    }

    @Test
    void aTopologyIsLeftOutUntilAnEvaluationHasSeenIt() {
        TestView test = pairApart();
        pass(test, PERIOD_MS, true);
        List<ExecutorId> late = test.submit("late", "n1:6701", "n3:6700");
        generator.onView(test.now());
        assertThat(leftOut("t")).isNull();
        assertThat(leftOut("late")).isEqualTo("not evaluated yet");

        late.forEach(executor -> loads.uses(executor, 0.1));
        pass(test, PERIOD_MS, true);
        assertThat(leftOut("late")).isNull();
    }

    private @Nullable String leftOut(String id) {
        return generator.status().topologies().stream()
                .filter(topology -> topology.id().equals(id))
                .findFirst()
                .orElseThrow()
                .leftOut();
    }

    @Test
    void anOverloadedNodeIsRelievedWithoutWaitingForThePeriod() {
        TestView test = new TestView(3, 1, 2);
        List<ExecutorId> all = test.submit("t", "n1:6700", "n1:6700", "n1:6700", "n1:6700");
        all.forEach(executor -> loads.uses(executor, 0.15));
        pass(test, 30_000, true);
        long before = generator.plan().number();
        all.forEach(executor -> loads.uses(executor, 0.45));

        pass(test, 2 * ScheduleGenerator.CHECK_PERIOD_MS, true);

        assertThat(generator.plan().number()).isEqualTo(before + 1);
        assertThat(new TreeSet<>(test.places("t").values()))
                .extracting(place -> place.substring(0, 2))
                .containsExactly("n1", "n2", "n3");
        assertThat(generator.status().decisions())
                .anySatisfy(
                        decision -> {
                            assertThat(decision.verdict()).isEqualTo("ADOPT_AT_ONCE");
                            assertThat(decision.overloaded()).hasSize(1);
                            assertThat(decision.overloaded().get(0))
                                    .isEqualTo(
                                            "host-n1: 1.80 cores used by 4 executors, 0.80"
                                                    + " allowed");
                        });
    }

    /** Submits two sources and their receivers, each on a node whose link is far too narrow. */
    private TestView narrowLinks() {
        TestView test = new TestView(0, 0, 0);
        for (int i = 1; i <= 3; i++) {
            test.addNode("n" + i, 4, 2, Map.of(ClusterView.UPLINK_META, "1"));
        }
        List<ExecutorId> all =
                test.submit("t", "n1:6700", "n2:6700", "n3:6700", "n1:6700", "n2:6700", "n3:6700");
        all.forEach(executor -> loads.uses(executor, 0.2));
        for (int i = 0; i < 6; i++) {
            for (int j = i + 1; j < 6; j++) {
                loads.sends(all.get(i), all.get(j), 1000 + 100 * i + j);
            }
        }
        return test;
    }

    private static GeneratorSettings always(String algorithm, Map<String, Double> parameters) {
        return new GeneratorSettings(algorithm, parameters, 300, GeneratorSettings.Adopt.ALWAYS);
    }

    private List<String> reasonsToLook() {
        return generator.status().decisions().stream().map(Decision::why).distinct().toList();
    }

    @Test
    void anOverloadOfLinksIsNoReasonToAskWhoKnowsNoLinks() throws IOException {
        for (String algorithm : List.of("tstorm", "round-robin", "pinned")) {
            TestView test = narrowLinks();
            generator.changeSettings(always(algorithm, Map.of()));
            pass(test, PERIOD_MS - 2 * ScheduleGenerator.CHECK_PERIOD_MS, true);
            assertThat(reasonsToLook()).as(algorithm).doesNotContain("overload");
        }
        TestView test = narrowLinks();
        generator.changeSettings(always("affinity", Map.of()));
        pass(test, 2 * ScheduleGenerator.CHECK_PERIOD_MS, true);
        assertThat(reasonsToLook()).contains("overload");
    }

    /** Whatever is predicted, there is one change per cool-down. */
    @Test
    void betweenTwoChangesForOverloadIsTheCoolDown() throws IOException {
        for (GeneratorSettings settings :
                List.of(
                        always("tstorm", Map.of("cool-down", 200.0)),
                        settings("affinity", Map.of("cool-down", 200.0)))) {
            generator.changeSettings(settings);
            TestView test = new TestView(4, 1, 2);
            List<ExecutorId> all = test.submit("t", "n1:6700", "n1:6700", "n1:6700", "n1:6700");
            long lastMs = Long.MIN_VALUE / 2;
            long number = generator.plan().number();
            int changes = 0;
            int turn = 0;
            for (long endMs = nowMs + 1_000_000; nowMs < endMs; ) {
                // The executors on the fullest node double their load: another overload each time.
                turn++;
                for (int i = 0; i < all.size(); i++) {
                    loads.uses(all.get(i), (i + turn) % 4 == 0 ? 0.75 : 0.3);
                }
                pass(test, ScheduleGenerator.CHECK_PERIOD_MS, true);
                if (generator.plan().number() != number) {
                    assertThat(nowMs - lastMs).isGreaterThanOrEqualTo(200_000);
                    lastMs = nowMs;
                    number = generator.plan().number();
                    changes++;
                }
            }
            assertThat(changes).as(settings.algorithm()).isBetween(1, 5);
            nowMs += 300_000;
        }
    }

    @Test
    void aPlanThatIsToWaitForTheCoolDownSaysSo() throws IOException {
        generator.changeSettings(settings("affinity", Map.of("cool-down", 200.0)));
        TestView test = new TestView(3, 1, 2);
        List<ExecutorId> all = test.submit("t", "n1:6700", "n1:6700", "n1:6700", "n1:6700");
        all.forEach(executor -> loads.uses(executor, 0.45));
        pass(test, 10_000, true);
        assertThat(generator.plan().number()).isEqualTo(1);
        pass(test, 80_000, true); // Nimbus has applied it
        test.submit("t", "n1:6700", "n1:6700", "n1:6700", "n1:6700"); // by another program
        generator.onView(test.now());
        nowMs += ScheduleGenerator.CHECK_PERIOD_MS;
        generator.step(nowMs);

        assertThat(generator.plan().number()).isEqualTo(1);
        assertThat(lastDecision().verdict()).isEqualTo("WAIT_FOR_COOL_DOWN");
        assertThat(lastDecision().reason())
                .startsWith("overload: limits are exceeded")
                .matches(".*the last change was 1.. s ago, cool-down is 200 s");
    }

    /**
     * T-Storm's rule is to adopt every plan that differs; but an overload is no reason to make it
     * worse.
     */
    @Test
    void whatIsPredictedToBeNoReliefIsNotAdoptedForAnOverload() throws IOException {
        TestView test = new TestView(2, 1, 4);
        List<ExecutorId> all = test.submit("t", "n1:6700", "n1:6700", "n2:6700", "n2:6700");
        all.forEach(executor -> loads.uses(executor, 0.9)); // 180% in any placement
        for (int i = 0; i < 4; i++) {
            loads.sends(all.get(i), all.get((i + 2) % 4), 1000); // apart
        }
        generator.changeSettings(always("tstorm", Map.of()));
        pass(test, PERIOD_MS - 2 * ScheduleGenerator.CHECK_PERIOD_MS, true);

        assertThat(generator.plan()).isEqualTo(ClusterPlan.NONE);
        assertThat(reasonsToLook()).containsExactly("overload");
        assertThat(lastDecision().verdict()).isEqualTo("KEEP");
        assertThat(lastDecision().reason())
                .startsWith("overload: limits are exceeded by up to 1")
                .contains("with the plan by 1");

        pass(test, 4 * ScheduleGenerator.CHECK_PERIOD_MS, true);
        assertThat(generator.plan().number())
                .as("the period comes although the overload stays")
                .isEqualTo(1);
    }

    @Test
    void whatLosesItsPlaceDoesNotWaitForTheCoolDown() throws IOException {
        generator.changeSettings(settings("affinity", Map.of("cool-down", 200.0)));
        TestView test = pairApart();
        pass(test, 120_000, true);
        long number = generator.plan().number();
        assertThat(number).isPositive();
        test.submit("t", "", "");
        generator.onView(test.now());
        nowMs += ScheduleGenerator.CHECK_PERIOD_MS;
        generator.step(nowMs);
        assertThat(generator.plan().number()).isEqualTo(number + 1);
    }

    @Test
    void whileNimbusDoesAPlanThereIsNoOther() {
        TestView test = pairApart();
        pass(test, 2 * ScheduleGenerator.CHECK_PERIOD_MS, true);
        assertThat(generator.plan().number()).isEqualTo(1);
        int looks = generator.status().decisions().size();
        ClusterView.Move move = new ClusterView.Move("t", 1, null);
        for (int i = 0; i < 30; i++) {
            generator.onView(test.now().withMoves(List.of(move)));
            nowMs += ScheduleGenerator.CHECK_PERIOD_MS;
            generator.step(nowMs);
        }
        assertThat(generator.status().decisions()).hasSize(looks);
        assertThat(generator.evaluateNow(nowMs, false).reason())
                .isEqualTo("plan 1 is being applied for t");

        generator.onView(test.now());
        nowMs += ScheduleGenerator.CHECK_PERIOD_MS;
        generator.step(nowMs);
        assertThat(lastDecision().why()).isEqualTo("period");
    }

    /**
     * Adopts plan 1, and reports it as being applied for three checks; changes the cluster then.
     */
    private void changeWhileAPlanIsApplied(TestView test, Runnable change) {
        pass(test, 2 * ScheduleGenerator.CHECK_PERIOD_MS, true);
        assertThat(generator.plan().number()).isEqualTo(1);
        List<ClusterView.Move> moves = List.of(new ClusterView.Move("t", 1, null));
        for (int i = 0; i < 3; i++) {
            generator.onView(test.now().withMoves(moves));
            nowMs += ScheduleGenerator.CHECK_PERIOD_MS;
            generator.step(nowMs);
            if (i == 1) {
                change.run();
            }
        }
        generator.onView(test.now());
        nowMs += ScheduleGenerator.CHECK_PERIOD_MS;
        generator.step(nowMs);
    }

    @Test
    void evaluatesNodesThatWereAddedWhileAPlanWasApplied() {
        TestView test = pairApart();

        changeWhileAPlanIsApplied(test, () -> test.addNode("n4", 4, 2, Map.of()));

        assertThat(lastDecision().why()).isEqualTo("nodes were added or removed");
        assertThat(lastDecision().timeMs()).isEqualTo(nowMs);
    }

    @Test
    void evaluatesATopologyThatWasMeasuredWhileAPlanWasApplied() {
        TestView test = pairApart();

        changeWhileAPlanIsApplied(
                test, () -> test.submit("u", "n3:6700").forEach(each -> loads.uses(each, 0.1)));

        assertThat(lastDecision().why()).isEqualTo("measured for the first time: [u]");
        assertThat(lastDecision().timeMs()).isEqualTo(nowMs);
    }

    @Test
    void ignoresANodeThatCameAndWentWhileAPlanWasApplied() {
        TestView test = pairApart();
        pass(test, 2 * ScheduleGenerator.CHECK_PERIOD_MS, true);
        int evaluations = generator.status().decisions().size();
        List<ClusterView.Move> moves = List.of(new ClusterView.Move("t", 1, null));
        for (boolean isThere : new boolean[] {false, true, false}) {
            test.nodes.remove("n4");
            if (isThere) {
                test.addNode("n4", 4, 2, Map.of());
            }
            generator.onView(test.now().withMoves(moves));
            nowMs += ScheduleGenerator.CHECK_PERIOD_MS;
            generator.step(nowMs);
        }
        generator.onView(test.now());
        nowMs += ScheduleGenerator.CHECK_PERIOD_MS;
        generator.step(nowMs);

        assertThat(generator.status().decisions()).hasSize(evaluations);
    }

    @Test
    void aPlanThatNimbusHasTakenBackIsNotOfferedAndTheNextWaitsLongerEachTime() {
        TestView test = pairApart();
        long lastMs = 0;
        for (int round = 1; round <= 3; round++) {
            while (generator.plan().number() < round) {
                pass(test, 10_000, false);
            }
            if (round > 1) {
                assertThat(nowMs - lastMs).isGreaterThanOrEqualTo(60_000L << (round - 1));
            }
            assertThat(generator.plan().topologies()).hasSize(1);
            ClusterView.Move back =
                    new ClusterView.Move("t", round, "not ready after 60 s: host-n3:6700");
            for (int i = 0; i < 3; i++) { // Nimbus reports it in each view
                generator.onView(test.now().withMoves(List.of(back)));
                nowMs += 1000;
                generator.step(nowMs);
            }
            lastMs = nowMs;
            assertThat(generator.plan().topologies()).as("on offer").isEmpty();
            long number = round;
            assertThat(generator.status().decisions())
                    .filteredOn(decision -> Long.valueOf(number).equals(decision.number()))
                    .singleElement()
                    .satisfies(
                            decision ->
                                    assertThat(String.valueOf(decision.outcome()))
                                            .contains("withdrawn by Nimbus, not ready after 60 s"));
        }
    }

    @Test
    void aDatabaseThatIsGoneIsAProblem() {
        generator.step(nowMs);
        assertThat(generator.status().problem()).isNull();

        loads.problem = Optional.of("loads are in memory only: jdbc:x is gone");
        assertThat(generator.step(nowMs)).as("that is news").isTrue();
        assertThat(generator.step(nowMs)).as("it is known").isFalse();
        assertThat(generator.status().problem()).contains("jdbc:x is gone");

        generator.onView(pairApart().now());
        generator.step(nowMs);
        nowMs += ScheduleGenerator.MAX_VIEW_AGE_MS + 1;
        generator.step(nowMs);
        assertThat(generator.status().problem())
                .contains("Nimbus has not been heard")
                .contains("jdbc:x is gone");

        loads.problem = Optional.empty();
        generator.step(nowMs);
        assertThat(generator.status().problem()).doesNotContain("jdbc:x");
    }

    @Test
    void anExecutorThatIsHotAloneNeedsMoreParallelism() {
        TestView test = new TestView(2, 4, 1);
        List<ExecutorId> hot = test.submit("t", "n1:6700", "n2:6700");
        loads.uses(hot.get(0), 0.95);
        loads.uses(hot.get(1), 0.1);
        generator.onView(test.now());

        Decision decision = generator.evaluateNow(nowMs, true);

        assertThat(decision.hot())
                .containsExactly(
                        "t/c0:[1 1] uses 0.95 of the one core that it can use and needs more"
                                + " parallelism: submit it with more tasks of 'c0' than 1");
    }

    /** With T-Storm's own algorithm and rule, a greater gamma uses fewer nodes. */
    @Test
    void gammaFreesNodes() throws IOException {
        TestView test = new TestView(5, 4, 2);
        List<ExecutorId> all =
                test.submit(
                        "t", "n1:6700", "n2:6700", "n3:6700", "n4:6700", "n5:6700", "n1:6700",
                        "n2:6700", "n3:6700", "n4:6700", "n5:6700");
        all.forEach(executor -> loads.uses(executor, 0.05));
        for (int i = 1; i < all.size(); i++) {
            loads.sends(all.get(i - 1), all.get(i), 100);
        }
        int[] nodes = new int[2];
        double[] gammas = {1, 2.5};
        for (int i = 0; i < gammas.length; i++) {
            generator.changeSettings(
                    new GeneratorSettings(
                            "tstorm",
                            Map.of("gamma", gammas[i]),
                            300,
                            GeneratorSettings.Adopt.ALWAYS));
            pass(test, PERIOD_MS + 2 * ScheduleGenerator.CHECK_PERIOD_MS, true);
            Set<String> used = new TreeSet<>();
            test.places("t").values().forEach(place -> used.add(place.substring(0, 2)));
            nodes[i] = used.size();
        }
        assertThat(nodes).containsExactly(5, 2);
    }

    @Test
    void whatIsWrongIsRefusedAndChangesNothing() {
        for (GeneratorSettings wrong :
                List.of(
                        settings("none", Map.of()),
                        settings("affinity", Map.of("gama", 2.0)),
                        settings("tstorm", Map.of("gamma", -1.0)),
                        settings("affinity", Map.of("windows", 1.5)),
                        settings("affinity", Map.of("theta", 1.5)))) {
            assertThatThrownBy(() -> generator.changeSettings(wrong))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(generator.settings()).isEqualTo(GeneratorSettings.DEFAULTS);
        assertThat(state.resolve("settings.json")).doesNotExist();
    }

    private static GeneratorSettings settings(String algorithm, Map<String, Double> parameters) {
        return new GeneratorSettings(algorithm, parameters, 300, GeneratorSettings.Adopt.GAIN);
    }

    @Test
    void settingsAndNumbersOutliveTheProcessAndAnOldPlanMovesNobody() throws IOException {
        TestView test = pairApart();
        generator.changeSettings(
                new GeneratorSettings(
                        "tstorm", Map.of("gamma", 6.0), 60, GeneratorSettings.Adopt.ALWAYS));
        pass(test, 60_000, false);
        assertThat(generator.plan().number()).isPositive();
        assertThatThrownBy(() -> GeneratorFolder.lock(state))
                .hasMessageContaining("another generator runs");
        long number = generator.plan().number();
        end();
        loads.loads.clear();

        start();
        assertThat(generator.settings().parameters()).containsEntry("gamma", 6.0);
        generator.onView(test.now());
        assertThat(generator.plan().topologies()).as("it was never done").isEmpty();
        assertThat(generator.plan().number()).isEqualTo(number);
    }

    @Test
    void aPlanThatIsInEffectOutlivesTheProcess() throws IOException {
        TestView test = pairApart();
        pass(test, 60_000, true);
        ClusterPlan plan = generator.plan();
        test.apply(plan);
        end();
        start();
        generator.onView(test.now());
        assertThat(generator.plan()).isEqualTo(plan);
    }

    @Test
    void aDamagedFileIsNamed() throws IOException {
        end();
        Files.writeString(state.resolve("plan.json"), "{\"version\":1,\"number\":");
        folder = GeneratorFolder.lock(state);
        assertThatThrownBy(() -> new ScheduleGenerator(nowMs, loads, folder, null))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("plan.json")
                .hasMessageContaining("move it away");
        Files.delete(state.resolve("plan.json"));
        folder.write(settings("plugged", Map.of()));
        assertThatThrownBy(() -> new ScheduleGenerator(nowMs, loads, folder, null))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no placement algorithm 'plugged'")
                .hasMessageContaining("move settings.json away");
        Files.delete(state.resolve("settings.json"));
        folder.close();
        start();
    }

    @Test
    void nodesAndTopologiesThatGoLeaveThePlan() {
        TestView test = pairApart();
        List<ExecutorId> other = test.submit("other", "n3:6700", "n3:6700");
        other.forEach(executor -> loads.uses(executor, 0.1));
        loads.sends(other.get(0), other.get(1), 10_000);
        pass(test, 60_000, true);
        assertThat(PlanOnOffer.topologyIds(generator.plan())).containsExactly("other", "t");

        test.topologies.remove("other");
        generator.onView(test.now());
        assertThat(PlanOnOffer.topologyIds(generator.plan())).containsExactly("t");

        String node = test.places("t").getOrDefault("c0", "").substring(0, 2);
        test.nodes.remove(node);
        test.submit("t", "", "");
        pass(test, 2 * ScheduleGenerator.CHECK_PERIOD_MS, true);
        assertThat(test.places("t").values())
                .as("they are somewhere else at once")
                .noneMatch(place -> place.startsWith(node) || place.startsWith("null"));
    }

    @Test
    void pinsAndDeclarationsAreKept() {
        TestView test = new TestView(3, 4, 2);
        ClusterView.Constraints memory =
                new ClusterView.Constraints(true, Map.of("c2", List.of("c3")), Map.of());
        List<ExecutorId> all =
                test.submit(
                        "t",
                        Map.of("c0", List.of("host-n3")),
                        memory,
                        "n3:6700",
                        "n1:6700",
                        "n2:6700",
                        "n1:6700",
                        "n2:6700",
                        "n1:6700");
        all.forEach(executor -> loads.uses(executor, 0.1));
        for (int i = 1; i < all.size(); i++) {
            loads.sends(all.get(i - 1), all.get(i), 10_000);
        }
        pass(test, 60_000, true);

        Map<String, String> places = test.places("t");
        assertThat(places.getOrDefault("c0", "")).startsWith("n3:");
        assertThat(places.get("c2")).isNotEqualTo(places.get("c3"));
        assertThat(places.values().stream().filter(place -> place.startsWith("n3")))
                .as("4096 MB, 1000 each")
                .hasSizeLessThanOrEqualTo(4);
        assertThat(generator.plan().number()).isPositive();

        test.nodes.remove("n3");
        pass(test, 60_000, false);
        assertThat(generator.status().topologies().get(0).leftOut())
                .isEqualTo("'c0' is pinned to [host-n3], which the cluster does not have");
    }

    @Test
    void whatOthersUseIsNotThere() {
        TestView test = new TestView(2, 1, 2);
        List<ExecutorId> pair = test.submit("t", "n1:6700", "n2:6700");
        pair.forEach(executor -> loads.uses(executor, 0.3));
        loads.sends(pair.get(0), pair.get(1), 1000);
        loads.nodes.put("n1", 0.9);
        loads.nodes.put("n2", 0.3);

        pass(test, 60_000, true);

        assertThat(test.places("t").values()).allSatisfy(p -> assertThat(p).startsWith("n2"));
    }

    /**
     * Otherwise it would count as foreign load on the present nodes, and move with the executors.
     */
    @Test
    void whatWorkersNeedBesideTheirExecutorsMovesNobodyToAndFro() {
        TestView test = new TestView(2, 2, 2);
        List<ExecutorId> pair = test.submit("t", "n1:6700", "n1:6700");
        pair.forEach(executor -> loads.uses(executor, 0.65));
        loads.sends(pair.get(0), pair.get(1), 1000);
        String before = "";
        int moves = 0;
        for (int i = 0; i < 40; i++) {
            loads.workers.clear();
            for (String place : test.places("t").values()) {
                loads.workers.merge(place.substring(0, 2), 0.65, Double::sum);
            }
            loads.workers.replaceAll((node, executors) -> executors + 0.65);
            for (String node : test.nodes.keySet()) {
                loads.nodes.put(node, loads.workers.getOrDefault(node, 0.0));
            }
            pass(test, 60_000, true);
            String now = test.places("t").toString();
            moves += now.equals(before) ? 0 : 1;
            before = now;
        }
        assertThat(moves).as("places at first, and at most one move").isLessThanOrEqualTo(2);
    }

    @Test
    void aDryRunShowsAndNowDoes() {
        TestView test = pairApart();
        generator.onView(test.now());
        Decision dry = generator.evaluateNow(nowMs, true);
        assertThat(dry.moves()).hasSize(1);
        assertThat(dry.number()).isNull();
        assertThat(generator.plan()).isEqualTo(ClusterPlan.NONE);
        assertThat(generator.status().decisions()).isEmpty();

        assertThat(generator.evaluateNow(nowMs, false).number()).isEqualTo(1);
        test.apply(generator.plan());
        generator.onView(test.now());
        assertThat(generator.evaluateNow(nowMs + 100_000, false).number()).isNull();
    }

    /** A node that others use meanwhile changes the cost tree of the dry run only. */
    @Test
    void aDryRunDoesNotDelayTheConfirmationOfAPlan() {
        TestView test = pairApart();
        generator.onView(test.now());
        generator.step(nowMs);
        assertThat(lastDecision().verdict()).isEqualTo("WAIT_FOR_WINDOWS");
        ScheduleStatus before = generator.status();

        loads.nodes.put("n3", 4.0);
        assertThat(generator.evaluateNow(nowMs, true).moves()).hasSize(1);
        loads.nodes.remove("n3");

        assertThat(generator.status()).isEqualTo(before);
        nowMs += ScheduleGenerator.CHECK_PERIOD_MS;
        generator.step(nowMs);
        assertThat(lastDecision().why()).isEqualTo("confirms the last evaluation");
        assertThat(lastDecision().verdict()).isEqualTo("ADOPT");
    }

    @Test
    void aRequestThatCannotBeEvaluatedDoesNotDelayTheConfirmationOfAPlan() {
        TestView test = pairApart();
        generator.onView(test.now());
        generator.step(nowMs);
        nowMs += ScheduleGenerator.MAX_VIEW_AGE_MS + 1;
        assertThat(generator.evaluateNow(nowMs, false).reason()).contains("has not been heard");

        generator.onView(test.now());
        generator.step(nowMs);

        assertThat(generator.status().decisions())
                .extracting(Decision::why)
                .startsWith("confirms the last evaluation");
    }

    @Test
    void offLeavesAllWhereTheyAre() throws IOException {
        TestView test = pairApart();
        generator.changeSettings(settings("off", Map.of()));
        pass(test, 2 * PERIOD_MS, true);
        assertThat(generator.plan()).isEqualTo(ClusterPlan.NONE);
        assertThat(generator.evaluateNow(nowMs, true).reason()).isEqualTo("plans are off");
    }

    /** Whatever an algorithm does, a plan has at most one slot per topology and node. */
    @Test
    void racksAreInTheTree() {
        TestView test = new TestView(0, 0, 0);
        test.addNode("n1", 1, 2, Map.of(ClusterTree.RACK_META, "r1"));
        test.addNode("n2", 1, 2, Map.of(ClusterTree.RACK_META, "r2"));
        test.addNode("n3", 1, 2, Map.of(ClusterTree.RACK_META, "r2"));
        List<ExecutorId> pair = test.submit("t", "n1:6700", "n2:6700");
        pair.forEach(executor -> loads.uses(executor, 0.5));
        loads.sends(pair.get(0), pair.get(1), 10_000);

        pass(test, 60_000, true);

        assertThat(test.places("t").values())
                .as("too much for one node, so beside each other in rack r2")
                .allSatisfy(place -> assertThat(place).matches("n[23]:.*"));
    }

    /**
     * Submits sources on four nodes and a component that gathers their tuples behind one link; adds
     * a node at the switch.
     */
    private TestView gathering(Map<String, String> switchMeta, List<String> inNetwork) {
        TestView test = new TestView(0, 0, 0);
        Map<String, String> link = Map.of(ClusterView.UPLINK_META, "100");
        for (int i = 1; i <= 5; i++) {
            test.addNode("n" + i, 4, 2, link);
        }
        test.addNode("s", 4, 2, switchMeta);
        Map<String, List<String>> sources = new HashMap<>();
        for (int i = 0; i < 4; i++) {
            sources.put("c" + i, List.of("host-n" + (i + 1)));
        }
        List<ExecutorId> all =
                test.submit(
                        "t",
                        sources,
                        inNetwork,
                        ClusterView.Constraints.NONE,
                        "n1:6700",
                        "n2:6700",
                        "n3:6700",
                        "n4:6700",
                        "n5:6700");
        all.forEach(executor -> loads.uses(executor, 0.3));
        for (int i = 0; i < 4; i++) {
            loads.sends(
                    all.get(i),
                    all.get(4),
                    60_000); // 192 Mbit/s in total, for a link of 100 Mbit/s
        }
        return test;
    }

    @Test
    void aNodeAtTheSwitchTakesWhatTheLinksOfOthersCannot() {
        Map<String, String> atSwitch =
                Map.of(ClusterView.AT_SWITCH_META, "true", ClusterView.UPLINK_META, "400");
        TestView test = gathering(atSwitch, List.of("c4"));
        pass(test, 60_000, true);
        assertThat(test.places("t").get("c4")).startsWith("s:");

        TestView forbidden = gathering(atSwitch, List.of());
        pass(forbidden, 60_000, true);
        assertThat(forbidden.places("t").get("c4"))
                .as("nobody is there without being named")
                .startsWith("n");

        TestView narrow =
                gathering(
                        Map.of(ClusterView.AT_SWITCH_META, "true", ClusterView.UPLINK_META, "90"),
                        List.of("c4"));
        pass(narrow, 60_000, true);
        assertThat(narrow.places("t").get("c4")).as("its own link is narrower").startsWith("n");
    }
}
