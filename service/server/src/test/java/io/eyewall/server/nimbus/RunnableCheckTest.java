package io.eyewall.server.nimbus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import java.lang.Runtime.Version;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.storm.generated.ComponentObject;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.testing.FixedTuple;
import org.apache.storm.testing.TestWordSpout;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;
import org.apache.storm.utils.Utils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunnableCheckTest {
    private static final Version JAVA_17 = Version.parse("17");

    private final Path jar;

    RunnableCheckTest(@TempDir Path directory) {
        jar = directory.resolve("app.jar");
    }

    /** A component of the user's. */
    private static final class Mine extends TestWordSpout {
        private static final long serialVersionUID = 1;
        private final Object inside;

        Mine(Object inside) {
            this.inside = inside;
        }

        @Override
        public String toString() {
            return "mine " + inside;
        }
    }

    private interface Doubling extends Serializable {
        int of(int number);
    }

    private static StormTopology topology(Object inside) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", new Mine(inside));
        return builder.createTopology();
    }

    /** With class files of a version of Java; only what stands before the members is there. */
    private void jar(int java, Class<?>... classes) throws IOException {
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Class<?> each : classes) {
                zip.putNextEntry(new ZipEntry(each.getName().replace('.', '/') + ".class"));
                zip.write(
                        ByteBuffer.allocate(8)
                                .putInt(0xcafebabe)
                                .putShort((short) 0)
                                .putShort((short) (java + 44))
                                .array());
            }
        }
    }

    private void check(StormTopology topology) throws IOException {
        RunnableCheck.check(topology, List.of(jar), JAVA_17);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2.8.3", "2.0.0", "2.99.1-SNAPSHOT"})
    void takesWhatCanRun(String version) throws IOException {
        jar(17, Mine.class);
        StormTopology topology = topology(new Fields("a", "b"));
        topology.set_storm_version(version);
        check(topology);
        topology.unset_storm_version();
        check(topology);
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.0.0", "1.2.4", "10.1"})
    void refusesClientsOfOtherMajorsInStormsWords(String version) throws IOException {
        jar(17);
        StormTopology topology = topology("");
        topology.set_storm_version(version);
        assertThatThrownBy(() -> check(topology))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(
                        "Topology submitted with storm version "
                                + version
                                + " but could not find a configured compatible version to use [2.8]");
    }

    @Test
    void refusesVersionsThatAreNone() throws IOException {
        jar(17);
        StormTopology topology = topology("");
        topology.set_storm_version("new");
        assertThatThrownBy(() -> check(topology)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refusesComponentsForANewerJava() throws IOException {
        jar(25, Mine.class);
        assertThatThrownBy(() -> check(topology("")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("component 'words': class " + Mine.class.getName())
                .hasMessageContaining("was compiled for Java 25, and topologies run on Java 17")
                .hasMessageContaining("--release 17");
    }

    @Test
    void looksAtTheClassesOfLambdas() throws IOException {
        jar(21, RunnableCheckTest.class);
        Doubling twice = number -> 2 * number;
        assertThat(twice.of(2)).isEqualTo(4);
        assertThatThrownBy(() -> check(topology(twice)))
                .hasMessageContaining(
                        "class " + RunnableCheckTest.class.getName() + " was compiled");
    }

    @Test
    void leavesNewerClassesThatNoComponentIsMadeOf() throws IOException {
        jar(25, String.class, Files.class);
        check(topology(""));
    }

    @Test
    void refusesClassesOfAnotherStorm() throws IOException {
        jar(17, Mine.class);
        StormTopology topology = topology(new ArrayList<>(List.of(new FixedTuple(List.of()))));
        ComponentObject object = object(topology);
        byte[] bytes = object.get_serialized_java();
        long uid =
                ClassDescriptions.findIn(bytes).stream()
                        .filter(each -> each.name().equals(FixedTuple.class.getName()))
                        .findAny()
                        .orElseThrow()
                        .uid();
        int at = find(bytes, ByteBuffer.allocate(8).putLong(uid).array());
        bytes[at] ^= 1;
        object.set_serialized_java(bytes);
        assertThatThrownBy(() -> check(topology))
                .hasMessageContaining("component 'words': class " + FixedTuple.class.getName())
                .hasMessageContaining("serialVersionUID")
                .hasMessageContaining("submit it with a client of Storm 2.");
    }

    private static ComponentObject object(StormTopology topology) {
        return Objects.requireNonNull(topology.get_spouts().get("words")).get_spout_object();
    }

    private static int find(byte[] all, byte[] part) {
        for (int i = 0; ; i++) {
            if (ByteBuffer.wrap(all, i, part.length).equals(ByteBuffer.wrap(part))) {
                return i;
            }
        }
    }

    @Test
    void findsDescriptionsAmongOtherData() {
        byte[] noise = "r\0\5words r r\0".getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
        assertThat(
                        ClassDescriptions.findIn(
                                Utils.javaSerialize(new ArrayList<>(List.of(noise, "r")))))
                .extracting(ClassDescriptions.ClassDescription::name)
                .containsExactly("java.util.ArrayList");
        assertThat(ClassDescriptions.findIn(new byte[0])).isEmpty();
        assertThat(ClassDescriptions.findIn(new byte[] {0x72, 0x7f, (byte) 0xff, 1})).isEmpty();
    }
}
