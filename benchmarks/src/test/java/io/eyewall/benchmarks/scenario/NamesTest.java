package io.eyewall.benchmarks.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The names of scenarios and systems on the command line. */
class NamesTest {

    @Test
    void everyScenarioIsFoundByItsName() {
        assertThat(select("all"))
                .allSatisfy(
                        scenario -> assertThat(Scenario.parse(scenario.name())).isEqualTo(scenario))
                .hasSize(2 * Work.values().length);
    }

    @Test
    void aWorkOfSeveralSizesStandsForAllOfThem() {
        assertThat(names(select("w4"))).containsExactly("w4-1", "w4-3", "w4-10");
        assertThat(names(select("w5-acked"))).containsExactly("w5-out-acked", "w5-in-acked");
        assertThat(names(select("w3"))).containsExactly("w3");
        assertThat(names(select("w3-10k"))).containsExactly("w3-10k");
        assertThat(names(select("w1-both"))).containsExactly("w1", "w1-acked");
        assertThat(names(select("w3-cut-both"))).containsExactly("w3-cut", "w3-cut-acked");
    }

    @Test
    void parallelismIsMultipliedWhereANameSaysNone() {
        List<String> names = List.of("w1-both", "w2-p4", "w7-3", "w3-cut");

        assertThat(names(ScenarioSelection.of(names, List.of(1, 10))))
                .containsExactly(
                        "w1", "w1-p10", "w1-acked", "w1-p10-acked", "w2-p4", "w7-3", "w3-cut");
    }

    @Test
    void nativeStandsForTheWordCountsInAllLanguages() {
        assertThat(names(select("native-acked")))
                .containsExactly(
                        "w1-acked",
                        "m1-acked",
                        "p1-acked",
                        "p1-batch-acked",
                        "n1-acked",
                        "n1-child-acked");
    }

    @Test
    void handStandsForAllHandwrittenSystemsAndEyewallIsAlwaysThereOnce() {
        assertThat(PeerSelection.of(List.of("hand", "storm")))
                .extracting(Peer::name)
                .containsExactly("loop", "pipe", "exchange", "storm", "eyewall");
        assertThat(PeerSelection.of(List.of("eyewall@2", "eyewall")))
                .extracting(Peer::name)
                .containsExactly("eyewall@2", "eyewall");
    }

    @Test
    void everySystemIsFoundByItsName() {
        for (PeerKind kind : PeerKind.values()) {
            assertThat(Peer.parse(kind.id())).isEqualTo(new Peer(kind, 0));
        }
        assertThat(Peer.parse("eyewall@2")).isEqualTo(new Peer(PeerKind.EYEWALL, 2));
        assertThat(Peer.parse("eyewall@2").name()).isEqualTo("eyewall@2");
    }

    @Test
    void wrongNamesAreAnsweredWithTheRightOnes() {
        assertThatThrownBy(() -> Scenario.parse("w9"))
                .hasMessageContainingAll("w9", "-acked", "w3-10k");
        assertThatThrownBy(() -> select("w4-2")).hasMessageContainingAll("w4-2", "w4-3");
        assertThatThrownBy(() -> Scenario.parse("w1-p0")).hasMessageContaining("between 1 and");
        assertThatThrownBy(() -> Scenario.parse("w7-3-p2"))
                .hasMessageContainingAll("w7-3", "leave -p2 out");
        assertThatThrownBy(() -> Scenario.parse("w3-cut-p2"))
                .hasMessageContainingAll("w3-cut", "leave -p2 out");
        assertThatThrownBy(() -> select("w1-acked-both"))
                .hasMessageContainingAll("'w1-acked-both'", "-both instead of -acked", "all");
        assertThatThrownBy(() -> Peer.parse("strom"))
                .hasMessageContainingAll("strom", "storm-default", "hand", "eyewall@<cores>");
        assertThatThrownBy(() -> Peer.parse("eyewall@none")).hasMessageContaining("none");
        assertThatThrownBy(() -> Peer.parse("eyewall@1025")).hasMessageContaining("1 to 1024");
        assertThatThrownBy(() -> Peer.parse("storm@2")).hasMessageContaining("only for eyewall");
    }

    @Test
    void onlyStormAndEyewallCanBeIdle() {
        assertThat(PeerKind.values())
                .filteredOn(kind -> kind.supports(Scenario.parse("idle")))
                .containsExactly(PeerKind.STORM, PeerKind.STORM_DEFAULT, PeerKind.EYEWALL);
    }

    @Test
    void aCutIsMadeBetweenTwoThreads() {
        assertThat(PeerKind.values())
                .filteredOn(kind -> kind.supports(Scenario.parse("w3-cut")))
                .containsExactly(
                        PeerKind.PIPE,
                        PeerKind.STORM,
                        PeerKind.STORM_DEFAULT,
                        PeerKind.EYEWALL_TRACED,
                        PeerKind.EYEWALL_TRACED_ALL,
                        PeerKind.EYEWALL);
        assertThat(Peer.parse("eyewall").coresFor(Scenario.parse("w3-cut"), 1)).isEqualTo(2);
        assertThat(Peer.parse("eyewall@1").coresFor(Scenario.parse("w3-cut"), 1)).isEqualTo(1);
    }

    @Test
    void eyewallGetsAsManyCoresAsTheParallelismAndNoMoreThanProcessorsUnlessToldOtherwise() {
        Scenario scenario = Scenario.parse("w1-p4");

        assertThat(Peer.parse("eyewall").coresFor(scenario, 16)).isEqualTo(4);
        assertThat(Peer.parse("eyewall").coresFor(scenario, 2)).isEqualTo(2);
        assertThat(Peer.parse("eyewall@1").coresFor(scenario, 2)).isEqualTo(1);
        assertThat(Peer.parse("eyewall@4").coresFor(scenario, 2)).isEqualTo(4);
    }

    private static List<Scenario> select(String name) {
        return ScenarioSelection.of(List.of(name), List.of(1));
    }

    private static List<String> names(List<Scenario> scenarios) {
        return scenarios.stream().map(Scenario::name).toList();
    }
}
