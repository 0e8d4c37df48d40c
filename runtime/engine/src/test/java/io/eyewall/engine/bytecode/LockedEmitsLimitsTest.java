package io.eyewall.engine.bytecode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Class files that no compiler generates, or very many: the search terminates, and calls no user
 * code.
 */
@Timeout(60)
@SuppressWarnings({"UnusedMethod", "UnusedVariable"}) // analysed, never executed
class LockedEmitsLimitsTest {
    private static final String COLLECTOR = "org/apache/storm/task/OutputCollector";
    private static final String OBJECT = "java/lang/Object";

    /** Class files by name, in front of those on the tests' class path. */
    private final Map<String, byte[]> files = new HashMap<>();

    private final DirectCallHazards hazards = new DirectCallHazards(new Files());
    private static int userCalls;

    private final class Files extends ClassLoader {
        @Override
        public @Nullable URL getResource(String name) {
            try {
                return files.containsKey(name)
                        ? new URL("file:/application/" + name)
                        : LockedEmitsLimitsTest.class.getClassLoader().getResource(name);
            } catch (MalformedURLException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public @Nullable InputStream getResourceAsStream(String name) {
            byte[] file = files.get(name);
            return file == null
                    ? LockedEmitsLimitsTest.class.getClassLoader().getResourceAsStream(name)
                    : new ByteArrayInputStream(file);
        }
    }

    /** A class whose file differs from its loaded form. */
    private static final class Component {
        @Nullable Object held;

        Component() {}

        Component(Object held) {
            this.held = held;
        }
    }

    private static final String COMPONENT = Component.class.getName().replace('.', '/');

    /**
     * Returns a class whose synchronized method {@code execute} calls a method without arguments of
     * each of some classes, given as {@code Class#method}.
     */
    private static byte[] type(
            String name, String superclass, String[] interfaces, String... calls) {
        ClassWriter type = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        type.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC, name, null, superclass, interfaces);
        MethodVisitor code =
                type.visitMethod(Opcodes.ACC_SYNCHRONIZED, "execute", "()V", null, null);
        code.visitCode();
        for (String call : calls) {
            String owner = call.substring(0, call.indexOf('#'));
            code.visitTypeInsn(Opcodes.NEW, owner);
            code.visitMethodInsn(
                    Opcodes.INVOKEVIRTUAL,
                    owner,
                    call.substring(call.indexOf('#') + 1),
                    "()V",
                    false);
        }
        code.visitInsn(Opcodes.RETURN);
        code.visitMaxs(0, 0);
        code.visitEnd();
        type.visitEnd();
        return type.toByteArray();
    }

    private void add(String name, String superclass, String... interfaces) {
        files.put(name + ".class", type(name, superclass, interfaces));
    }

    private void componentCalls(String... calls) {
        files.put(COMPONENT + ".class", type(COMPONENT, OBJECT, new String[0], calls));
    }

    @Test
    void classesThatAreTheirOwnAncestorsEndTheSearch() {
        add("A", "B");
        add("B", "A");
        add("Own", "Own", "Own");
        add("I", OBJECT, "J");
        add("J", OBJECT, "I");
        componentCalls("A#none", "Own#none", "I#none", COLLECTOR + "#emit");

        assertThat(hazards.lockedEmit(new Component())).isPresent();
    }

    @Test
    void manyWaysToOneInterfaceAreOne() {
        add("L0", OBJECT);
        add("R0", OBJECT);
        for (int i = 1; i <= 60; i++) { // 2^60 paths
            add("L" + i, OBJECT, "L" + (i - 1), "R" + (i - 1));
            add("R" + i, OBJECT, "L" + (i - 1), "R" + (i - 1));
        }
        componentCalls("L60#none", "R60#none", COLLECTOR + "#emit");

        assertThat(hazards.lockedEmit(new Component())).isPresent();
    }

    @Test
    void aHierarchyMayBeDeeperThanTheStack() {
        int levels = 100_000;
        for (int i = 0; i < levels; i++) {
            add("D" + i, i == levels - 1 ? OBJECT : "D" + (i + 1));
        }
        componentCalls("D0#none", COLLECTOR + "#emit");

        assertThat(hazards.lockedEmit(new Component())).isPresent();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 7, 8, 20, 60})
    void filesThatCannotBeReadAreLeftOut(int damagedFrom) {
        add("Damaged", OBJECT);
        byte[] damaged = Objects.requireNonNull(files.get("Damaged.class"));
        java.util.Arrays.fill(damaged, damagedFrom, damaged.length, (byte) 0xff);
        add("Below", "Damaged");
        componentCalls("Below#none", "Damaged#execute", COLLECTOR + "#emit");

        assertThat(hazards.lockedEmit(new Component())).isPresent();
    }

    @Test
    void whatIsOverriddenInAClassThatIsMadeLaterIsFound() {
        add("Base", OBJECT);
        files.put("Late.class", type("Late", "Base", new String[0], COLLECTOR + "#emit"));
        files.put("Maker.class", type("Maker", OBJECT, new String[0], "Late#none"));
        componentCalls("Base#execute", "Maker#execute");

        assertThat(hazards.lockedEmit(new Component())).isPresent();
    }

    // ---- objects ----------------------------------------------------------------------------

    private static final class Compares implements Comparator<Object> {
        @Override
        public int compare(Object a, Object b) {
            userCalls++;
            return a.toString().compareTo(b.toString());
        }
    }

    private static final class Computes extends AbstractList<Object> {
        @Override
        public Object get(int index) {
            userCalls++;
            return index;
        }

        @Override
        public int size() {
            userCalls++;
            return 3;
        }
    }

    @Test
    void noUserCodeIsCalledWhereCollectionsRestOnIt() {
        TreeMap<Object, Object> map = new TreeMap<>(new Compares());
        for (String key : List.of("a", "b", "c", "d")) {
            map.put(key, key);
        }
        TreeSet<Object> set = new TreeSet<>(new Compares());
        set.addAll(map.keySet());
        List<Object> held =
                List.of(
                        map,
                        map.subMap("b", "d"),
                        map.subMap("b", "d").values(),
                        map.descendingMap(),
                        set.subSet("b", "d"),
                        new Computes(),
                        new Computes().subList(0, 2));
        userCalls = 0;

        hazards.lockedEmit(new Component(new ArrayList<>(held)));

        assertThat(userCalls).isZero();
    }

    /** A class with the name that the JVM, and older compilers, give to lambdas. */
    private static final class Emit$$Lambda$1 {
        @SuppressWarnings("NullAway.Init")
        OutputCollector collector;

        synchronized void run() {
            collector.emit(new Values(1));
        }

        @SuppressWarnings("unused")
        private Object writeReplace() {
            userCalls++;
            return this;
        }
    }

    @Test
    void aClassNamedLikeALambdaIsReadLikeAnyOther() {
        userCalls = 0;

        assertThat(hazards.lockedEmit(new Emit$$Lambda$1())).isPresent();
        assertThat(userCalls).isZero();
    }
}
