"""The instance goes along by the menu, whatever the address brings; Back asks again what was asked."""

import re
import time

from playwright.sync_api import expect

from tools.rest import at_rest, choose_page, settle


def test_a_changed_difference_is_the_arms_of_the_next_page_and_back_finds_the_page_as_it_was(tab):
    late = []

    def connect(socket):
        def pass_on(message):
            time.sleep(late.pop() if late and b"glossary" in message else 0)
            socket.send(message)

        socket.connect_to_server().on_message(pass_on)

    tab.page.route_web_socket(re.compile("_stcore/stream"), connect)
    page = tab.open("choose_epsilon")
    better, arms = page.locator(".st-key-better input"), page.locator(".st-key-arms input")
    expect(page.locator(".st-key-answer .st-key-verdict")).to_contain_text("10 points")
    at_rest(page)
    choose_page(page, "Reference", "Glossary")
    page.wait_for_url(re.compile("/glossary.*arms="))
    page.go_back()
    expect(better).to_have_value("10")
    expect(arms).to_be_hidden()
    better.fill("12")
    better.press("Enter")
    page.wait_for_url(re.compile("better=12"))
    settle(page)
    asked = page.url
    late.append(2)
    choose_page(page, "Reference", "Glossary")
    page.wait_for_url(re.compile(r"/glossary.*arms=0\.3\W.*0\.42"))
    expect(page).not_to_have_url(re.compile("better"))
    page.go_back()
    expect(better).to_have_value("12")
    expect(page).to_have_url(asked)
    page.go_forward()
    page.wait_for_url(re.compile(r"/glossary.*arms=0\.3\W.*0\.42"))


def test_back_before_an_answer_to_what_is_typed_opens_the_page_as_it_was_and_forward_what_was_typed(open_page):
    page = open_page("?approximate=true")
    asked = page.url
    choose_page(page, "Plan a study", "Choose ε")
    settle(page)
    at_rest(page)
    people = page.locator(".st-key-people input")
    people.fill("3333")
    people.press("Enter")
    page.go_back()
    at_rest(page)
    expect(page.get_by_role("heading", name="What does privacy cost?")).to_be_visible()
    expect(page).to_have_url(asked)
    page.go_forward()
    expect(people).to_have_value("3333")
