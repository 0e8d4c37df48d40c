package io.eyewall.engine.lifecycle;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.storm.generated.ComponentObject;
import org.apache.storm.generated.Grouping;
import org.apache.storm.generated.JavaObject;
import org.apache.storm.generated.JavaObjectArg;
import org.apache.storm.generated.ShellComponent;
import org.apache.storm.grouping.CustomStreamGrouping;
import org.apache.storm.spout.ShellSpout;
import org.apache.storm.streams.processors.BranchProcessor;
import org.apache.storm.task.ShellBolt;

/**
 * Creates the spouts and bolts of tasks from their serialized form, with the topology's own class
 * loader, so that topologies with different class loaders can share a process (Storm:
 * daemon/Task.java {@code mkTaskObject}, utils/Utils.java, Thrift.java). Thread-safe.
 */
public final class TaskObjects {
    private final ClassLoader classLoader;

    /** Class loader for Java serialization: {@link #classLoader} unless a test has set another. */
    private final ClassLoader deserializationLoader;

    public TaskObjects(ClassLoader classLoader) {
        this.classLoader = classLoader;
        this.deserializationLoader = JavaClassLoader.setByTest().orElse(classLoader);
    }

    /**
     * Creates a new spout or bolt for one task.
     *
     * @throws IllegalArgumentException if it cannot be created; its cause is the reason
     */
    public Object create(String componentId, ComponentObject object, boolean isSpout) {
        try {
            return switch (object.getSetField()) {
                case SERIALIZED_JAVA -> {
                    Object copy = deserialize(object.get_serialized_java());
                    yield copy instanceof ShellComponent shell
                            ? newShellComponent(shell, isSpout)
                            : copy;
                }
                case JAVA_OBJECT -> instantiate(object.get_java_object());
                case SHELL -> newShellComponent(object.get_shell(), isSpout);
            };
        } catch (IOException | ReflectiveOperationException | RuntimeException e) {
            throw new IllegalArgumentException(
                    "component '"
                            + componentId
                            + "' cannot be created from its serialized form: "
                            + e
                            + "; its class and everything it holds must be serializable and on the"
                            + " topology's class path",
                    e);
        }
    }

    private static Object newShellComponent(ShellComponent shell, boolean isSpout) {
        return isSpout ? new ShellSpout(shell) : new ShellBolt(shell);
    }

    /** Deserializes an object with the topology's class loader. */
    public Object deserialize(byte[] bytes) throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = new LoaderInputStream(new ByteArrayInputStream(bytes))) {
            return in.readObject();
        }
    }

    /** Creates the custom grouping of a subscription. */
    public CustomStreamGrouping deserializeGrouping(Grouping grouping) {
        try {
            return (CustomStreamGrouping)
                    (grouping.is_set_custom_object()
                            ? instantiate(grouping.get_custom_object())
                            : deserialize(grouping.get_custom_serialized()));
        } catch (IOException | ReflectiveOperationException e) {
            throw new IllegalArgumentException(
                    "custom grouping cannot be created from its serialized form: "
                            + e
                            + "; its class must be serializable and on the topology's class path",
                    e);
        }
    }

    /** Calls the constructor that a {@code JavaObject} describes and returns the new object. */
    public Object instantiate(JavaObject object) throws ReflectiveOperationException {
        List<JavaObjectArg> args = object.get_args_list();
        Class<?>[] types = new Class<?>[args.size()];
        Object[] values = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            JavaObjectArg arg = args.get(i);
            values[i] = arg.getFieldValue();
            types[i] =
                    switch (arg.getSetField()) {
                        case INT_ARG -> Integer.class;
                        case LONG_ARG -> Long.class;
                        case STRING_ARG -> String.class;
                        case BOOL_ARG -> Boolean.class;
                        case BINARY_ARG -> ByteBuffer.class;
                        case DOUBLE_ARG -> Double.class;
                    };
        }
        return Class.forName(object.get_full_class_name(), true, classLoader)
                .getConstructor(types)
                .newInstance(values);
    }

    private final class LoaderInputStream extends ObjectInputStream {
        LoaderInputStream(InputStream in) throws IOException {
            super(in);
            enableResolveObject(true);
        }

        @Override
        protected Object resolveObject(Object read) {
            if (read instanceof BranchProcessor<?> branch) {
                BranchOrder.restore(branch);
            }
            return read;
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description)
                throws IOException, ClassNotFoundException {
            try {
                return Class.forName(description.getName(), false, deserializationLoader);
            } catch (ClassNotFoundException e) {
                return super.resolveClass(description); // primitive types
            }
        }

        @Override
        protected Class<?> resolveProxyClass(String[] interfaces)
                throws IOException, ClassNotFoundException {
            Class<?>[] types = new Class<?>[interfaces.length];
            for (int i = 0; i < types.length; i++) {
                types[i] = Class.forName(interfaces[i], false, deserializationLoader);
            }
            return Proxy.newProxyInstance(
                            deserializationLoader, types, (proxy, method, args) -> null)
                    .getClass();
        }
    }
}
