package io.eyewall.engine.hotpath;

import io.eyewall.engine.bolt.BoltCollector;
import io.eyewall.engine.bolt.BoltExecutor;
import io.eyewall.engine.executor.Executor;
import io.eyewall.engine.executor.Movable;
import io.eyewall.engine.executor.Task;
import io.eyewall.engine.executor.TaskFactory;
import io.eyewall.engine.spout.SpoutCollector;
import io.eyewall.engine.spout.SpoutExecutor;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Copies of the classes through which every tuple passes: one set for a task, or for all tasks of a
 * component.
 *
 * <p>The JIT compiler inlines a virtual call if it has seen few receiver classes there, and it
 * profiles per method. An engine executes all bolts at one call site and delivers all tuples at
 * another, so that after a handful of components nothing would be inlined any more, however simple
 * each topology is; and a chain of bolts would be a recursion, which is inlined only once. A copy
 * of the class, made from the same class file, has its own profiles and its own methods: the
 * compiler sees that a component calls only the bolts that subscribe to it.
 *
 * <p>Copies for one task get that task's wiring as a {@link JitConstant}: all objects that the task
 * works with are then constants to the compiler.
 *
 * <p>The copies are hidden classes, which are unloaded with their topology. Their code must not
 * contain lambdas: these would refer to the copy by name, and a hidden class can't be found by its
 * name.
 */
public final class SpecializedClasses implements TaskFactory {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final ConcurrentHashMap<Class<?>, byte[]> CLASS_FILES =
            new ConcurrentHashMap<>();

    private final MethodHandle taskConstructor;
    private final MethodHandle collectorConstructor;

    private SpecializedClasses(MethodHandle taskConstructor, MethodHandle collectorConstructor) {
        this.taskConstructor = taskConstructor;
        this.collectorConstructor = collectorConstructor;
    }

    /** Returns copies for a single task of a bolt component. */
    public static SpecializedClasses forOneBoltTask() {
        return copyClasses(true, BoltExecutor.class, HotBoltTask.class, HotBoltCollector.class);
    }

    /** Returns copies for all tasks of a bolt component. */
    public static SpecializedClasses forAllBoltTasks() {
        return copyClasses(false, BoltExecutor.class, HotBoltTask.class, HotBoltCollector.class);
    }

    /** Returns copies for a single task of a spout component. */
    public static SpecializedClasses forOneSpoutTask() {
        return copyClasses(true, SpoutExecutor.class, HotSpoutTask.class, HotSpoutCollector.class);
    }

    /** Returns copies for all tasks of a spout component. */
    public static SpecializedClasses forAllSpoutTasks() {
        return copyClasses(false, SpoutExecutor.class, HotSpoutTask.class, HotSpoutCollector.class);
    }

    private static SpecializedClasses copyClasses(
            boolean singleTask, Class<?> executor, Class<?> task, Class<?> collector) {
        return new SpecializedClasses(
                constructor(task, singleTask, executor, Task.Parts.class),
                constructor(collector, singleTask, executor, Task.class));
    }

    @Override
    public Task newTask(Executor executor, Task.Parts parts) {
        return (Task) construct(taskConstructor, executor, parts);
    }

    /**
     * Makes the collector of a task of the component: a {@link BoltCollector} or a {@link
     * SpoutCollector}.
     */
    @Override
    public Movable newCollector(Executor executor, Task collectorTask) {
        return (Movable) construct(collectorConstructor, executor, collectorTask);
    }

    private static Object construct(MethodHandle constructor, Object... arguments) {
        try {
            return constructor.invokeWithArguments(arguments);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e); // our constructors declare no exceptions
        }
    }

    private static MethodHandle constructor(
            Class<?> original, boolean singleTask, Class<?>... parameters) {
        byte[] classFile = CLASS_FILES.computeIfAbsent(original, SpecializedClasses::classFile);
        try {
            MethodHandles.Lookup copy =
                    singleTask
                            ? LOOKUP.defineHiddenClassWithClassData(
                                    classFile, JitConstant.create(), true)
                            : LOOKUP.defineHiddenClass(classFile, true);
            return copy.findConstructor(
                    copy.lookupClass(), MethodType.methodType(void.class, parameters));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot copy " + original, e);
        }
    }

    private static byte[] classFile(Class<?> original) {
        String name = original.getSimpleName() + ".class";
        try (InputStream in = original.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(
                        "cannot find the class file of " + original + " in its class loader");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the class file of " + original, e);
        }
    }
}
