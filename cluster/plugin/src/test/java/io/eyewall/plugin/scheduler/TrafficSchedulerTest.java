package io.eyewall.plugin.scheduler;

import static io.eyewall.plugin.scheduler.TestCluster.places;
import static io.eyewall.plugin.scheduler.TestCluster.plan;
import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.plugin.wire.ClusterPlan;
import io.eyewall.plugin.wire.ClusterView;
import io.eyewall.plugin.worker.Handover;
import io.eyewall.plugin.worker.Note;
import io.eyewall.plugin.worker.Place;
import io.eyewall.plugin.worker.Stage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.storm.Config;
import org.apache.storm.metric.StormMetricsRegistry;
import org.apache.storm.scheduler.Cluster;
import org.apache.storm.scheduler.SchedulerAssignment;
import org.junit.jupiter.api.Test;

/** Rounds of Nimbus, with Storm's own objects, a clock that is set, and fetches made by hand. */
class TrafficSchedulerTest {
    private static final int PATIENCE_SECS = 60;

    private long nowNs;
    private ClusterPlan answer = ClusterPlan.NONE;
    private boolean gone;
    private final List<ClusterView> views = new ArrayList<>();

    private final SchedulerConf conf =
            new SchedulerConf(null, null, 10, PATIENCE_SECS, 0, List.of());

    /** What workers say to each other, by topology. */
    private final Map<String, Handover> handovers = new HashMap<>();

    private final List<String> rebalanced = new ArrayList<>();
    private final PlanFetch fetch =
            new PlanFetch(this::ask, conf, new Rebalancer(this::rebalance), () -> nowNs);
    private final TrafficScheduler scheduler =
            new TrafficScheduler(
                    fetch,
                    conf,
                    new Moves(60_000, id -> Optional.ofNullable(handovers.get(id))),
                    () -> TimeUnit.NANOSECONDS.toMillis(nowNs));

    private void rebalance(String name, Map<String, Integer> executors) throws IOException {
        rebalanced.add(name + executors);
        if (name.equals("refused")) {
            throw new IOException("nobody may");
        }
    }

    private ClusterPlan ask(ClusterView view) throws IOException {
        if (gone) {
            throw new IOException("nobody is there");
        }
        views.add(ClusterView.fromJson(view.toJson()));
        return ClusterPlan.fromJson(answer.toJson());
    }

    /** Nimbus' round, a fetch, and the round after that. */
    private Cluster rounds(TestCluster test) {
        test.round(scheduler);
        fetch.fetch();
        return test.round(scheduler);
    }

    private void offer(ClusterPlan.Topology... topologies) {
        answer =
                new ClusterPlan(answer.number() + 1, 1, "affinity", List.of(topologies), List.of());
    }

    private void pass(long seconds) {
        nowNs += TimeUnit.SECONDS.toNanos(seconds);
    }

    @Test
    void whatIsHotGetsExecutorsOnceAndOnlyWhereThatIsAllowed() {
        TestCluster test = new TestCluster(2, 2);
        Map<String, Object> allowed = Map.of("eyewall.parallelism.auto", true);
        test.submit("elastic", 1, 2, allowed);
        test.submit("refused", 1, 2, allowed);
        test.submit("fixed", 1, 2, Map.of());
        answer =
                answer.withRebalances(
                        List.of(
                                new ClusterPlan.Rebalance("elastic", "b", 3),
                                new ClusterPlan.Rebalance("elastic", "a", 2),
                                new ClusterPlan.Rebalance("elastic", "gone", 3),
                                new ClusterPlan.Rebalance("refused", "b", 4),
                                new ClusterPlan.Rebalance("fixed", "b", 3)));
        rounds(test);
        rounds(test);
        assertThat(rebalanced).containsExactly("elastic{b=3}", "refused{b=4}");

        pass(119);
        rounds(test);
        assertThat(rebalanced).hasSize(2);
        pass(2);
        rounds(test);
        assertThat(rebalanced).as("nothing came of it").hasSize(4);
    }

    @Test
    void aNewTopologyHasOneWorkerPerNodeOnAsManyNodesAsWorkersWereAskedFor() {
        TestCluster test = new TestCluster(3, 4);
        test.submit("two", 2, 4, Map.of());
        test.submit("many", 10, 4, Map.of());

        Cluster cluster = test.round(scheduler);

        assertThat(places(cluster, "two").keySet()).hasSize(2);
        assertThat(places(cluster, "two").values()).allSatisfy(e -> assertThat(e).hasSize(4));
        assertThat(places(cluster, "many").keySet())
                .extracting(slot -> slot.substring(0, 2))
                .containsExactly("n1", "n2", "n3");
        assertThat(places(cluster, "many").values())
                .extracting(Set::size)
                .containsExactlyInAnyOrder(3, 3, 2);
    }

