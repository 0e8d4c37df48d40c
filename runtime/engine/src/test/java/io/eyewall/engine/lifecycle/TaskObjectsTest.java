package io.eyewall.engine.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.eyewall.engine.fixture.TestBolt;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import org.apache.storm.generated.ComponentObject;
import org.apache.storm.generated.Grouping;
import org.apache.storm.generated.JavaObject;
import org.apache.storm.generated.JavaObjectArg;
import org.apache.storm.generated.ShellComponent;
import org.apache.storm.spout.ShellSpout;
import org.apache.storm.task.ShellBolt;
import org.apache.storm.utils.Utils;
import org.junit.jupiter.api.Test;

class TaskObjectsTest {
    private final TaskObjects objects = new TaskObjects(TaskObjectsTest.class.getClassLoader());

    private static ComponentObject serialized(Object object) {
        return ComponentObject.serialized_java(Utils.javaSerialize(object));
    }

    /** An object as topologies contain: with primitive types, arrays, and an interface by proxy. */
    @SuppressWarnings("UnnecessaryLambda") // the lambda is serialized
    private static final class Holder implements Serializable {
        private final Class<?> primitive = int.class;
        private final Class<?> array = String[][].class;
        private final int[] numbers = {1, 2};
        private final Runnable lambda = (Runnable & Serializable) () -> {};
    }

    /** A class with constructors that a JavaObject can call. */
    public static final class Constructed {
        private final String made;

        public Constructed() {
            this.made = "default";
        }

        public Constructed(Integer a, Long b, String c, Boolean d, Double e) {
            this.made = a + " " + b + " " + c + " " + d + " " + e;
        }
    }

    /** Throws when it is deserialized. */
    private static final class Broken implements Serializable {
        private void readObject(ObjectInputStream in) throws IOException {
            throw new IOException("broken on purpose");
        }
    }

    @Test
    void usesAClassLoaderThatATestHasSet() throws Exception {
        URL classes = TaskObjectsTest.class.getProtectionDomain().getCodeSource().getLocation();
        byte[] bytes = Utils.javaSerialize(new Holder());
        try (URLClassLoader set = new URLClassLoader(new URL[] {classes}, null)) {
            Utils.setClassLoaderForJavaDeSerialize(set);
            TaskObjects asSet = new TaskObjects(TaskObjectsTest.class.getClassLoader());
            assertThat(asSet.deserialize(bytes).getClass().getClassLoader()).isSameAs(set);
        } finally {
            Utils.resetClassLoaderForJavaDeSerialize();
        }
        TaskObjects reset = new TaskObjects(TaskObjectsTest.class.getClassLoader());
        assertThat(reset.deserialize(bytes)).isInstanceOf(Holder.class);
    }

    @Test
    void createsACopyPerTask() {
        TestBolt bolt = new TestBolt();
        bolt.count = 7;

        TestBolt first = (TestBolt) objects.create("bolt", serialized(bolt), false);
        TestBolt second = (TestBolt) objects.create("bolt", serialized(bolt), false);

        assertThat(first).isNotSameAs(second).isNotSameAs(bolt);
        assertThat(first.count).isEqualTo(7);
    }

    @Test
    void readsPrimitiveTypesArraysAndLambdas() {
        Holder copy = (Holder) objects.create("bolt", serialized(new Holder()), false);

        assertThat(copy.primitive).isSameAs(int.class);
        assertThat(copy.array).isSameAs(String[][].class);
        assertThat(copy.numbers).containsExactly(1, 2);
        assertThat(copy.lambda).isNotNull();
    }

    @Test
    void usesTheTopologysClassLoader() throws Exception {
        URL classes = TestBolt.class.getProtectionDomain().getCodeSource().getLocation();
        ClassLoader parent = TestBolt.class.getClassLoader();
        try (URLClassLoader own =
                new URLClassLoader(new URL[] {classes}, parent) {
                    @Override
                    public Class<?> loadClass(String name) throws ClassNotFoundException {
                        if (name.equals(Constructed.class.getName())) {
                            return findClass(name);
                        }
                        return super.loadClass(name);
                    }
                }) {
            JavaObject object = new JavaObject(Constructed.class.getName(), List.of());

            Object made = new TaskObjects(own).instantiate(object);

            assertThat(made.getClass().getClassLoader()).isSameAs(own);
            assertThat(made.getClass()).isNotSameAs(Constructed.class);
        }
    }

    @Test
    void callsTheConstructorThatAJavaObjectDescribes() throws Exception {
        String name = Constructed.class.getName();
        JavaObject object =
                new JavaObject(
                        name,
                        List.of(
                                JavaObjectArg.int_arg(1),
                                JavaObjectArg.long_arg(2L),
                                JavaObjectArg.string_arg("c"),
                                JavaObjectArg.bool_arg(true),
                                JavaObjectArg.double_arg(0.5)));

        Constructed made =
                (Constructed) objects.create("bolt", ComponentObject.java_object(object), false);

        assertThat(made.made).isEqualTo("1 2 c true 0.5");
        assertThat(
                        ((Constructed)
                                        objects.create(
                                                "bolt",
                                                ComponentObject.java_object(
                                                        new JavaObject(name, List.of())),
                                                false))
                                .made)
                .isEqualTo("default");
    }

    @Test
    void createsShellSpoutsAndShellBolts() {
        ComponentObject shell = ComponentObject.shell(new ShellComponent("python", "x.py"));

        assertThat(objects.create("a", shell, true)).isInstanceOf(ShellSpout.class);
        assertThat(objects.create("a", shell, false)).isInstanceOf(ShellBolt.class);
        assertThat(objects.create("a", serialized(new ShellComponent("p", "x")), false))
                .isInstanceOf(ShellBolt.class);
    }

    @Test
    void namesAComponentThatCannotBeCreated() {
        assertThatThrownBy(() -> objects.create("count", serialized(new Broken()), false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("'count'", "broken on purpose", "class path")
                .hasRootCauseMessage("broken on purpose");
        assertThatThrownBy(
                        () ->
                                objects.create(
                                        "count",
                                        ComponentObject.java_object(
                                                new JavaObject("no.such.Bolt", List.of())),
                                        false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("'count'", "no.such.Bolt");
        assertThatThrownBy(
                        () ->
                                objects.create(
                                        "count",
                                        ComponentObject.serialized_java(new byte[] {1, 2, 3}),
                                        false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'count'");
    }

    @Test
    void namesAGroupingThatCannotBeCreated() {
        Grouping grouping = Grouping.custom_serialized(Utils.javaSerialize(new Broken()));

        assertThatThrownBy(() -> objects.deserializeGrouping(grouping))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("custom grouping", "broken on purpose");
    }
}
