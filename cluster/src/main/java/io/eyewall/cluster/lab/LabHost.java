package io.eyewall.cluster.lab;

import java.util.List;

/**
 * A host of a lab.
 *
 * @param name {@code head}, where ZooKeeper and Nimbus are, or {@code host1} and so on, with a
 *     supervisor each, or {@code box}, which has one, too, and is at the switch
 * @param address as the others reach it, and as Nimbus has it
 * @param supervisorPort where its supervisor listens; 0 for the head
 * @param slots ports of its slots; none for the head
 */
public record LabHost(String name, String address, int supervisorPort, List<Integer> slots) {
    /** The name of the host that has ZooKeeper and Nimbus. */
    public static final String HEAD = "head";

    /** The name of the host that is at the switch. */
    public static final String BOX = "box";

    public LabHost {
        slots = List.copyOf(slots);
    }

    static String name(int number) {
        return "host" + number;
    }
}
