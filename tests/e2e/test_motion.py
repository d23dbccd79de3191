"""What moves is decoration: nobody waits for it, a tap ends it, and nothing of it is left."""

import pytest

from tests.e2e import cards
from tests.e2e.tiles import look_at_a_play, make_move, my_turn, new_table, play_turn

FLYING = ".flyer"
FLOWN = """() => {
    window.flown = 0;
    new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
            for (const node of addedNodes) if (node.className === 'flyer') window.flown += 1;
    }).observe(document.body, {childList: true});
}"""
STILL = """() => !document.querySelector('.flyer, .shout, .burst') && !document.getAnimations()
    .filter((one) => one.playState === 'running').map((one) => one.effect.getTiming())
    .some(({duration, iterations}) => duration > 1 && iterations < Infinity)"""
"""Nothing runs but what breathes for ever; what is switched off takes no time to speak of."""


def at_a_table(visit, motion="no-preference", **options):
    page = visit(reduced_motion=motion)
    table = new_table(page, **options)
    page.goto(page.url.rstrip("/") + f"/t/{table}")
    page.locator(".players").wait_for()
    return page


def slow_down(page):
    """Every animation takes a hundred times as long: what happens meanwhile did not wait for it.

    What moves already comes to rest first: a tap that finishes it would hurry its answer as well.
    """
    page.wait_for_function(
        "() => !document.getAnimations().some((one) => one.pending || "
        "(one.playState === 'running' && one.effect.getComputedTiming().endTime < Infinity))"
    )
    session = page.context.new_cdp_session(page)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": 0.01})


def wait_for_turn(page):
    page.wait_for_function("() => document.querySelector('.rack:not(.waiting)')")


def test_a_move_never_waits_for_an_animation(visit):
    """While the tiles of the other still fly, the board holds them and the next move is made."""
    page = at_a_table(visit)
    wait_for_turn(page)
    play_turn(page, before_play=slow_down)
    wait_for_turn(page)
    while not page.locator(f"{FLYING} .flying-tile").count():  # the other traded
        play_turn(page)
        wait_for_turn(page)
    flying = page.locator(f"{FLYING} .flying-tile [data-tile]").evaluate_all(  # not what I traded
        "(all) => all.map((one) => one.dataset.tile)"
    )
    lying = page.locator("[data-cell].last [data-tile]").evaluate_all(
        "(all) => all.map((one) => one.dataset.tile)"
    )
    assert flying
    assert set(flying) <= set(lying)
    play_turn(page)


@pytest.mark.parametrize("end", ["key", "tap"])
def test_a_tap_or_any_key_ends_what_moves(visit, end):
    """A tap anywhere, and a key that means nothing else."""
    page = at_a_table(visit)
    wait_for_turn(page)
    make_move(page, before_play=slow_down)
    page.locator(FLYING).first.wait_for(state="attached")
    wait_for_turn(page)
    if end == "key":
        page.keyboard.press("F8")
    else:
        page.locator(".bar .title").click()
    page.wait_for_function(f"() => !document.querySelector('{FLYING}')")


def test_quick_moves_leave_nothing_behind(visit):
    """After some turns as fast as they can be made, only the table is there."""
    page = at_a_table(visit, bots=(1, 1))
    page.evaluate(FLOWN)
    for _ in range(4):
        wait_for_turn(page)
        assert my_turn(page)
        play_turn(page)
    assert page.evaluate("window.flown") > 0
    page.wait_for_function(STILL)
    hidden = "(all) => all.filter((one) => getComputedStyle(one).opacity !== '1').length"
    assert page.locator("[data-cell], .laid").evaluate_all(hidden) == 0


@pytest.mark.parametrize("edition", ["classic", "cards"])
def test_nothing_moves_for_those_who_want_it_so(visit, edition):
    """No flyer ever appears; a whole turn is played and answered."""
    page = at_a_table(visit, motion="reduce", edition=edition)
    page.evaluate(FLOWN)
    if edition == "cards":
        page.locator(cards.MINE).first.wait_for()
        cards.by_taps(page)
    else:
        wait_for_turn(page)
        play_turn(page)
    assert page.evaluate("window.flown") == 0
    assert page.evaluate(STILL)


def test_an_idea_lies_on_the_card_mat_and_a_tap_takes_it(visit):
    """Ghosts where the cards would lie; then they lie there."""
    page = at_a_table(visit, "reduce", edition="cards", hints=True)
    cards.until_playable(page)
    look_at_a_play(page)
    ghosts = page.locator(".ghost")
    ghosts.first.wait_for()
    tiles = ghosts.locator("[data-tile]").evaluate_all(
        "(all) => all.map((one) => one.dataset.tile).sort()"
    )
    ghosts.first.click()
    page.locator(cards.READY).wait_for()
    laid = page.locator(":is([data-news=mine], [data-news=moved]) [data-tile]").evaluate_all(
        "(all) => all.map((one) => one.dataset.tile).sort()"
    )
    assert laid == tiles
    assert ghosts.count() == 0
