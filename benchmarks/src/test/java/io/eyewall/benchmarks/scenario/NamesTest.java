package io.eyewall.benchmarks.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** The names of scenarios and systems on the command line. */
class NamesTest {

    @Test
    void everyScenarioIsFoundByItsName() {
        assertThat(Scenario.all())
                .allSatisfy(
                        scenario -> assertThat(Scenario.parse(scenario.name())).isEqualTo(scenario))
                .extracting(Scenario::name)
                .contains("w1", "w1-p2-acked", "w3-acked")
                .doesNotHaveDuplicates();
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
                .hasMessageContainingAll("w9", "w1-p2-acked", "w3");
        assertThatThrownBy(() -> Peer.parse("strom"))
                .hasMessageContainingAll("strom", "storm-tuned", "eyewall@<cores>");
        assertThatThrownBy(() -> Peer.parse("eyewall@none")).hasMessageContaining("none");
        assertThatThrownBy(() -> Peer.parse("storm@2")).hasMessageContaining("only for eyewall");
    }

    @Test
    void eyewallGetsAsManyCoresAsTheParallelismUnlessToldOtherwise() {
        Scenario scenario = Scenario.parse("w1-p2");

        assertThat(Peer.parse("eyewall").coresFor(scenario)).isEqualTo(2);
        assertThat(Peer.parse("eyewall@1").coresFor(scenario)).isEqualTo(1);
    }
}
