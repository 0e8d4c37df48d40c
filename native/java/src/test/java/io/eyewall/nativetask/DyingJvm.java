package io.eyewall.nativetask;

import io.eyewall.testkit.TopologyTestDriver;
import java.io.IOException;
import org.apache.storm.topology.TopologyBuilder;

/** A process with a topology whose task is in a child; it ends as its argument says. */
final class DyingJvm {
    private DyingJvm() {}

    public static void main(String[] arguments) throws IOException {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", new NativeSpout(arguments[1], "Lines").output("word"));
        builder.setBolt("bolt", new NativeBolt(arguments[1], "Faulty").inChildProcess())
                .shuffleGrouping("words");
        TopologyTestDriver driver =
                TopologyTestDriver.of(builder.createTopology()).feeding("words").start();
        driver.spout("words").emit("cat");
        Drive.until(driver, () -> driver.pending().isEmpty());
        driver.spout("words").emit("hang");
        driver.runUntilIdle();
        ProcessHandle.current().children().forEach(child -> System.out.println(child.pid()));
        System.out.println("ready");
        switch (arguments[0]) {
            case "exit" -> System.exit(0);
            case "halt" -> Runtime.getRuntime().halt(1);
            default -> System.in.read(); // until it is killed
        }
    }
}
