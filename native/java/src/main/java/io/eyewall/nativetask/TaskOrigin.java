package io.eyewall.nativetask;

import java.io.Serializable;

/** Where the tasks of a component come from; its text says which they are. */
interface TaskOrigin extends Serializable {

    /**
     * Makes a task; what it is to know has been written, and not yet handed over.
     *
     * @throws NativeTaskException if that fails
     */
    TaskHandle open(TaskOpening opening);
}
