package io.eyewall.differential.program;

import io.eyewall.differential.program.flux.FluxPrograms;
import io.eyewall.differential.program.trident.TridentPrograms;
import java.util.ArrayList;
import java.util.List;

/** All programs. */
public final class Programs {
    private Programs() {}

    /** In the order in which they are started. */
    public static List<Program> all() {
        List<Program> all = new ArrayList<>();
        // The ones that wait for timeouts go first, so that others fill the time.
        all.addAll(TimeoutPrograms.all());
        all.addAll(ActivationPrograms.all());
        all.addAll(LifecyclePrograms.all());
        all.addAll(StatefulPrograms.all());
        all.addAll(ShufflePrograms.all());
        all.addAll(FieldsGroupingPrograms.all());
        all.addAll(FixedGroupingPrograms.all());
        all.addAll(CustomGroupingPrograms.all());
        all.addAll(StreamPrograms.all());
        all.addAll(TuplePrograms.all());
        all.addAll(AckingPrograms.all());
        all.addAll(TupleTreePrograms.all());
        all.addAll(BasicBoltPrograms.all());
        all.addAll(ContextPrograms.all());
        all.addAll(LayoutPrograms.all());
        all.addAll(HookPrograms.all());
        all.addAll(MetricsPrograms.all());
        all.addAll(InfoPrograms.all());
        all.addAll(PagePrograms.all());
        all.addAll(RebalancePrograms.all());
        all.addAll(ConfigPrograms.all());
        all.addAll(TickPrograms.all());
        all.addAll(InvalidTopologyPrograms.all());
        all.addAll(SystemStreamPrograms.all());
        all.addAll(LayeredApiPrograms.all());
        all.addAll(TridentPrograms.all());
        all.addAll(WindowPrograms.all());
        all.addAll(EventTimePrograms.all());
        all.addAll(PersistentWindowPrograms.all());
        all.addAll(JoinPrograms.all());
        all.addAll(StreamsApiPrograms.all());
        all.addAll(StreamsWindowPrograms.all());
        all.addAll(StreamsTuplePrograms.all());
        all.addAll(BlockingPrograms.all());
        all.addAll(DrpcPrograms.all());
        all.addAll(MultilangPrograms.all());
        all.addAll(FluxPrograms.all());
        all.addAll(SerializationPrograms.all());
        all.addAll(DeclarerPrograms.all());
        all.addAll(WaitStrategyPrograms.all());
        all.addAll(GroupingClassPrograms.all());
        all.addAll(StormTestingPrograms.all());
        all.addAll(EmitEdgePrograms.all());
        all.addAll(ToolPrograms.all());
        all.addAll(HelperClassPrograms.all());
        all.addAll(WorkerPrograms.all());
        all.addAll(MetricsKindPrograms.all());
        all.addAll(MetricsReporterPrograms.all());
        all.addAll(LocalClusterPrograms.all());
        all.addAll(SubmitterPrograms.all());
        all.addAll(SimulatedTimePrograms.all());
        all.addAll(TestingPrograms.all());
        all.addAll(TrackedPrograms.all());
        all.addAll(FailurePrograms.all());
        return List.copyOf(all);
    }
}