    /** As workers' notes say it: of each slot, and of others that leave. */
    private void notes(Cluster cluster, String id, Map<String, Stage> members, String... leaving) {
        Map<List<Long>, Place> slots = new HashMap<>();
        SchedulerAssignment assignment = cluster.getAssignmentById(id);
        if (assignment != null) {
            assignment
                    .getExecutorToSlot()
                    .forEach(
                            (executor, slot) ->
                                    slots.put(
                                            List.of(
                                                    (long) executor.getStartTask(),
                                                    (long) executor.getEndTask()),
                                            new Place(slot.getNodeId(), slot.getPort())));
        }
        List<Note> notes = new ArrayList<>();
        members.forEach((slot, stage) -> notes.add(note(slot, stage, true)));
        for (String slot : leaving) {
            notes.add(note(slot, Stage.READY, false));
        }
        handovers.put(id, new Handover(7, slots, notes));
    }

    private static Note note(String slot, Stage stage, boolean member) {
        String[] parts = slot.split(":");
        Place place = new Place(parts[0], Integer.parseInt(parts[1]));
        return new Note(7, stage, member, place, 1, "worker-" + slot);
    }

    /** One of two workers is moved to a slot of another node; it takes its time to start. */
    private Cluster moved(TestCluster test) {
        test.submit("t", 2, 2, Map.of());
        test.round(scheduler);
        test.assign("t", Map.of("n1:6700", List.of(1, 3), "n2:6700", List.of(2, 4)));
        offer(plan("t", Map.of("n3:6700", List.of(1, 3), "n2:6700", List.of(2, 4))));
        Cluster cluster = rounds(test);
        assertThat(places(cluster, "t").keySet()).containsExactly("n2:6700", "n3:6700");
        return cluster;
    }

    @Test
    void whatIsNotReadyInTimeIsWithdrawnAndNotPlannedAgain() {
        TestCluster test = new TestCluster(3, 2);
        Cluster cluster = moved(test);
        notes(cluster, "t", Map.of("n2:6700", Stage.READY), "n1:6700");
        pass(60);
        cluster = rounds(test);
        assertThat(places(cluster, "t")).containsKey("n3:6700");
        assertThat(views.get(views.size() - 1).moves())
                .containsExactly(new ClusterView.Move("t", answer.number(), null));

        pass(1);
        cluster = test.round(scheduler);
        assertThat(places(cluster, "t"))
                .isEqualTo(Map.of("n1:6700", Set.of(1, 3), "n2:6700", Set.of(2, 4)));
        assertThat(cluster.getStatusMap().get("t"))
                .isEqualTo("Plan 1 is withdrawn, not ready after 60 s: host-n3:6700");
        rounds(test);
        assertThat(views.get(views.size() - 1).moves())
                .containsExactly(
                        new ClusterView.Move("t", 1, "not ready after 60 s: host-n3:6700"));
        pass(3600);
        cluster = rounds(test);
        assertThat(places(cluster, "t")).as("the same plan").containsKey("n1:6700");

        offer(plan("t", Map.of("n3:6701", List.of(1, 3), "n2:6700", List.of(2, 4))));
        cluster = rounds(test);
        assertThat(places(cluster, "t")).as("another plan").containsKey("n3:6701");
    }

    @Test
    void aMoveThatIsReadyOrHasNothingToGoBackToIsNotWithdrawn() {
        for (String how : List.of("ready", "begun", "old died", "silent")) {
            TestCluster test = new TestCluster(3, 2);
            handovers.clear();
            Cluster cluster = moved(test);
            Map<String, Stage> members =
                    switch (how) {
                        case "ready" -> Map.of("n2:6700", Stage.READY, "n3:6700", Stage.READY);
                        case "begun" -> Map.of("n2:6700", Stage.DRAINED);
                        default -> Map.of("n2:6700", Stage.READY);
                    };
            if (!how.equals("silent")) {
                notes(cluster, "t", members, how.equals("old died") ? new String[0] : slots("n1"));
            }
            for (int i = 0; i < 20; i++) {
                pass(20);
                cluster = rounds(test);
            }
            assertThat(places(cluster, "t")).as(how).containsKey("n3:6700");
        }
    }

