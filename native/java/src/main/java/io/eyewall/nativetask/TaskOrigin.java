package io.eyewall.nativetask;

import java.io.Serializable;

/** The origin from which a component's tasks are opened; its string form appears in messages. */
interface TaskOrigin extends Serializable {

    /**
     * Creates a task whose settings are written but not handed over.
     *
     * @throws NativeTaskException if the task cannot be created
     */
    TaskHandle open(NativeTaskOpening opening);
}
