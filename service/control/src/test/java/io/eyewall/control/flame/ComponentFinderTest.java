package io.eyewall.control.flame;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.control.flame.StackSample.Frame;
import io.eyewall.testkit.fake.FakePlans;
import io.eyewall.topology.ComponentPlan;
import io.eyewall.topology.TopologyPlan;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.storm.generated.ComponentObject;
import org.apache.storm.utils.Utils;
import org.junit.jupiter.api.Test;

/** Whose code a stack is, as far as that can be known. */
class ComponentFinderTest {
    private static final Frame ENGINE =
            new Frame("io.eyewall.engine.hotpath.HotBoltTask", "deliver");
    private static final Frame STORM = new Frame("org.apache.storm.task.OutputCollector", "emit");
    private static final String CORE = "eyewall-core-1";

    /** A bolt with something of its own. */
    static class Count implements Serializable {
        private static final long serialVersionUID = 1L;
        final Helper helper = new Helper();
        final List<String> words = new ArrayList<>();
    }

    static final class Split implements Serializable {
        private static final long serialVersionUID = 1L;
        final Helper helper = new Helper();
    }

    static final class Helper implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    private final ComponentFinder finder =
            new ComponentFinder(
                    List.of(
                            plan(
                                    Map.of(
                                            "count", new Count(),
                                            "again", new Count(),
                                            "split", new Split()))));

    private static TopologyPlan plan(Map<String, Serializable> components) {
        List<ComponentPlan> plans = new ArrayList<>();
        components.forEach(
                (id, object) ->
                        plans.add(
                                new ComponentPlan(
                                        id,
                                        ComponentPlan.Kind.BOLT,
                                        ComponentObject.serialized_java(
                                                Utils.javaSerialize(object)),
                                        List.of(),
                                        Map.of(),
                                        Map.of())));
        return FakePlans.of("t", "t-1-2", plans, List.of());
    }

    private static Frame frame(Class<?> type, String method) {
        return new Frame(type.getName(), method);
    }

    /** As they are called, the caller first. */
    private List<String> owned(String thread, Frame... callerFirst) {
        List<Frame> frames = new ArrayList<>(Arrays.asList(callerFirst));
        Collections.reverse(frames);
        return finder.byComponent(new StackSample(thread, frames, false));
    }

    @Test
    void theInnermostComponentCounts() {
        assertThat(
                        owned(
                                CORE,
                                ENGINE,
                                frame(Count.class, "execute"),
                                STORM,
                                ENGINE,
                                frame(Split.class, "execute"),
                                new Frame("java.lang.String", "split")))
                .containsExactly(
                        "split", Split.class.getName() + ".execute", "java.lang.String.split");
    }

    @Test
    void theEnginesWorkForAComponentIsTheComponents() {
        assertThat(owned(CORE, ENGINE, frame(Split.class, "execute"), STORM, ENGINE, ENGINE))
                .startsWith("split")
                .hasSize(5);
    }

    @Test
    void whereSeveralAreOfOneClassAllAreNamed() {
        assertThat(owned(CORE, ENGINE, frame(Count.class, "execute"))).startsWith("again or count");
    }

    @Test
    void lambdasAndWhatAComponentHasInItAreItsOwn() {
        assertThat(owned(CORE, ENGINE, new Frame(Split.class.getName() + "$$Lambda$14", "apply")))
                .startsWith("split");
        assertThat(owned(CORE, ENGINE, frame(Helper.class, "run")))
                .startsWith("again or count or split");
    }

    @Test
    void aThreadOfAComponentTellsWhose() {
        assertThat(owned("eyewall-my bolt:[4 5]", ENGINE, new Frame("a.B", "c")))
                .startsWith("my bolt");
    }

    @Test
    void whatIsNobodysIsTheEnginesOrTheThreads() {
        assertThat(owned(CORE, ENGINE)).startsWith("the engine");
        assertThat(owned("pool-3-thread-17", new Frame("a.B", "run")))
                .startsWith("thread pool-N-thread-N");
        assertThat(owned(CORE)).containsExactly("the engine");
    }
}
