package io.eyewall.local.multilang;

import io.eyewall.local.Eyewall;
import java.nio.file.Path;
import org.apache.storm.Config;

/** An application that ends without killing its topology, whose child processes would continue. */
final class DeafApp {
    private DeafApp() {}

    /** Ends when the children have started. Arguments: their folder, their number, modes. */
    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        int count = Integer.parseInt(args[1]);
        Thread starter =
                new Thread(
                        () -> // which may wait for its children for ever
                        Eyewall.start(
                                        "deaf-app",
                                        new Config(),
                                        Deaf.topology("deaf-app", folder, args[2])));
        starter.setDaemon(true);
        starter.start();
        while (Deaf.processes(folder).size() < count) {
            Thread.sleep(10);
        }
        System.exit(0);
    }
}
