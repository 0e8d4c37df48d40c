"""Makes the site's navigation from the folders of the documentation (a hook of MkDocs)."""

from pathlib import Path

SECTIONS = ["start", "guides", "concepts", "reference", "reports", "internals", "decisions"]
REPOSITORY = ["ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"]


def on_config(config):
    pages = Path(config.docs_dir)

    def section(name):
        folder = pages / "docs" / name
        return {name.capitalize(): sorted(str(page.relative_to(pages)) for page in folder.glob("*.md"))}

    wings = sorted(str(page.relative_to(pages)) for page in pages.glob("*/README.md") if page.parent.name != "docs")
    config.nav = [
        "README.md",
        {"Documentation": ["docs/README.md", "docs/glossary.md"]},
        *map(section, SECTIONS),
        {"Repository": [*REPOSITORY, *wings]},
    ]
    return config
