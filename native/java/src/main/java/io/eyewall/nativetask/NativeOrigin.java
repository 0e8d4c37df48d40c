package io.eyewall.nativetask;

import io.eyewall.nativetask.child.ChildCommand;
import io.eyewall.nativetask.memory.NativeTask;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A component of a library of native tasks.
 *
 * @param library a file of the folder {@code resources} in the topology's jar, or an absolute path
 * @param component the component's name in the library's {@code EYEWALL_TASKS}
 * @param inChildProcess whether each task runs in its own process
 */
record NativeOrigin(String library, String component, boolean inChildProcess)
        implements TaskOrigin {
    NativeOrigin {
        Objects.requireNonNull(library, "library");
        Objects.requireNonNull(component, "component");
    }

    @Override
    public TaskHandle open(NativeTaskOpening opening) {
        String name = opening.name(this);
        try {
            String file = LibraryFiles.find(library, opening.context().getCodeDir()).toString();
            TaskHandle handle;
            if (inChildProcess) {
                Path host = LibraryFiles.host();
                ChildCommand command =
                        new ChildCommand(
                                List.of(host.toString()), List.of(file, component), Map.of());
                return ChildHandle.start(name, command, opening);
            }
            LibraryTrial.of(file);
            LibraryFiles.loadBridge();
            handle = new LocalTask(name, opening, new NativeTask(file, component, opening.waker()));
            handle.writeSettings(opening.streams(), opening.conf(), opening.context());
            return handle;
        } catch (NativeTaskException e) {
            throw new NativeTaskException(name + ": " + e.getMessage(), e);
        }
    }

    @Override
    public String toString() {
        return "native '"
                + component
                + "' of "
                + library
                + (inChildProcess ? " in a child process" : "");
    }
}
