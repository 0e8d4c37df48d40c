package io.eyewall.differential;

import io.eyewall.differential.program.Program;
import io.eyewall.differential.program.Program.Place;
import io.eyewall.differential.program.acking.AckingPrograms;
import io.eyewall.differential.program.acking.BasicBoltPrograms;
import io.eyewall.differential.program.acking.EmitEdgePrograms;
import io.eyewall.differential.program.acking.FailurePrograms;
import io.eyewall.differential.program.acking.TimeoutPrograms;
import io.eyewall.differential.program.acking.TupleTreePrograms;
import io.eyewall.differential.program.cluster.BlobPrograms;
import io.eyewall.differential.program.cluster.DrpcPrograms;
import io.eyewall.differential.program.cluster.InfoPrograms;
import io.eyewall.differential.program.cluster.LayoutPrograms;
import io.eyewall.differential.program.cluster.LocalClusterPrograms;
import io.eyewall.differential.program.cluster.PagePrograms;
import io.eyewall.differential.program.cluster.RebalancePrograms;
import io.eyewall.differential.program.cluster.SubmitterPrograms;
import io.eyewall.differential.program.cluster.WorkerPrograms;
import io.eyewall.differential.program.flux.FluxPrograms;
import io.eyewall.differential.program.grouping.CustomGroupingPrograms;
import io.eyewall.differential.program.grouping.FieldsGroupingPrograms;
import io.eyewall.differential.program.grouping.FixedGroupingPrograms;
import io.eyewall.differential.program.grouping.GroupingClassPrograms;
import io.eyewall.differential.program.grouping.ShufflePrograms;
import io.eyewall.differential.program.metrics.MetricsKindPrograms;
import io.eyewall.differential.program.metrics.MetricsPrograms;
import io.eyewall.differential.program.metrics.MetricsReporterPrograms;
import io.eyewall.differential.program.multilang.MultilangPrograms;
import io.eyewall.differential.program.state.StatefulPrograms;
import io.eyewall.differential.program.streams.StreamsApiPrograms;
import io.eyewall.differential.program.streams.StreamsTuplePrograms;
import io.eyewall.differential.program.streams.StreamsWindowPrograms;
import io.eyewall.differential.program.task.ActivationPrograms;
import io.eyewall.differential.program.task.BlockingPrograms;
import io.eyewall.differential.program.task.ContextPrograms;
import io.eyewall.differential.program.task.HelperClassPrograms;
import io.eyewall.differential.program.task.HookPrograms;
import io.eyewall.differential.program.task.LifecyclePrograms;
import io.eyewall.differential.program.task.PunctuationPrograms;
import io.eyewall.differential.program.task.SystemStreamPrograms;
import io.eyewall.differential.program.task.TickPrograms;
import io.eyewall.differential.program.task.ToolPrograms;
import io.eyewall.differential.program.task.WaitStrategyPrograms;
import io.eyewall.differential.program.testing.FeederPrograms;
import io.eyewall.differential.program.testing.SimulatedTimePrograms;
import io.eyewall.differential.program.testing.StormTestingPrograms;
import io.eyewall.differential.program.testing.TestingPrograms;
import io.eyewall.differential.program.testing.TrackedPrograms;
import io.eyewall.differential.program.trident.TridentPrograms;
import io.eyewall.differential.program.tuple.ConfigPrograms;
import io.eyewall.differential.program.tuple.DeclarerPrograms;
import io.eyewall.differential.program.tuple.InvalidTopologyPrograms;
import io.eyewall.differential.program.tuple.LayeredApiPrograms;
import io.eyewall.differential.program.tuple.SerializationPrograms;
import io.eyewall.differential.program.tuple.StreamPrograms;
import io.eyewall.differential.program.tuple.TuplePrograms;
import io.eyewall.differential.program.window.EventTimePrograms;
import io.eyewall.differential.program.window.JoinPrograms;
import io.eyewall.differential.program.window.PersistentWindowPrograms;
import io.eyewall.differential.program.window.WindowPrograms;
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
