package io.eyewall.engine.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks where this JVM lays the fields that a core writes for every tuple. */
class PaddingTest {
    private static final String ENGINE = "io.eyewall.engine.";
    private static final int BEFORE = 128;
    private static final int BEHIND = 64;

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "core.CoreOwner, inUser calls",
        "core.Core, blockReasons",
        "core.InboundBatches, nextInBatch",
        "spout.SpoutExecutor, blocked ready emits",
        "bolt.BoltExecutor, blocked ready",
        "executor.InputStats, executed nextSample",
        "routing.Groupers$Single, sentToFixed",
        "routing.ShuffleGrouper, remainingInRun",
        "routing.Route$Counts, emittedToMany emittedDirect sentDirect",
        "mailbox.LinkSender, stagedCount limit",
    })
    void whatIsWrittenForEveryTupleLiesApartFromOtherObjects(String name, String hot)
            throws Exception {
        Class<?> type = Class.forName(ENGINE + name);
        long end = fields(type).stream().mapToLong(PaddingTest::offset).max().orElseThrow();
        for (String field : hot.split(" ")) {
            long at = offset(field(type, field));
            assertThat(at).as("%s.%s from the start", name, field).isGreaterThanOrEqualTo(BEFORE);
            assertThat(end - at)
                    .as("%s.%s from the end", name, field)
                    .isGreaterThanOrEqualTo(BEHIND);
        }
    }

    @Test
    void whatOtherCoresReadOfOneLiesApartFromWhatItWrites() throws Exception {
        Class<?> core = Class.forName(ENGINE + "core.Core");
        Class<?> shared = Class.forName(ENGINE + "core.CoreSharedState");
        long faceEnd =
                Stream.of(shared.getDeclaredFields())
                        .filter(PaddingTest::isInObjects)
                        .mapToLong(PaddingTest::offset)
                        .max()
                        .orElseThrow();

        assertThat(core.getDeclaredFields())
                .filteredOn(PaddingTest::isInObjects)
                .allSatisfy(
                        own ->
                                assertThat(offset(own) - faceEnd)
                                        .as("%s", own)
                                        .isGreaterThanOrEqualTo(BEFORE));
    }

    private static Field field(Class<?> type, String name) {
        return fields(type).stream()
                .filter(field -> field.getName().equals(name))
                .findAny()
                .orElseThrow();
    }

    private static List<Field> fields(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> one = type; one != null; one = one.getSuperclass()) {
            Stream.of(one.getDeclaredFields())
                    .filter(PaddingTest::isInObjects)
                    .forEach(fields::add);
        }
        return fields;
    }

    private static boolean isInObjects(Field field) {
        return !Modifier.isStatic(field.getModifiers());
    }

    /**
     * Uses reflection, because the compiler warns at each mention of Unsafe, and the warning can't
     * be suppressed.
     */
    private static long offset(Field field) {
        try {
            Class<?> type = Class.forName("sun.misc.Unsafe");
            Field instance = type.getDeclaredField("theUnsafe");
            instance.setAccessible(true);
            Method offset = type.getMethod("objectFieldOffset", Field.class);
            return (long) offset.invoke(instance.get(null), field);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("Unsafe", e);
        }
    }
}
