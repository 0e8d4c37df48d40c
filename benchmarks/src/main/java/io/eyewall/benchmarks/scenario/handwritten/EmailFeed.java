package io.eyewall.benchmarks.scenario.handwritten;

import io.eyewall.benchmarks.scenario.Scoreboard;
import io.eyewall.benchmarks.scenario.Scoreboard.Role;
import io.eyewall.benchmarks.scenario.TextCycle;
import io.eyewall.benchmarks.scenario.Work;
import io.eyewall.benchmarks.scenario.email.Email;
import io.eyewall.benchmarks.scenario.email.EmailSteps;
import java.util.function.Consumer;

/** All parts of the email scenario before its count. */
final class EmailFeed implements Feed<Email> {
    private final TextCycle texts = new TextCycle(Work.E1);
    private final Scoreboard.Cell cell = Scoreboard.claim(Role.EMITTED);

    @Override
    public void next(Consumer<Email> out) {
        cell.increment();
        Email kept = EmailSteps.filter(Email.parse(texts.next()));
        if (kept != null) {
            out.accept(EmailSteps.modify(kept));
        }
    }
}
