package io.eyewall.engine.executor;

/** Makes the tasks of a component, and their collectors. */
public interface TaskFactory {
    /** Makes a task of the component. */
    Task newTask(Executor executor, Task.Parts parts);

    /** Makes the collector of a task of the component. */
    Movable newCollector(Executor executor, Task task);
}
