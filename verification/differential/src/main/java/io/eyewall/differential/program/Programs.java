package io.eyewall.differential.program;

import io.eyewall.differential.program.Program.Place;
import io.eyewall.differential.program.flux.FluxPrograms;
import io.eyewall.differential.program.trident.TridentPrograms;
import java.util.List;
import java.util.Optional;

/** All programs. */
public final class Programs {
    private Programs() {}

    /**
     * Returns the programs by subject. Programs that wait for timeouts go first, so that others run
     * in the meantime.
     */
    private static List<List<Program>> bySubject() {
        return List.of(
                TimeoutPrograms.all(),
                ActivationPrograms.all(),
                LifecyclePrograms.all(),
                StatefulPrograms.all(),
                ShufflePrograms.all(),
                FieldsGroupingPrograms.all(),
                FixedGroupingPrograms.all(),
                CustomGroupingPrograms.all(),
                StreamPrograms.all(),
                TuplePrograms.all(),
                AckingPrograms.all(),
                TupleTreePrograms.all(),
                BasicBoltPrograms.all(),
                ContextPrograms.all(),
                LayoutPrograms.all(),
                HookPrograms.all(),
                MetricsPrograms.all(),
                InfoPrograms.all(),
                PagePrograms.all(),
                RebalancePrograms.all(),
                ConfigPrograms.all(),
                TickPrograms.all(),
                InvalidTopologyPrograms.all(),
                SystemStreamPrograms.all(),
                LayeredApiPrograms.all(),
                TridentPrograms.all(),
                WindowPrograms.all(),
                EventTimePrograms.all(),
                PersistentWindowPrograms.all(),
                JoinPrograms.all(),
                StreamsApiPrograms.all(),
                StreamsWindowPrograms.all(),
                StreamsTuplePrograms.all(),
                BlobPrograms.all(),
                BlockingPrograms.all(),
                DrpcPrograms.all(),
                MultilangPrograms.all(),
                FluxPrograms.all(),
                SerializationPrograms.all(),
                DeclarerPrograms.all(),
                WaitStrategyPrograms.all(),
                GroupingClassPrograms.all(),
                StormTestingPrograms.all(),
                EmitEdgePrograms.all(),
                ToolPrograms.all(),
                HelperClassPrograms.all(),
                WorkerPrograms.all(),
                MetricsKindPrograms.all(),
                MetricsReporterPrograms.all(),
                LocalClusterPrograms.all(),
                SubmitterPrograms.all(),
                SimulatedTimePrograms.all(),
                FeederPrograms.all(),
                TestingPrograms.all(),
                TrackedPrograms.all(),
                PunctuationPrograms.all(),
                FailurePrograms.all());
    }

    /** Returns all programs in the order in which they are started. */
    public static List<Program> all() {
        return bySubject().stream().flatMap(List::stream).toList();
    }

    /**
     * Returns one program of each subject, for a quick test of all subjects. It omits programs that
     * need a cluster or a Storm process of their own.
     */
    public static List<Program> representative() {
        return bySubject().stream()
                .map(Programs::firstThatShares)
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<Program> firstThatShares(List<Program> programs) {
        return programs.stream()
                .filter(program -> program.place() == Place.SHARED_CLUSTER)
                .findFirst();
    }
}
