"""Dragging in a real browser: by the mouse, by fingers, and by keys."""

from playwright.sync_api import expect

from tools.rest import next_frame


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
    handle.scroll_into_view_if_needed()
    grip = handle.locator(".grip")
    box = (grip if grip.count() else handle).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def hold(page, handle, dx=0, dy=0):
    """Drag the handle, and do not let go; where it was taken."""
    x, y = middle(handle)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx, y + dy, steps=4)
    next_frame(page)
    return x, y
