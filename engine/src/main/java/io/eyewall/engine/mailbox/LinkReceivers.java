package io.eyewall.engine.mailbox;

import io.eyewall.engine.memory.Padded;
import java.util.Arrays;

/**
 * The receiving halves of all links on which items of one kind come to one core, in the order in
 * which they were made. For that core's thread.
 */
public final class LinkReceivers extends Padded {
    private LinkReceiver[] links = {};

    /** Takes in a new link. */
    public void add(LinkReceiver link) {
        links = Arrays.copyOf(links, links.length + 1);
        links[links.length - 1] = link;
    }

    /** How many there are. */
    public int count() {
        return links.length;
    }

    /** One of them, from 0. */
    public LinkReceiver get(int index) {
        return links[index];
    }

    /** Whether no batch waits in any. */
    public boolean areEmpty() {
        for (LinkReceiver link : links) {
            if (!link.isEmpty()) {
                return false;
            }
        }
        return true;
    }
}
