package io.eyewall.engine.processor;

import java.util.ArrayList;
import java.util.List;

/** Parses lists of processors in Linux's format: {@code 0-3,8}. */
final class ProcessorList {
    private ProcessorList() {}

    /** Returns the numbers in a list; none if it is blank. */
    static List<Integer> parse(String text) {
        List<Integer> numbers = new ArrayList<>();
        for (String part : text.strip().split(",", -1)) {
            if (part.isBlank()) {
                continue;
            }
            String[] ends = part.strip().split("-", 2);
            int last = Integer.parseInt(ends[ends.length - 1]);
            for (int number = Integer.parseInt(ends[0]); number <= last; number++) {
                numbers.add(number);
            }
        }
        return numbers;
    }
}