    private static String[] slots(String node) {
        return new String[] {node + ":6700"};
    }

    @Test
    void whileATopologyIsMovedPlansLeaveItAlone() {
        TestCluster test = new TestCluster(3, 2);
        Cluster cluster = moved(test);
        notes(cluster, "t", Map.of("n2:6700", Stage.READY, "n3:6700", Stage.READY), "n1:6700");
        offer(plan("t", Map.of("n3:6701", List.of(1, 2, 3, 4))));
        cluster = rounds(test);
        assertThat(places(cluster, "t")).containsKey("n3:6700");

        notes(cluster, "t", Map.of("n2:6700", Stage.ACTIVE, "n3:6700", Stage.ACTIVE));
        cluster = rounds(test);
        assertThat(places(cluster, "t").keySet()).containsExactly("n3:6701");
    }

    @Test
    void whatOthersOccupyCannotBeGoneBackTo() {
        TestCluster test = new TestCluster(3, 1);
        Cluster cluster = moved(test);
        notes(cluster, "t", Map.of("n2:6700", Stage.READY), "n1:6700");
        test.submit("other", 1, 1, Map.of());
        cluster = rounds(test);
        assertThat(places(cluster, "other")).containsKey("n1:6700");
        pass(100);
        cluster = rounds(test);
        assertThat(places(cluster, "t")).containsKey("n3:6700");
    }

    @Test
    void aHostOfALaboratoryHasOneNameAndIsFoundByItsAddressToo() {
        TestCluster test = new TestCluster(2, 2);
        test.addNode("s", List.of(6700, 6701), Map.of("eyewall.lab.host", "host3"));
        test.submit("name", 3, 2, Map.of("eyewall.pinned", Map.of("b", "host3")));
        test.submit("address", 3, 2, Map.of("eyewall.pinned", Map.of("b", List.of("host-s"))));

        Cluster cluster = rounds(test);

        for (String topology : List.of("name", "address")) {
            Map<String, Set<Integer>> placed = places(cluster, topology);
            assertThat(placed.entrySet().stream().filter(e -> e.getKey().startsWith("s:")))
                    .as(topology)
                    .hasSize(1)
                    .allMatch(e -> e.getValue().equals(Set.of(3, 4)));
        }
        assertThat(ViewReader.read(1, cluster, Map.of()).nodes())
                .extracting(ClusterView.Node::host)
                .containsExactly("host-n1", "host-n2", "host3");
    }

    @Test
    void nobodyIsAtASwitchWhoNeedNotBeOrMayNotBe() {
        TestCluster test = new TestCluster(2, 2);
        test.addNode("s", List.of(6700, 6701), Map.of(ClusterView.AT_SWITCH_META, "true"));
        test.submit("free", 3, 2, Map.of("eyewall.in.network", List.of("b")));
        assertThat(places(rounds(test), "free").keySet())
                .as("before loads are known")
                .allMatch(place -> place.startsWith("n"))
                .hasSize(2);
        test.submit("there", 3, 2, Map.of("eyewall.pinned", Map.of("b", "host-s")));
        Map<String, Set<Integer>> pinned = places(rounds(test), "there");
        assertThat(pinned.get("s:6700")).as("%s", pinned).containsExactly(3, 4);
        assertThat(pinned.get("s:6701")).isNull();
        assertThat(pinned).hasSize(3);

        offer(plan("free", Map.of("s:6701", List.of(3, 4), "n1:6700", List.of(1, 2))));
        pass(40);
        assertThat(places(rounds(test), "free").get("s:6701")).containsExactly(3, 4);
        offer(plan("free", Map.of("s:6701", List.of(1, 2), "n1:6700", List.of(3, 4))));
        pass(40);
        assertThat(places(rounds(test), "free").get("s:6701"))
                .as("'a' is not named")
                .containsExactly(3, 4);
    }

    @Test
    void fewerNodesWithFreeSlotsMeanFewerWorkers() {
        TestCluster test = new TestCluster(2, 1);
        test.addNode("full", 0);
        test.submit("t", 5, 3, Map.of());
        assertThat(places(test.round(scheduler), "t").keySet())
                .containsExactly("n1:6700", "n2:6700");

        test.submit("late", 1, 1, Map.of());
        Cluster cluster = test.round(scheduler);
        assertThat(places(cluster, "late")).isEmpty();
        assertThat(cluster.getStatusMap().get("late")).contains("waiting");

        test.addNode("n3", 2);
        assertThat(places(test.round(scheduler), "late").keySet()).containsExactly("n3:6700");
    }

