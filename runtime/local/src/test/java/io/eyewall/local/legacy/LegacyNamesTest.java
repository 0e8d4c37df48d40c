package io.eyewall.local.legacy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class LegacyNamesTest {
    private static final Set<String> STORM =
            Set.of(
                    "org/apache/storm/tuple/Fields",
                    "org/apache/storm/tuple/Tuple$Inner",
                    "org/apache/storm/spout/Scheme",
                    "org/apache/storm/trident/Stream",
                    "org/apache/storm/thrift/TException",
                    "org/apache/storm/generated/Nimbus$Client",
                    "org/apache/storm/trident/spout/IPartitionedTridentSpout$Emitter",
                    "org/apache/storm/shade/com/google/common/collect/Lists",
                    "org/apache/storm/shade/com/google/common/collect/Maps");
    private static final Set<String> APPLICATION = Set.of("com/google/common/collect/Maps");

    private final LegacyNames names = names(false, false);

    private static LegacyNames names(boolean partitioned, boolean makesClients) {
        return new LegacyNames(
                STORM::contains,
                new LegacyNames.Application(APPLICATION::contains, partitioned, makesClients),
                "backtype/storm/transactional/ICommitter"::equals);
    }

    @Test
    void renamesWhatStormStillHas() {
        assertThat(names.mapInternalName("backtype/storm/tuple/Fields"))
                .isEqualTo("org/apache/storm/tuple/Fields");
        assertThat(names.mapInternalName("backtype/storm/tuple/Tuple$Inner"))
                .isEqualTo("org/apache/storm/tuple/Tuple$Inner");
        assertThat(names.mapBinaryName("storm.trident.Stream"))
                .isEqualTo("org.apache.storm.trident.Stream");
        assertThat(names.mapInternalName("org/apache/thrift7/TException"))
                .isEqualTo("org/apache/storm/thrift/TException");
    }

    @Test
    void leavesTheRest() {
        for (String name :
                Set.of(
                        "backtype/storm/transactional/ICommitter",
                        "backtype/storm/spout/Scheme",
                        "storm/starter/ExclamationTopology",
                        "com/google/common/collect/Maps",
                        "com/google/common/collect/Sets",
                        "java/lang/String")) {
            assertThat(names.mapInternalName(name)).isEqualTo(name);
        }
    }

    @Test
    void findsLibrariesThatTheApplicationDoesNotBundle() {
        assertThat(names.mapInternalName("com/google/common/collect/Lists"))
                .isEqualTo("org/apache/storm/shade/com/google/common/collect/Lists");
    }

    @Test
    void renamesInStringsOnlyWholeNamesOfClasses() {
        assertThat(names.mapIfClassName("backtype.storm.tuple.Fields"))
                .isEqualTo("org.apache.storm.tuple.Fields");
        for (String text :
                Set.of("backtype.storm", "see backtype.storm.tuple.Fields", "backtype.storm.x")) {
            assertThat(names.mapIfClassName(text)).isEqualTo(text);
        }
    }

    @Test
    void takesFromOldStormWhatItHadUntilStorm1() {
        assertThat(names.mapInternalName("org/apache/storm/transactional/ICommitter"))
                .isEqualTo("backtype/storm/transactional/ICommitter");
        assertThat(names.mapInternalName("org/apache/storm/nobody/Knows"))
                .isEqualTo("org/apache/storm/nobody/Knows");
    }

    @Test
    void replacesClientsOfNimbusThatTheApplicationIsGiven() {
        for (String old :
                Set.of(
                        "org/apache/storm/generated/Nimbus$Client",
                        "backtype/storm/generated/Nimbus$Client")) {
            assertThat(names.mapInternalName(old))
                    .isEqualTo("org/apache/storm/generated/Nimbus$Iface");
            assertThat(names(false, true).mapInternalName(old))
                    .isEqualTo("org/apache/storm/generated/Nimbus$Client");
        }
    }

    @Test
    void keepsOldPartitionedSpoutsOnlyIfTheApplicationHasSome() {
        String emitter = "trident/spout/IPartitionedTridentSpout$Emitter";
        assertThat(names.mapInternalName("org/apache/storm/" + emitter))
                .isEqualTo("org/apache/storm/" + emitter);
        assertThat(names(true, false).mapInternalName("org/apache/storm/" + emitter))
                .isEqualTo("storm/" + emitter);
    }
}
