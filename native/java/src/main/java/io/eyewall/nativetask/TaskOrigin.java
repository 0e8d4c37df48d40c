package io.eyewall.nativetask;

import java.io.Serializable;

/** The origin of a component's tasks; its text names them. */
interface TaskOrigin extends Serializable {

    /**
     * Makes a task; what it is to know has been written, and not yet handed over.
     *
     * @throws NativeTaskException if that fails
     */
    TaskHandle open(TaskOpening opening);
}