    @Test
    void aPlanIsDoneAndTouchesOnlyWorkersThatChange() {
        TestCluster test = new TestCluster(3, 2);
        test.submit("t", 3, 3, Map.of());
        Map<String, Set<Integer>> first = places(test.round(scheduler), "t");
        assertThat(first.get("n1:6700")).isNotNull();
        Set<Integer> others = new TreeSet<>(first.get("n2:6700"));
        others.addAll(first.get("n3:6700"));
        offer(plan("t", Map.of("n1:6700", first.get("n1:6700"), "n2:6701", others)));

        Cluster cluster = rounds(test);

        assertThat(places(cluster, "t"))
                .isEqualTo(Map.of("n1:6700", first.get("n1:6700"), "n2:6701", others));
        assertThat(cluster.getStatusMap().get("t")).contains("Plan 1", "2 workers, 1 of them new");
        assertThat(places(test.round(scheduler), "t")).isEqualTo(places(cluster, "t"));
        fetch.fetch();
        assertThat(views.get(views.size() - 1).topologies().get(0).executors())
                .extracting(ClusterView.Executor::node)
                .doesNotContain("n3");
    }

    /** All that may have changed since the plan was made; executors stay where they are. */
    @Test
    void aPlanThatDoesNotFitIsNotDone() {
        TestCluster test = new TestCluster(3, 2);
        test.addNode("bad", 2);
        test.blacklisted.add("host-bad");
        test.submit(
                "t", 3, 2, Map.of("eyewall.pinned", Map.of("a", List.of("host-n1", "host-n2"))));
        test.submit("other", 1, 1, Map.of(TopologyRules.PLANNED_KEY, false));
        Map<String, Set<Integer>> before = places(test.round(scheduler), "t");
        String taken = places(test.round(scheduler), "other").keySet().iterator().next();
        List<Map<String, List<Integer>>> wrong =
                List.of(
                        Map.of("n1:6700", List.of(1, 2, 3)),
                        Map.of("n1:6700", List.of(1, 2, 3, 4, 5)),
                        Map.of("n9:6700", List.of(1, 2, 3, 4)),
                        Map.of("n1:6709", List.of(1, 2, 3, 4)),
                        Map.of("bad:6700", List.of(1, 2, 3, 4)),
                        Map.of("n3:6701", List.of(1, 2, 3, 4)),
                        Map.of(
                                taken,
                                List.of(3, 4),
                                taken.startsWith("n1") ? "n2:6701" : "n1:6701",
                                List.of(1, 2)));
        for (Map<String, List<Integer>> each : wrong) {
            offer(plan("t", each));
            assertThat(places(rounds(test), "t")).as("%s", each).isEqualTo(before);
        }
    }

    @Test
    void constraintsOfTheResourceAwareSchedulerAreKept() {
        TestCluster test = new TestCluster(2, 3);
        Map<String, Object> constraints =
                Map.of(
                        Config.TOPOLOGY_RAS_CONSTRAINTS,
                        Map.of(
                                "a", Map.of("maxNodeCoLocationCnt", 1),
                                "b", Map.of("incompatibleComponents", List.of("a"))));
        test.submit("foes", 2, 1, constraints);
        test.submit("spread", 2, 2, Map.of("topology.spread.components", List.of("a")));
        test.submit("big", 2, 1, Map.of(), bolt -> bolt.setMemoryLoad(2000));
        Map<String, Set<Integer>> spread = places(test.round(scheduler), "spread");
        Map<String, Set<Integer>> foes = places(test.round(scheduler), "foes");
        Map<String, Set<Integer>> big = places(test.round(scheduler), "big");
        assertThat(foes).hasSize(2);
        assertThat(spread.values())
                .allSatisfy(tasks -> assertThat(tasks).isNotEqualTo(Set.of(1, 2)));

        offer(
                plan("foes", Map.of(foes.keySet().iterator().next(), List.of(1, 2))),
                plan("spread", Map.of(spread.keySet().iterator().next(), List.of(1, 2, 3, 4))),
                plan("big", Map.of(big.keySet().iterator().next(), List.of(1, 2))));
        Cluster cluster = rounds(test);

        assertThat(places(cluster, "foes")).isEqualTo(foes);
        assertThat(places(cluster, "spread")).isEqualTo(spread);
        assertThat(places(cluster, "big")).isEqualTo(big);
    }

