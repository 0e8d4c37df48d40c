package io.eyewall.engine.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The choice of processors, from files in Linux's format. */
class ProcessorMapTest {
    private final Path sys;

    ProcessorMapTest(@TempDir Path sys) {
        this.sys = sys;
    }

    private void write(String file, String text) throws IOException {
        Files.writeString(sys.resolve(file), text + "\n");
    }

    private void processor(int number, int socket, int core) throws IOException {
        Path folder = Path.of("devices/system/cpu/cpu" + number + "/topology");
        Files.createDirectories(sys.resolve(folder));
        write(folder + "/physical_package_id", Integer.toString(socket));
        write(folder + "/core_id", Integer.toString(core));
    }

    private void node(int number, String processors, String distances) throws IOException {
        Path folder = Path.of("devices/system/node/node" + number);
        Files.createDirectories(sys.resolve(folder));
        write(folder + "/cpulist", processors);
        write(folder + "/distance", distances);
    }

    /** Two sockets of two physical cores, each of which has two processors: i and i + 4. */
    private void twoSockets() throws IOException {
        for (int i = 0; i < 8; i++) {
            processor(i, i % 4 / 2, i % 2);
        }
        node(0, "0-1,4-5", "10 21");
        node(1, "2-3,6-7", "21 10");
    }

    private List<Integer> chosen(String allowed, int count) throws IOException {
        return new ProcessorMap(sys, allowed)
                .choose(count).stream().map(Processor::number).toList();
    }

    @Test
    void physicalCoresComeFirstAndTheNodeOfTheFirstBeforeOthers() throws IOException {
        twoSockets();

        assertThat(chosen("0-7", 2)).containsExactly(0, 1);
        assertThat(chosen("0-7", 4)).containsExactly(0, 1, 2, 3);
        assertThat(chosen("0-7", 6)).containsExactly(0, 1, 2, 3, 4, 5);
    }

    @Test
    void onlyThoseThatMayBeUsedAreChosenWhereMostOfThemAre() throws IOException {
        twoSockets();

        assertThat(chosen("1-3", 2)).containsExactly(2, 3);
        assertThat(chosen("1-3", 3)).containsExactly(2, 3, 1);
        assertThat(chosen("0,4", 2)).containsExactly(0, 4);
        assertThat(chosen("0,4", 3)).isEmpty();
    }

    @Test
    void nodesThatAreNearComeBeforeThoseThatAreFar() throws IOException {
        for (int i = 0; i < 4; i++) {
            processor(i, i, 0);
        }
        node(0, "0", "10 32 21");
        node(1, "1", "32 10 32");
        node(2, "2-3", "21 32 10");

        assertThat(chosen("0-3", 4)).containsExactly(2, 3, 0, 1);
    }

    @Test
    void distancesAreRelativeToTheOwnMemory() throws IOException {
        twoSockets();
        ProcessorMap map = new ProcessorMap(sys, "0-7");

        assertThat(map.distance(0, 0)).isEqualTo(1);
        assertThat(map.distance(0, 1)).isEqualTo(2.1);
    }

    /** Linux lists the distances to nodes that are online, whatever their numbers. */
    @Test
    void nodesMayHaveGapsInTheirNumbers() throws IOException {
        processor(0, 0, 0);
        processor(1, 1, 0);
        node(0, "0", "10 17");
        node(8, "1", "17 10");
        ProcessorMap map = new ProcessorMap(sys, "0-1");

        assertThat(map.distance(0, 8)).isEqualTo(1.7);
        assertThat(map.distance(8, 0)).isEqualTo(1.7);
    }

    @Test
    void whatLinuxDoesNotTellIsTakenToBeAlike() throws IOException {
        assertThat(new ProcessorMap(sys, "0,2-3").choose(3))
                .containsExactly(
                        new Processor(0, 0, 0, 0),
                        new Processor(2, 0, 2, 0),
                        new Processor(3, 0, 3, 0));
    }
}
