package io.eyewall.cli.cluster;

import io.eyewall.cluster.install.InstallException;
import io.eyewall.cluster.install.StormHome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What the parts of {@code eyewall cluster} have in common: which installation, how they end. */
abstract class ClusterVerb implements Callable<Integer> {
    static final int DONE = 0;
    private static final int NOT_DONE = 1;

    @Spec private CommandSpec command = CommandSpec.create(); // until picocli sets it

    @Parameters(
            paramLabel = "STORM_HOME",
            description = "Folder of the installation, as Storm's archive unpacks.")
    private Path home = Path.of("");

    /** Does it. */
    abstract void run(StormHome storm) throws IOException, InstallException;

    @Override
    public final Integer call() {
        try {
            run(new StormHome(home));
            return DONE;
        } catch (InstallException e) {
            return failed("eyewall: " + e.getMessage());
        } catch (IOException e) {
            return failed("eyewall: " + e);
        } finally {
            command.commandLine().getOut().flush();
        }
    }

    private int failed(String message) {
        command.commandLine().getErr().println(message);
        command.commandLine().getErr().flush();
        return NOT_DONE;
    }

    /** Says what was changed. */
    final void tell(List<String> changes, String otherwise) {
        if (changes.isEmpty()) {
            print(otherwise);
        }
        changes.forEach(this::print);
    }

    final void print(String line) {
        command.commandLine().getOut().println(line);
    }
}
