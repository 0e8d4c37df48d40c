package io.eyewall.engine.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.eyewall.engine.core.Clock;
import io.eyewall.engine.core.Core;
import io.eyewall.engine.core.CoreGroup;
import io.eyewall.engine.fixture.Engines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests which threads are pinned and unpinned, and when pinning stops. */
@EnabledOnOs(OS.LINUX) // other systems have no thread ids
class PinningTest {
    private static final long OTHER = 1_000_001;
    private static final long CHILD = 1_000_002;
    private static final List<Integer> ALL = List.of(0, 1, 2);

    private final Path sys;
    private final List<Core> cores = Core.create(1, 128, 32, Clock.SYSTEM);
    private final CoreGroup group = new CoreGroup(cores, 0, 0, 0, (core, defect) -> {});
    private final Kernel kernel = new Kernel();

    PinningTest(@TempDir Path sys) {
        this.sys = sys;
    }

    /** Stands in for Linux. */
    private static final class Kernel implements Affinity {
        final Map<Long, List<Integer>> allowed = new HashMap<>();
        final List<String> calls = new ArrayList<>();
        boolean refuses;

        Kernel() {
            allowed.put(ProcessHandle.current().pid(), ALL);
        }

        @Override
        public List<Long> threads() {
            return allowed.keySet().stream().filter(id -> id != CHILD).sorted().toList();
        }

        @Override
        public List<Long> children() {
            return allowed.keySet().stream().filter(id -> id == CHILD).toList();
        }

        @Override
        public List<Integer> allowedProcessors(long id) {
            return allowed.getOrDefault(id, List.of());
        }

        @Override
        public void bind(long id, boolean wholeProcess, List<Integer> processors)
                throws IOException {
            if (refuses) {
                throw new IOException("not permitted");
            }
            allowed.put(id, processors);
            calls.add((wholeProcess ? "process " : "thread ") + id + " " + processors);
        }
    }

    @BeforeEach
    void start() {
        group.start();
        Engines.until("identified", () -> thread() > 0);
    }

    @AfterEach
    void stop() throws InterruptedException {
        group.stop();
    }

    private long thread() {
        return cores.get(0).owner().nativeId();
    }

    private Pinning pinning() {
        return Pinning.create(cores, sys, kernel).orElseThrow();
    }

    @Test
    void aThreadIsPinnedOnce() throws Exception {
        Pinning pinning = pinning();

        pinning.updatePins();
        pinning.updatePins();

        assertThat(kernel.calls).containsExactly("thread " + thread() + " [0]");
    }

    @Test
    void whoHasInheritedAPinIsFreedOfIt() throws Exception {
        Pinning pinning = pinning();
        kernel.allowed.put(OTHER, List.of(0));
        kernel.allowed.put(CHILD, List.of(0));

        pinning.updatePins();
        kernel.allowed.put(OTHER, List.of(0)); // now chosen by the thread itself
        pinning.updatePins();

        assertThat(kernel.calls)
                .containsExactly(
                        "thread " + thread() + " [0]",
                        "thread " + OTHER + " " + ALL,
                        "process " + CHILD + " " + ALL);
    }

    @Test
    void whatIsRefusedIsNotTriedAgain() throws Exception {
        Pinning pinning = pinning();
        kernel.refuses = true;
        pinning.updatePins();
        kernel.refuses = false;

        pinning.updatePins();

        assertThat(kernel.calls).isEmpty();
    }

    @Test
    void moreCoresThanProcessorsAreNotPinned() {
        List<Core> four = Core.create(4, 128, 32, Clock.SYSTEM);

        assertThat(Pinning.create(four, sys, kernel)).isEmpty();
        kernel.allowed.clear(); // as on a system without /proc
        assertThat(Pinning.create(cores, sys, kernel)).isEmpty();
    }

    @Test
    void saysOnWhichNodesCoresAreAndHowFarTheseAreApart() throws Exception {
        List<String> distances = List.of("10 20 30", "20 10 40", "30 40 10");
        for (int node = 0; node < 3; node++) {
            Path folder = sys.resolve("devices/system/node/node" + node);
            Files.createDirectories(folder);
            Files.writeString(folder.resolve("cpulist"), node + "\n");
            Files.writeString(folder.resolve("distance"), distances.get(node) + "\n");
        }
        List<Core> three = Core.create(3, 128, 32, Clock.SYSTEM);

        Pinning pinning = Pinning.create(three, sys, kernel).orElseThrow();

        assertThat(pinning.nodes()).containsExactly(0, 1, 2);
        assertThat(pinning.remoteToLocal()).isEqualTo(3);
        assertThat(pinning().remoteToLocal()).as("of one node").isEqualTo(1);
    }
}
