package io.eyewall.nativetask.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Storm's own classes, our codec, and (in {@code native/kryo/test}) C++ agree on every byte. */
@NullUnmarked
final class ValuesGoldenTest {

    private final StormBytes storm = new StormBytes();

    private void stormWritesAndReads(String file, Map<String, List<Object>> samples)
            throws Exception {
        List<GoldenFile.Line> lines = new ArrayList<>();
        samples.forEach(
                (name, values) -> {
                    if (name.equals("back-pressure")) {
                        // Its number counts on within a process.
                        return;
                    }
                    lines.add(new GoldenFile.Line(name, Notation.of(values), storm.of(values)));
                });
        var golden = new GoldenFile(file);
        golden.assertIs(lines);
        for (GoldenFile.Line line : golden.lines()) {
            assertThat(Notation.of(storm.values(line.bytes()))).isEqualTo(line.notation());
        }
    }

    @Test
    void stormsSerializersMakeTheGoldenFiles() throws Exception {
        stormWritesAndReads("values.golden", Samples.plain());
        stormWritesAndReads("composed.golden", Samples.composed());
    }

    @Test
    void ourCodecWritesAndReadsThem() throws Exception {
        Map<String, List<Object>> samples = Samples.plain();
        for (GoldenFile.Line line : new GoldenFile("values.golden").lines()) {
            List<Object> values = samples.get(line.name());
            ValuesCodec codec = ValuesCodec.of(Schemas.of(values));
            var writer = new KryoWriter(16);
            codec.write(writer, values);
            assertThat(writer.toBytes()).as(line.name()).isEqualTo(line.bytes());
            var reader = new KryoReader();
            reader.reset(line.bytes(), 0, line.bytes().length);
            Object[] read = new Object[values.size()];
            codec.read(reader, read);
            assertThat(Notation.of(java.util.Arrays.asList(read))).isEqualTo(line.notation());
            assertThat(reader.remaining()).isZero();
        }
    }
}