    @Test
    void topologiesChangePlacesInOneRound() {
        TestCluster test = new TestCluster(2, 1);
        test.submit("x", 1, 1, Map.of());
        test.submit("y", 1, 1, Map.of());
        Cluster before = test.round(scheduler);
        String x = places(before, "x").keySet().iterator().next();
        String y = places(before, "y").keySet().iterator().next();
        test.addNode("n3", 1);
        offer(plan("x", Map.of(y, List.of(1, 2))), plan("y", Map.of("n3:6700", List.of(1, 2))));

        Cluster cluster = rounds(test);

        assertThat(places(cluster, "x").keySet()).containsExactly(y);
        assertThat(places(cluster, "y").keySet()).containsExactly("n3:6700");
        assertThat(x).isNotEqualTo(y);
    }

    @Test
    void executorsThatLoseTheirNodeArePlacedAtOnceAndOthersStay() {
        TestCluster test = new TestCluster(3, 2);
        test.submit("t", 2, 4, Map.of());
        Map<String, Set<Integer>> before = places(test.round(scheduler), "t");
        String lost = before.keySet().iterator().next();
        String kept = before.keySet().stream().filter(s -> !s.equals(lost)).findFirst().orElse("");
        test.supervisors.remove(lost.substring(0, 2));
        test.lose("t", Set.copyOf(before.getOrDefault(lost, Set.of())));

        Map<String, Set<Integer>> after = places(test.round(scheduler), "t");

        assertThat(after).hasSize(2).containsEntry(kept, before.get(kept));
        assertThat(after.keySet()).noneMatch(slot -> slot.startsWith(lost.substring(0, 2)));
    }

    @Test
    void withNowhereElseToGoTheyJoinAWorkerInAFreshSlot() {
        TestCluster test = new TestCluster(1, 2);
        test.submit("t", 1, 2, Map.of());
        assertThat(places(test.round(scheduler), "t").keySet()).containsExactly("n1:6700");
        test.lose("t", Set.of(4));

        assertThat(places(test.round(scheduler), "t"))
                .isEqualTo(Map.of("n1:6701", Set.of(1, 2, 3, 4)));
    }

    @Test
    void withoutAGeneratorStormPlacesAndNobodyWhoRunsIsMoved() {
        TestCluster test = new TestCluster(3, 2);
        test.submit("t", 3, 3, Map.of());
        Map<String, Set<Integer>> packed = Map.of("n1:6701", Set.of(1, 2, 3, 4, 5, 6));
        offer(plan("t", packed));
        assertThat(places(rounds(test), "t")).isEqualTo(packed);
        gone = true;
        pass(PATIENCE_SECS - 1);
        assertThat(places(rounds(test), "t")).isEqualTo(packed);
        assertThat(fetch.generatorResponds()).isTrue();
        pass(2);

        test.submit("new", 4, 4, Map.of());
        Cluster fallen = rounds(test);
        assertThat(places(fallen, "t")).isEqualTo(packed);
        assertThat(places(fallen, "new")).as("Storm's: as many workers as asked for").hasSize(4);
        test.lose("t", Set.of(1, 2, 3, 4, 5, 6));
        assertThat(places(rounds(test), "t")).as("the slots that are left").isNotEmpty();

        gone = false;
        Map<String, Set<Integer>> again =
                Map.of(places(fallen, "new").keySet().iterator().next(), all(8));
        offer(plan("new", again));
        assertThat(places(rounds(test), "new")).isEqualTo(again);
    }

    @Test
    void withoutAGeneratorNobodyIsAtASwitchWhileThereAreOtherSlots() {
        TestCluster test = new TestCluster(2, 1);
        test.addNode("s", List.of(6700, 6701), Map.of(ClusterView.AT_SWITCH_META, "true"));
        gone = true;
        pass(PATIENCE_SECS + 1);
        test.submit("first", 3, 2, Map.of());
        assertThat(places(rounds(test), "first").keySet()).containsExactly("n1:6700", "n2:6700");

        test.submit("second", 1, 2, Map.of());
        Cluster full = rounds(test);
        assertThat(places(full, "second").keySet()).as("nowhere else").containsExactly("s:6700");
        assertThat(places(full, "first").keySet()).containsExactly("n1:6700", "n2:6700");
    }

    private static Set<Integer> all(int tasks) {
        Set<Integer> all = new TreeSet<>();
        for (int task = 1; task <= tasks; task++) {
            all.add(task);
        }
        return all;
    }

