package io.eyewall.plugin.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.Utils;
import org.junit.jupiter.api.Test;

class StreamMeterTest {
    private static final int OVERHEAD = 10;

    private final StreamMeter meter = new StreamMeter("s", false, OVERHEAD);
    private final Map<Integer, Long> tuples = new HashMap<>();
    private final Map<Integer, Double> bytes = new HashMap<>();
    private long nowNs;

    private SizeSampler sampler() {
        return new SizeSampler(Utils.readDefaultConfig(), () -> nowNs);
    }

    private void close() {
        tuples.clear();
        bytes.clear();
        meter.closeWindow(
                (to, count, size) -> {
                    tuples.put(to, count);
                    bytes.put(to, size);
                });
    }

    @Test
    void countsWhatIsSentByReceiverAndWindow() {
        meter.onEmit(new Values(1), List.of(3, 4), null);
        meter.onEmit(new Values(1), List.of(3), null);
        close();
        assertThat(tuples).isEqualTo(Map.of(3, 2L, 4, 1L));
        meter.onEmit(new Values(1), List.of(4), null);
        close();
        assertThat(tuples).isEqualTo(Map.of(4, 1L));
        close();
        assertThat(tuples).isEmpty();
    }

    @Test
    void passesOverNobodyAndStormsOwnTask() {
        meter.onEmit(new Values(1), Collections.singletonList(null), null);
        meter.onEmit(new Values(1), Arrays.asList(-1, 5, null), null);
        meter.onForeignEmit(new Values(1), Collections.singletonList(null), null);
        meter.onEmit(new Values(1), Set.of(6), null); // no list
        close();
        assertThat(tuples).isEqualTo(Map.of(5, 1L, 6, 1L));
    }

    @Test
    void countsEmitsOfAllThreadsTogether() throws Exception {
        int threads = 4;
        int each = 50_000;
        List<Thread> foreign = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            foreign.add(
                    new Thread(
                            () -> {
                                for (int j = 0; j < each; j++) {
                                    meter.onForeignEmit(new Values(j), List.of(1 + j % 3), null);
                                }
                            }));
        }
        foreign.forEach(Thread::start);
        for (int j = 0; j < each; j++) {
            meter.onEmit(new Values(j), List.of(1 + j % 3), null);
        }
        for (Thread thread : foreign) {
            thread.join();
        }
        close();
        long sum = tuples.values().stream().mapToLong(Long::longValue).sum();
        assertThat(sum).isEqualTo((threads + 1L) * each);
    }

    @Test
    void estimatesBytesBySamples() {
        SizeSampler sampler = sampler();
        byte[] value = new byte[100];
        for (int i = 0; i < 10_000; i++) {
            nowNs += 1_000_000;
            // Every other tuple is of twice the length: a fixed step would meet one kind alone.
            meter.onEmit(
                    new Values((Object) (i % 2 == 0 ? value : new byte[300])), List.of(7), sampler);
        }
        close();
        assertThat(bytes.getOrDefault(7, 0.0) / 10_000).isCloseTo(200 + OVERHEAD + 6, within(20.0));
    }

    @Test
    void saysNothingOfSizesThatCannotBeHad() {
        SizeSampler sampler = sampler();
        for (int i = 0; i < 100; i++) {
            nowNs += 1_000_000;
            meter.onEmit(new Values(new Thread()), List.of(7), sampler);
        }
        close();
        assertThat(tuples).isEqualTo(Map.of(7, 100L));
        assertThat(bytes).isEqualTo(Map.of(7, 0.0));
    }

    @Test
    void keepsTheLastSizeWhereAWindowHasNoSample() {
        SizeSampler sampler = sampler();
        nowNs++;
        meter.onEmit(new Values("four"), List.of(7), sampler);
        close();
        double first = bytes.getOrDefault(7, 0.0);
        assertThat(first).isGreaterThan(OVERHEAD);
        meter.onEmit(new Values("four"), List.of(7), null);
        close();
        assertThat(bytes.get(7)).isEqualTo(first);
    }
}
