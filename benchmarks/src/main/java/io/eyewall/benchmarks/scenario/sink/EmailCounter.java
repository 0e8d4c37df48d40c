package io.eyewall.benchmarks.scenario.sink;

import io.eyewall.benchmarks.scenario.Scoreboard;
import io.eyewall.benchmarks.scenario.Scoreboard.Role;
import io.eyewall.benchmarks.scenario.email.Email;
import java.util.function.Consumer;

/** The count of the email scenario; created and used by one thread. */
public final class EmailCounter implements Consumer<Email> {
    private final Scoreboard.Cell countedCell = Scoreboard.claim(Role.COUNTED);
    private final Scoreboard.Cell charactersCell = Scoreboard.claim(Role.CHARACTERS);
    private long words;
    private long paragraphs;

    /** Counts an email, and the characters, words and paragraphs of its body. */
    @Override
    public void accept(Email email) {
        String body = email.body();
        boolean inWord = false;
        for (int i = 0; i < body.length(); i++) {
            char c = body.charAt(i);
            boolean blank = c == ' ' || c == '\n';
            if (!blank && !inWord) {
                words++;
            }
            if (c == '\n') {
                paragraphs++;
            }
            inWord = !blank;
        }
        charactersCell.add(body.length());
        countedCell.increment();
    }

    /** Returns the words and line ends counted so far. */
    @Override
    public String toString() {
        return words + " words, " + paragraphs + " ends of lines";
    }
}
