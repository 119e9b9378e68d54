"""What is dragged, in a real browser: two fingers, all keys, and messages that are broken on their way."""

from dataclasses import dataclass

from playwright.sync_api import expect

from tools.rest import at_rest, in_the_middle, next_frame


@dataclass(frozen=True)
class Dragged:
    """A component to drag.

    address: the page.  handle, other: one that is dragged and another one.  attribute: tells the handle's place.
    step: how far a finger moves it.  box, start: where its value is typed, and what.  sent: its name in messages.
    """

    address: str
    handle: str
    other: str
    attribute: str
    step: tuple[int, int]
    box: str
    start: str
    sent: str


class Fingers:
    """Touches as the browser gets them from a screen."""

    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)
        self.session.send("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 5})
        self.points = {}

    def gone(self):
        self.session.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
        self.session.detach()

    def down(self, finger, x, y):
        self.points[finger] = {"id": finger, "x": x, "y": y}
        self._send("touchStart")

    def move(self, finger, dx, dy):
        point = self.points[finger]
        self.points[finger] = {"id": finger, "x": point["x"] + dx, "y": point["y"] + dy}
        self._send("touchMove")

    def up(self, finger):
        del self.points[finger]
        self._send("touchMove" if self.points else "touchEnd")  # the browser misses the finger that is gone

    def _send(self, kind):
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(self.points.values())})


def moves_finely(page, handle):
    """From its first value on, each press of Shift and an arrow is seen, and the way back leads there."""
    handle.focus()
    page.keyboard.press("Home")
    next_frame(page)
    places = [handle.get_attribute("aria-valuetext")]
    for key in ("Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowLeft", "Shift+ArrowLeft"):
        page.keyboard.press(key)
        expect(handle).not_to_have_attribute("aria-valuetext", places[-1])
        places.append(handle.get_attribute("aria-valuetext"))
    assert places[0] == places[4] != places[2], places


def middle(handle):
    grip = handle.locator(".grip")
    box = (grip if grip.count() else handle).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def hold(page, handle, dx=0, dy=0):
    """Drag the handle, and do not let go; where it was taken."""
    x, y = middle(handle)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx, y + dy, steps=8)
    return x, y


class Opened:
    """One component in the tab of its page: a subclass names it."""

    dragged: Dragged

    def opened(self, open_once):
        page, dragged = open_once(self.dragged.address), self.dragged
        page.locator("input, textarea").and_(page.get_by_label(dragged.box, exact=True)).fill(dragged.start)
        page.keyboard.press("Tab")
        handle = page.get_by_role("slider", name=dragged.handle, exact=True)
        expect(handle).to_be_visible()
        at_rest(page)
        in_the_middle(handle)
        return page, handle


class KeyTests(Opened):
    """What each component does itself."""

    def test_arrows_and_home_and_end_move_and_the_page_keeps_it(self, open_once):
        page, handle = self.opened(open_once)
        attribute = self.dragged.attribute
        before = page.url
        places = [handle.get_attribute(attribute)]
        handle.focus()
        for key in ("ArrowRight", "ArrowLeft", "End", "Home", "PageUp", "Shift+ArrowUp"):
            page.keyboard.press(key)
            expect(handle).not_to_have_attribute(attribute, places[-1])
            places.append(handle.get_attribute(attribute))
        assert places[0] == places[2]
        last = handle.get_attribute("aria-valuenow")
        page.wait_for_url(lambda url: url != before)
        at_rest(page)
        expect(handle).to_have_attribute("aria-valuenow", last)


class HandTests(Opened):
    """What all components share."""

    def test_a_second_finger_neither_takes_over_nor_ends_the_drag(self, open_once):
        page, handle = self.opened(open_once)
        attribute, (dx, dy) = self.dragged.attribute, self.dragged.step
        other = page.get_by_role("slider", name=self.dragged.other, exact=True)
        before = page.url
        start, other_start = handle.get_attribute(attribute), other.get_attribute(attribute)
        fingers = Fingers(page)
        fingers.down(1, *middle(handle))
        fingers.move(1, dx, dy)
        expect(handle).not_to_have_attribute(attribute, start)
        moved = handle.get_attribute(attribute)
        fingers.down(2, *middle(other))
        fingers.move(2, 2 * dx, 2 * dy)
        fingers.up(2)
        assert handle.get_attribute(attribute) == moved
        if other.get_attribute("aria-label") != handle.get_attribute("aria-label"):
            assert other.get_attribute(attribute) == other_start
        fingers.move(1, dx, dy)
        expect(handle).not_to_have_attribute(attribute, moved)
        last = handle.get_attribute("aria-valuenow")
        fingers.up(1)
        fingers.gone()
        at_rest(page)
        expect(handle).to_have_attribute("aria-valuenow", last)
        page.wait_for_url(lambda url: url != before)

    def test_a_message_broken_on_its_way_leaves_the_last_good_picture(self, open_once):
        page, handle = self.opened(open_once)
        name = self.dragged.sent
        said = page.locator(".st-key-verdict").inner_text()
        page.evaluate(
            """(name) => {
                const whole = JSON.stringify
                window.mend = () => (JSON.stringify = whole)
                JSON.stringify = (value, ...more) =>
                  whole(value, (key, part) => (key === name ? null : part), ...more)
            }""",
            name,
        )
        handle.focus()
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowLeft")
        at_rest(page)
        if name != "value":
            expect(page.get_by_text(f"{name.capitalize()} must be a list")).to_be_visible()
        expect(page.locator(".st-key-verdict")).to_have_text(said)
        page.evaluate("mend()")
        before = page.url
        page.keyboard.press("PageUp")
        page.wait_for_url(lambda url: url != before)
        expect(page.get_by_text("must be a list")).to_have_count(0)
