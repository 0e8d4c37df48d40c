package io.eyewall.nativetask;

import io.eyewall.nativetask.child.ChildCommand;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.storm.task.TopologyContext;

/**
 * A class of a Python module; each task runs in its own process.
 *
 * @param module the module to import
 * @param type the class's name
 * @param folders folders to search for modules, before the folder {@code resources} of the
 *     topology's jar and the interpreter's own search path
 * @param interpreter the Python program
 */
record PythonOrigin(String module, String type, ArrayList<String> folders, String interpreter)
        implements TaskOrigin {

    PythonOrigin {
        Objects.requireNonNull(module, "module");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(interpreter, "interpreter");
    }

    @Override
    public TaskHandle open(NativeTaskOpening opening) {
        String name = opening.name(this);
        ChildCommand command =
                new ChildCommand(
                        List.of(interpreter, "-m", "eyewall.host"),
                        List.of(module, type),
                        Map.of("PYTHONPATH", pythonPath(opening.context())));
        try {
            return ChildHandle.start(name, command, opening);
        } catch (NativeTaskException e) {
            throw new NativeTaskException(
                    name
                            + ": "
                            + e.getMessage()
                            + "; does '"
                            + interpreter
                            + " -m eyewall.host' work? The package comes with 'pip install"
                            + " ./python' in Eyewall's sources",
                    e);
        }
    }

    private String pythonPath(TopologyContext context) {
        List<String> modulePaths = new ArrayList<>(folders);
        String resourceFolder = context.getCodeDir(); // the folder resources of the jar
        if (resourceFolder != null && Files.isDirectory(Path.of(resourceFolder))) {
            modulePaths.add(resourceFolder);
        }
        String inherited = System.getenv("PYTHONPATH");
        if (inherited != null && !inherited.isEmpty()) {
            modulePaths.add(inherited);
        }
        return String.join(File.pathSeparator, modulePaths);
    }

    @Override
    public String toString() {
        return "Python '" + type + "' of " + module;
    }
}
