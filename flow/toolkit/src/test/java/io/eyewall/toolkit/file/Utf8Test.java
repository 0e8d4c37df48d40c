package io.eyewall.toolkit.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class Utf8Test {
    private static boolean isWrong(byte[] bytes) throws IOException {
        return Utf8.hasInvalidBytes(Utf8.reader(new ByteArrayInputStream(bytes)).readLine());
    }

    @Test
    void takesEachCharacterOfUnicode() throws IOException {
        int[] codes =
                IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
                        .filter(code -> code < 0xd800 || code > 0xdfff)
                        .filter(code -> code != '\n' && code != '\r' && code != 0xfeff)
                        .toArray();
        StringBuilder lines = new StringBuilder();
        for (int code : codes) {
            lines.appendCodePoint(code).append('a').appendCodePoint(code).append('\n');
        }
        byte[] bytes = lines.toString().getBytes(StandardCharsets.UTF_8);

        BufferedReader reader = Utf8.reader(new ByteArrayInputStream(bytes));

        List<Integer> refused = new ArrayList<>();
        for (int code : codes) {
            String line = reader.readLine();
            if (line.codePointAt(0) != code || Utf8.hasInvalidBytes(line)) {
                refused.add(code);
            }
        }
        assertThat(refused).isEmpty();
    }

    @Test
    void findsWhatIsNoUtf8() throws IOException {
        byte[][] broken = {
            {(byte) 0xff},
            {(byte) 0xc3},
            {(byte) 0xe2, (byte) 0x82},
            {(byte) 0xed, (byte) 0xa0, (byte) 0x80}, // half of a surrogate pair
            {(byte) 0xc0, (byte) 0x80}, // longer than needed
            {(byte) 0xf4, (byte) 0x90, (byte) 0x80, (byte) 0x80}, // beyond Unicode
        };
        for (byte[] each : broken) {
            for (String after : new String[] {"", "a", "\uD83D\uDE00", "\uDBFF\uDFFF"}) {
                byte[] behind = after.getBytes(StandardCharsets.UTF_8);
                byte[] all = new byte[each.length + behind.length];
                System.arraycopy(each, 0, all, 0, each.length);
                System.arraycopy(behind, 0, all, each.length, behind.length);
                assertThat(isWrong(all)).as(after).isTrue();
            }
        }
    }
}
