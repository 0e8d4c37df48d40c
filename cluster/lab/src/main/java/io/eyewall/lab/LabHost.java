package io.eyewall.lab;

import java.util.List;

/**
 * A simulated host of a lab. Immutable.
 *
 * @param name {@code head}, with ZooKeeper and Nimbus; {@code host1} and so on, with a supervisor
 *     each; or {@code box}, with a supervisor, at the switch
 * @param address the address at which other hosts and Nimbus reach this host
 * @param supervisorPort the port of its supervisor; 0 for the head
 * @param slots the ports of its slots; empty for the head
 */
public record LabHost(String name, String address, int supervisorPort, List<Integer> slots) {
    /** The name of the host that runs ZooKeeper and Nimbus. */
    public static final String HEAD = "head";

    /** The name of the host that is at the switch. */
    public static final String BOX = "box";

    public LabHost {
        slots = List.copyOf(slots);
    }

    /** Returns the name of the host with this number, from 1 on. */
    static String name(int number) {
        return "host" + number;
    }
}
