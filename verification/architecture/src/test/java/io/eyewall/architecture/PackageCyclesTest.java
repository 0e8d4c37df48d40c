package io.eyewall.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Arrows between the packages of a module point one way. */
class PackageCyclesTest {
    @ParameterizedTest
    @ValueSource(strings = {"cli"})
    void packagesAreFreeOfCycles(String module) throws IOException {
        slices().matching("io.eyewall." + module + ".(*)..")
                .should()
                .beFreeOfCycles()
                .check(Repository.mainClasses(module));
    }
}
