package io.eyewall.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Durations and due times come from a monotonic clock: operators read {@code ProcessingTime},
 * others {@code Time.nanoTime}. The wall clock may be set back, after which what waits for it
 * stops, or forward, after which everything times out. Only classes that need the date read it.
 */
class WallClockUsesTest {
    private static final List<String> MODULES =
            List.of(
                    "toolkit",
                    "connectors",
                    "sql",
                    "state",
                    "engine",
                    "local",
                    "native",
                    "examples",
                    "examples-email");

    /** Static methods and constructors that read the wall clock. */
    private static final Map<String, Set<String>> READERS =
            Map.of(
                    "java.lang.System", Set.of("currentTimeMillis"),
                    "java.time.Instant", Set.of("now"),
                    "java.time.LocalDateTime", Set.of("now"),
                    "java.time.ZonedDateTime", Set.of("now"),
                    "java.time.Clock", Set.of("systemUTC", "systemDefaultZone", "system"),
                    "org.apache.storm.utils.Time",
                            Set.of("currentTimeMillis", "currentTimeSecs", "deltaMs", "deltaSecs"),
                    "org.apache.storm.utils.Utils", Set.of("currentTimeMillis", "deltaMs"));

    /** Classes that need the date, and for what. */
    private static final Map<String, String> NEED_THE_DATE =
            Map.ofEntries(
                    Map.entry(
                            "io.eyewall.toolkit.time.ProcessingTime",
                            "its beginning, and simulated time"),
                    Map.entry("io.eyewall.toolkit.file.FileNames", "names of files"),
                    Map.entry("io.eyewall.sql.function.Code$Now", "SQL's CURRENT_TIMESTAMP"),
                    Map.entry("io.eyewall.engine.core.Clock$1", "the engine's currentTimeMillis"),
                    Map.entry(
                            "io.eyewall.engine.tick.Ticks",
                            "compares with a CheckpointSpout's times"),
                    Map.entry(
                            "io.eyewall.nativetask.worker.ClusterConnection",
                            "heartbeats, which Nimbus compares"),
                    Map.entry("io.eyewall.local.LocalNimbus", "ids of topologies"),
                    Map.entry(
                            "io.eyewall.local.coordination.CoordinationServer",
                            "numbers of sessions"),
                    Map.entry("io.eyewall.local.blob.BlobFiles", "compares with times of files"),
                    Map.entry("io.eyewall.local.log.LogConfigs", "tells when a level ends"),
                    Map.entry("io.eyewall.state.SnapshotStore", "compares with times of files"));

    private static boolean readsTheWallClock(AccessTarget target) {
        return READERS.getOrDefault(target.getOwner().getName(), Set.of())
                .contains(target.getName());
    }

    private static Set<String> readers(String module) throws IOException {
        Set<String> readers = new TreeSet<>();
        for (JavaClass javaClass : Repository.mainClasses(module)) {
            Stream.concat(
                            javaClass.getAccessesFromSelf().stream().map(each -> each.getTarget()),
                            javaClass.getMethodReferencesFromSelf().stream()
                                    .map(each -> each.getTarget()))
                    .filter(WallClockUsesTest::readsTheWallClock)
                    .forEach(target -> readers.add(javaClass.getName()));
        }
        return readers;
    }

    @Test
    void onlyClassesThatNeedTheDateReadTheWallClock() throws IOException {
        Set<String> readers = new TreeSet<>();
        for (String module : MODULES) {
            readers.addAll(readers(module));
        }

        assertThat(readers)
                .as(
                        "classes that read the wall clock: measure durations by ProcessingTime or"
                                + " Time.nanoTime, or add the class here with the reason")
                .containsExactlyInAnyOrderElementsOf(NEED_THE_DATE.keySet());
    }
}