    /** A worker that is ended before it has started would go on beside the next one. */
    @Test
    void whoWasJustPlacedIsLeftAlone() {
        SchedulerConf patient = new SchedulerConf(null, null, 10, PATIENCE_SECS, 30, List.of());
        TrafficScheduler slow =
                new TrafficScheduler(fetch, patient, () -> TimeUnit.NANOSECONDS.toMillis(nowNs));
        TestCluster test = new TestCluster(2, 2);
        test.submit("t", 2, 2, Map.of());
        Map<String, Set<Integer>> first = places(test.round(slow), "t");
        Map<String, Set<Integer>> packed = Map.of("n1:6701", all(4));
        offer(plan("t", packed));
        fetch.fetch();
        pass(29);
        assertThat(places(test.round(slow), "t")).isEqualTo(first);
        pass(1);
        assertThat(places(test.round(slow), "t")).isEqualTo(packed);

        TrafficScheduler another =
                new TrafficScheduler(fetch, patient, () -> TimeUnit.NANOSECONDS.toMillis(nowNs));
        offer(plan("t", Map.of("n2:6700", all(4))));
        fetch.fetch();
        assertThat(places(test.round(another), "t"))
                .as("placed before this Nimbus")
                .isEqualTo(Map.of("n2:6700", all(4)));
    }

    @Test
    void topologiesOfOthersAreStormsAlone() {
        TestCluster test = new TestCluster(1, 4);
        test.submit("theirs", 2, 2, Map.of(TopologyRules.PLANNED_KEY, "false"));
        offer(plan("theirs", Map.of("n1:6703", List.of(1, 2, 3, 4))));

        Cluster cluster = rounds(test);

        assertThat(places(cluster, "theirs")).as("two workers on one node").hasSize(2);
        fetch.fetch();
        ClusterView view = views.get(views.size() - 1);
        assertThat(view.topologies()).isEmpty();
        assertThat(view.nodes().get(0).ports()).hasSize(2);
    }

    /** Storm ends Nimbus when a thread dies of it. */
    @Test
    void anAnswerThatIsTooMuchForTheHeapIsNone() {
        PlanFetch full =
                new PlanFetch(
                        view -> {
                            throw new OutOfMemoryError("an answer, say");
                        },
                        conf,
                        new Rebalancer(this::rebalance),
                        () -> nowNs);
        full.offer(new ClusterView(1, List.of(), List.of()));

        assertThat(full.fetch()).isFalse();
        assertThat(full.plan()).isNull();
    }

    /** Of all who want to be the leader one is called; others must not speak for it. */
    @Test
    void aNimbusThatIsNotCalledSendsNothing() {
        TestCluster test = new TestCluster(1, 1);
        assertThat(fetch.fetch()).isFalse();
        test.round(scheduler);
        assertThat(fetch.fetch()).isTrue();
        pass(1000);
        assertThat(fetch.fetch()).isFalse();
        assertThat(fetch.generatorResponds()).isFalse();
        test.round(scheduler);
        assertThat(fetch.generatorResponds()).as("a new leader has patience").isTrue();
    }

    @Test
    void nonsenseInTheConfigurationKeepsNobodyFromStarting() {
        TrafficScheduler wrong = new TrafficScheduler();
        wrong.prepare(
                Map.of(
                        SchedulerConf.URL_KEY, "no url",
                        SchedulerConf.FETCH_KEY, "often",
                        SchedulerConf.PATIENCE_KEY, -1),
                new StormMetricsRegistry());
        TestCluster test = new TestCluster(2, 2);
        test.submit("t", 4, 2, Map.of("eyewall.pinned", "nonsense"));

        assertThat(places(test.round(wrong), "t")).as("as Storm does").hasSize(4);
        wrong.cleanup();
        assertThat(SchedulerConf.of(Map.of(SchedulerConf.URL_KEY, "ftp://x")).problems())
                .anySatisfy(problem -> assertThat(problem).contains("expected http://HOST:PORT"));
    }

    /** Storm's own objects throw if they are misused; Nimbus would exit. */
    @Test
    void whatIsThrownStaysInside() {
        TestCluster test = new TestCluster(1, 1);
        TrafficScheduler broken =
                new TrafficScheduler(
                        fetch,
                        conf,
                        () -> {
                            throw new IllegalStateException("no time");
                        });
        test.submit("t", 1, 1, Map.of());
        assertThat(places(test.round(broken), "t")).isNotEmpty();
    }
}
