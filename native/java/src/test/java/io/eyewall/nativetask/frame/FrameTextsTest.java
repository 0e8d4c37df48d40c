package io.eyewall.nativetask.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Strings that go through a frame are what they were, whichever way their length takes them. */
class FrameTextsTest {
    private static final ValueBytes NO_OTHERS =
            new ValueBytes() {
                @Override
                public byte[] write(Object value) {
                    throw new AssertionError("a string is no other value: " + value);
                }

                @Override
                public Object read(byte[] bytes) {
                    throw new AssertionError("a string is no other value");
                }
            };

    private final FrameReader reader = new FrameReader(NO_OTHERS);

    @Test
    void ofEveryLength() {
        List<String> texts = new ArrayList<>();
        for (int length = 0; length <= 40; length++) {
            texts.add("x".repeat(length));
            texts.add("\0".repeat(length));
            texts.add("\u007f".repeat(length));
            if (length > 0) {
                texts.add("x".repeat(length - 1) + "\0");
                texts.add("x".repeat(length - 1) + "é");
                texts.add("語" + "x".repeat(length - 1));
                texts.add("x".repeat(length - 1) + "\ud83c\udf00");
            }
        }
        assertThat(through(texts)).isEqualTo(texts);
        assertThat(through(texts)).as("what is remembered").isEqualTo(texts);
    }

    @Test
    void halfASurrogatePairIsAQuestionMark() {
        assertThat(through(List.of("\ud83c", "x".repeat(30) + "\udf00")))
                .containsExactly("?", "x".repeat(30) + "?");
    }

    @Test
    void manyMoreThanAreRemembered() {
        SplittableRandom random = new SplittableRandom(7);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int left = random.nextInt(18); left > 0; left--) {
                text.append((char) ('a' + random.nextInt(3)));
            }
            texts.add(text.toString());
        }
        assertThat(through(texts)).isEqualTo(texts);
    }

    @Test
    void aShortOneThatComesAgainIsTheSameObject() {
        List<String> read =
                through(List.of("word", "sixteen letters!", "word", "sixteen letters!"));
        assertThat(read.get(2)).isSameAs(read.get(0));
        assertThat(read.get(3)).isSameAs(read.get(1));
    }

    private List<String> through(List<String> texts) {
        FrameWriter writer = new FrameWriter(NO_OTHERS);
        texts.forEach(text -> writer.row(Frames.EMIT, 0, -1, 0, List.of(text)));
        reader.wrap(writer.frames().flip());
        List<String> read = new ArrayList<>();
        while (reader.next()) {
            for (int row = 0; row < reader.rows(); row++) {
                read.add(reader.text(row));
            }
        }
        return read;
    }
}
