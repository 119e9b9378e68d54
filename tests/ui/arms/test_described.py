"""What notebooks and slides cite opens for their readers: papers, and no file of the project."""

from ui.arms.described import source_of


def test_sources_are_papers_and_what_the_project_has_derived():
    assert "Degenne & Koolen 2019" in source_of(0.1)
    assert "Garivier & Kaufmann 2016" in source_of(0.0)
    assert "docs/" not in source_of(0.1) + source_of(0.0)
