package io.eyewall.nativetask.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Both ends on one thread. */
class RingTest {
    private static final int CAPACITY = 4096;

    private final ByteBuffer memory =
            ByteBuffer.allocateDirect(RingLayout.DATA_AT + 2 * CAPACITY)
                    .order(ByteOrder.nativeOrder());
    private final RingWriter writer =
            new RingWriter(memory, RingLayout.TO_CHILD_AT, RingLayout.DATA_AT, CAPACITY);
    private final RingReader reader =
            new RingReader(memory, RingLayout.TO_CHILD_AT, RingLayout.DATA_AT, CAPACITY);

    private static ByteBuffer batch(int size, int first) {
        ByteBuffer batch = ByteBuffer.allocate(size);
        for (int i = 0; i < size; i++) {
            batch.put((byte) (first + i));
        }
        return batch.flip();
    }

    @Test
    void batchesComeOutAsTheyWentIn() {
        Random random = new Random(7);
        for (int i = 0; i < 2000; i++) {
            int size = 8 * (1 + random.nextInt(i % 50 == 0 ? 2000 : 60));
            ByteBuffer in = batch(size, i);
            ByteBuffer out = ByteBuffer.allocate(size);
            boolean whole = false;
            while (!whole) {
                writer.write(in);
                for (ByteBuffer part = next(); part != null; part = next()) {
                    out.put(part);
                    whole = reader.isLast();
                    reader.release();
                }
            }
            assertThat(out.flip()).isEqualTo(in.flip());
        }
    }

    private @Nullable ByteBuffer next() {
        return reader.next();
    }

    @Test
    void whoWaitsIsToldOnce() {
        assertThat(writer.write(batch(8, 1))).isFalse();
        assertThat(reader.announceWait()).isTrue(); // there is something already
        assertThat(writer.write(batch(8, 1))).isTrue();
        assertThat(writer.write(batch(8, 1))).isFalse();
    }

    @Test
    void aWriterThatWaitsIsToldOfRoom() {
        ByteBuffer large = batch(2 * CAPACITY, 1);
        writer.write(large);
        assertThat(large.remaining()).isPositive();
        assertThat(writer.announceWait()).isFalse();
        next();
        assertThat(reader.release()).isTrue();
        assertThat(writer.announceWait()).isTrue();
    }

    @Test
    void nonsenseIsRefusedWhateverItIs() {
        Random random = new Random(11);
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            for (int at = 0; at < memory.capacity(); at += 512) {
                memory.putLong(at, random.nextLong() >> random.nextInt(64));
            }
            for (int at = RingLayout.DATA_AT; at < memory.capacity(); at += 8) {
                memory.putInt(at, random.nextInt() >>> random.nextInt(32));
                memory.putInt(at + 4, random.nextInt(5));
            }
            if (i % 2 == 0) {
                memory.putLong(RingLayout.TO_CHILD_AT, 8L * random.nextInt(CAPACITY / 8));
            }
            RingReader hostile =
                    new RingReader(memory, RingLayout.TO_CHILD_AT, RingLayout.DATA_AT, CAPACITY);
            int read = 0;
            try {
                for (ByteBuffer part = hostile.next(); part != null; part = hostile.next()) {
                    read += 8 + part.remaining();
                    hostile.release();
                    assertThat(read).isLessThanOrEqualTo(CAPACITY);
                }
            } catch (CorruptRingException e) {
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(10_000);
    }

    @Test
    void aReaderThatClaimsTooMuchIsRefused() {
        writer.write(batch(64, 1));
        memory.putLong(RingLayout.TO_CHILD_AT + RingLayout.HEAD_AT, 1024);
        assertThatThrownBy(() -> writer.write(batch(64, 1)))
                .isInstanceOf(CorruptRingException.class)
                .hasMessageContaining("claims to have read 1024 bytes");
    }

    @Test
    void aFileOfAnotherKindIsRefused(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("file");
        Files.write(file, new byte[100]);
        assertThatThrownBy(() -> RingFile.map(file, CAPACITY)).hasMessageContaining("100 bytes");
        Files.write(file, new byte[RingLayout.DATA_AT + 2 * CAPACITY]);
        assertThatThrownBy(() -> RingFile.map(file, CAPACITY)).hasMessageContaining("version 0");
    }
}
