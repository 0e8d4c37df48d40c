package io.eyewall.plugin.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.serialization.KryoValuesSerializer;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.Utils;
import org.junit.jupiter.api.Test;

class SizeSamplerTest {
    private long nowNs;
    private final Map<String, Object> conf = new HashMap<>(Utils.readDefaultConfig());

    private SizeSampler sampler() {
        return new SizeSampler(conf, () -> nowNs);
    }

    @Test
    void measuresWhatStormWouldWrite() {
        SizeSampler sampler = sampler();
        KryoValuesSerializer storm = new KryoValuesSerializer(conf);
        for (List<Object> values :
                List.<List<Object>>of(
                        new Values(),
                        new Values("word", 17L, null),
                        new Values(new byte[100_000], new ArrayList<>(List.of(1, "é"))))) {
            assertThat(sampler.tryMeasure(values)).isEqualTo(storm.serialize(values).length);
        }
    }

    /** Whatever fails leaves it usable. */
    @Test
    void survivesWhatCannotBeSerialised() {
        conf.put(Config.TOPOLOGY_FALL_BACK_ON_JAVA_SERIALIZATION, false);
        SizeSampler sampler = sampler();
        List<Object> nested = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            nested = new ArrayList<>(List.of(nested));
        }
        assertThat(sampler.tryMeasure(new Values(new Thread()))).isEqualTo(-1);
        assertThat(sampler.tryMeasure(nested)).isEqualTo(-1); // the stack is not deep enough
        assertThat(sampler.tryMeasure(new Values("a"))).isPositive();
    }

    @Test
    void endsAtALimit() {
        SizeSampler sampler = sampler();
        byte[] large = new byte[(int) SizeSampler.MAX_BYTES * 4];
        assertThat(sampler.tryMeasure(new Values((Object) large))).isEqualTo(SizeSampler.MAX_BYTES);
        assertThat(sampler.tryMeasure(new Values("a"))).isLessThan(10);
    }

    @Test
    void restsAfterWhatTookLong() {
        long[] step = {1_000_000};
        SizeSampler sampler = new SizeSampler(conf, () -> nowNs += step[0]);
        assertThat(sampler.tryMeasure(new Values("a"))).isPositive(); // took 1 ms
        step[0] = 0;
        assertThat(sampler.tryMeasure(new Values("a"))).isEqualTo(-1);
        nowNs += 199_000_000;
        assertThat(sampler.tryMeasure(new Values("a"))).isEqualTo(-1);
        nowNs += 1_000_000;
        assertThat(sampler.tryMeasure(new Values("a"))).isPositive();
    }
}
