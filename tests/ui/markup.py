"""What stands in a page of HTML."""

from html.parser import HTMLParser


class Page(HTMLParser):
    """Its elements by tag, with their attributes, which nest; its words; and what its scripts hold."""

    VOID = ("meta", "br", "input")

    def __init__(self, html):
        super().__init__()
        self.open, self.found, self.words, self.scripts = [], [], [], []
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.found.append((tag, dict(attributes)))
        if tag not in self.VOID:
            self.open.append(tag)
        if tag == "script":
            self.scripts.append("")

    def handle_endtag(self, tag):
        if tag not in self.VOID:
            assert self.open.pop() == tag

    def handle_data(self, data):
        if self.cdata_elem == "script":
            self.scripts[-1] += data
        self.words.append(data.replace("\N{NO-BREAK SPACE}", " "))

    def of(self, tag):
        """The attributes of each element of this kind."""
        return [attributes for name, attributes in self.found if name == tag]

    @property
    def names(self):
        return {tag for tag, _ in self.found}

    @property
    def text(self):
        return " ".join(self.words)
