package io.eyewall.nativetask.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The golden files with some bytes changed, the same ones in every run: each gives values or a
 * {@link CodecException}, in little memory, and C++ is of the same opinion.
 */
@NullUnmarked
final class HostileBytesTest {

    private static final int CHANGES = Boolean.getBoolean("eyewall.complete") ? 10_000 : 500;
    private static final byte[] EDGES = HexFormat.of().parseHex("000102037f808182bfc0ef101f0fff");

    /** Of a stack trace and a message. */
    private static final long BYTES_OF_AN_EXCEPTION = 32 * 1024;

    /** Chars of a text, and the text, and more. */
    private static final long BYTES_PER_BYTE = 16;

    private static final String REFUSED = "";

    private final Random random = new Random(6);
    private final KryoReader reader = new KryoReader();
    private final KryoWriter writer = new KryoWriter(256);
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /**
     * Bytes for a schema, as hexadecimal digits.
     *
     * @param answer the values, as they are written again; or {@link #REFUSED}
     */
    private record Try(ValuesCodec codec, String hex, String answer) {}

    @Test
    @Timeout(120)
    void changedBytesAreReadOrRefusedAsInCpp() throws Exception {
        List<Try> tries = new ArrayList<>();
        Map<String, List<Object>> samples = Samples.plain();
        List<GoldenFile.Line> lines = new GoldenFile("values.golden").lines();
        for (GoldenFile.Line line : lines) {
            ValuesCodec codec = ValuesCodec.of(Schemas.of(samples.get(line.name())));
            for (int i = 0; i < CHANGES; i++) {
                byte[] bytes = line.bytes();
                for (int k = random.nextInt(3); k >= 0; k--) {
                    bytes = changed(bytes, lines.get(random.nextInt(lines.size())).bytes());
                }
                tries.add(new Try(codec, HexFormat.of().formatHex(bytes), read(codec, bytes)));
            }
        }
        long accepted = tries.stream().filter(each -> !each.answer().equals(REFUSED)).count();
        assertThat(accepted).isBetween(tries.size() / 100L, tries.size() / 2L);

        KryoEcho.assumeBuilt();
        List<String> answers = KryoEcho.of(tries.stream().map(Try::hex).toList());
        for (int i = 0; i < tries.size(); i++) {
            Try each = tries.get(i);
            String theirs = answers.get(i);
            if (theirs.matches("([0-9a-f]{2})+")) {
                // C++ knows no schema: what this one doesn't have is refused now.
                theirs = read(each.codec(), HexFormat.of().parseHex(theirs));
            } else {
                assertThat(theirs).isNotEmpty(); // what is wrong
                theirs = REFUSED;
            }
            assertThat(theirs)
                    .as("%s, by %s", each.hex(), each.codec().types())
                    .isEqualTo(each.answer());
        }
    }

    private byte[] changed(byte[] bytes, byte[] other) {
        int at = random.nextInt(bytes.length + 1);
        byte[] head = Arrays.copyOf(bytes, at);
        byte[] tail = Arrays.copyOfRange(bytes, Math.min(at + 1, bytes.length), bytes.length);
        byte[] edge = {EDGES[random.nextInt(EDGES.length)]};
        return switch (random.nextInt(6)) {
            case 0 -> head;
            case 1 -> joined(head, edge, Arrays.copyOfRange(bytes, at, bytes.length));
            case 2 -> joined(head, other, Arrays.copyOfRange(bytes, at, bytes.length));
            case 3 -> joined(head, new byte[] {(byte) random.nextInt()}, tail);
            case 4 -> joined(head, edge, tail);
            default -> joined(head, tail);
        };
    }

    private static byte[] joined(byte[]... parts) {
        var all = new KryoWriter(64);
        for (byte[] part : parts) {
            all.writeRaw(part);
        }
        return all.toBytes();
    }

    private String read(ValuesCodec codec, byte[] bytes) {
        Object[] values = new Object[codec.types().size()];
        tryToRead(codec, bytes, values); // loads classes
        long before = threads.getCurrentThreadAllocatedBytes();
        CodecException refusal = tryToRead(codec, bytes, values);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before)
                .isLessThan(BYTES_OF_AN_EXCEPTION + BYTES_PER_BYTE * bytes.length);
        if (refusal != null) {
            assertThat(refusal.category()).isEqualTo(CodecException.Category.BYTES);
            assertThat(refusal).hasMessageMatching("at byte \\d+: .+");
            return REFUSED;
        }
        if (reader.remaining() > 0) {
            return REFUSED; // there is more than one tuple
        }
        writer.clear();
        codec.write(writer, Arrays.asList(values));
        return HexFormat.of().formatHex(writer.toBytes());
    }

    /** Null if it was read. */
    private CodecException tryToRead(ValuesCodec codec, byte[] bytes, Object[] values) {
        reader.reset(bytes, 0, bytes.length);
        try {
            codec.read(reader, values);
            return null;
        } catch (CodecException e) {
            return e;
        }
    }
}
