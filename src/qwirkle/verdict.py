"""What a record proves, sentence by sentence, and no more than that.

A record can prove four things, each by other means: that its moves follow the rules, that its
shuffles and draws follow from the seed, that a server vouches for all that the seed does not bind
(who played, a start decided by age, who resigned), and that the server's log is the one that was
seen while the game was played.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from qwirkle import signing
from qwirkle.chain import PublicLog, Receipt
from qwirkle.events import Committed, Ended, Joined, Moved, Resigned, Revealed
from qwirkle.locales import say
from qwirkle.notation import BadRecord
from qwirkle.replay import Replay

Signature = Literal["none", "good", "bad", "unchecked"]
"""Of a record: it has none; it fits; it does not; it could not be checked here."""


@dataclass(frozen=True)
class Verdict:
    """What is proven of a record that can be read."""

    replay: Replay
    keys: tuple[str, ...] = ()
    """The keys that are trusted: of this server, or as the user named them."""
    log: PublicLog | None = None
    receipt: Receipt | None = None

    @cached_property
    def signature(self) -> Signature:
        signed = self.replay.signed
        if signed is None:
            return "none"
        fits = signing.fits(signed.key, signed.signature, self.replay.signed_text)
        return "unchecked" if fits is None else "good" if fits else "bad"

    @property
    def trusted(self) -> bool:
        """Whether the record is signed with a key that is trusted."""
        signed = self.replay.signed
        return self.signature == "good" and signed is not None and signed.key in self.keys

    @property
    def holds(self) -> bool:
        """Whether everything is in order that was there to be checked."""
        asked_for_key = bool(self.keys) and not self.trusted
        return not (
            self.replay.doubt
            or self.signature == "bad"
            or asked_for_key
            or (self.log and not self.same_log)
            or (self.receipt and not self.kept)
        )

    @cached_property
    def same_log(self) -> bool:
        """Whether a log tells the game of this record."""
        log, played = self.log, self.replay.played
        if log is None or played is None or played.table != log.table:
            return False
        if not log.holds(log.receipt):
            return False
        return log.head(played.seq) == played.head and logged_facts(log.events) == recorded_facts(
            self.replay
        )

    @property
    def kept(self) -> bool:
        """Whether the log is the one for which a receipt was kept."""
        log, receipt = self.log, self.receipt
        return bool(log and receipt and log.holds(receipt)) and not self.receipt_forged

    @cached_property
    def receipt_forged(self) -> bool:
        """Whether a receipt is not from the server: of another key, or not signed by its own."""
        it, signed = self.receipt, self.replay.signed
        if it is None:
            return False
        known = (*self.keys, signed.key) if signed else self.keys
        return it.key not in known or signing.fits(it.key, it.signature, it.text) is False

    def sentences(
        self, lang: str, whose: str = "named", called: Callable[[str], str] = str
    ) -> list[str]:
        """For people; ``whose`` the trusted keys are: ``named`` by the user, or ``here``.

        A player is ``called`` what the reader's language calls them.
        """
        said = [say("ui.verify.rules", lang), *self._shuffle(lang, called)]
        if self.replay.game.start.why == "given":
            said.append(say("ui.verify.given", lang))
        said.append(self._signed(lang, whose))
        said += self._logged(lang)
        if not self.replay.game.outcome:
            said.append(say("ui.verify.so_far", lang))
        return said

    def _shuffle(self, lang: str, called: Callable[[str], str]) -> Iterator[str]:
        replay = self.replay
        if replay.doubt:
            yield replay.doubt.say(lang)
            yield say("ui.verify.failed", lang)
            return
        yield say("ui.verify.commitment", lang, digest=replay.game.commitment)
        for key, names in replay.contributions:
            yield say(key, lang, players=", ".join(map(called, names)))
        yield say("ui.verify.shuffles", lang, n=replay.proven_shuffles)
        yield say("ui.verify.draws", lang, n=replay.proven_draws)
        if replay.proven_lot:
            yield say("ui.verify.lot", lang)

    def _signed(self, lang: str, whose: str) -> str:
        signed, found = self.replay.signed, self.signature
        if signed is None or found == "none":
            return say("ui.verify.unsigned", lang)
        if found == "unchecked":
            return say("ui.verify.unchecked", lang, command='pip install "qwirkle[server]"')
        if found == "bad":
            return say("ui.verify.forged", lang)
        by = whose if self.trusted else "other" if self.keys else "any"
        return say(f"ui.verify.signed.{by}", lang, public=signed.key)

    def _logged(self, lang: str) -> Iterator[str]:
        if self.log:
            game = "same" if self.same_log else "other"
            yield say(f"ui.verify.log.{game}", lang)
        if self.receipt:
            found = "forged" if self.receipt_forged else "kept" if self.kept else "broken"
            yield say(f"ui.verify.receipt.{found}", lang, number=self.receipt.seq)


def unreadable(reason: BadRecord, lang: str) -> list[str]:
    """Of a record with a line that cannot be: nothing is proven."""
    return [reason.say(lang), say("ui.verify.nothing", lang)]


Facts = dict[str, Any]
"""What both a log and a record tell of a game: who played, what they did, and how it ended."""


def recorded_facts(replay: Replay) -> Facts:
    """The facts of a record, as everybody could see them while it was played."""
    facts: Facts = {"seats": [], "moves": []}
    for _, event in replay.lines:
        match event if isinstance(event, Revealed) else event.seen_by(None):
            case Joined(_, name, age):
                facts["seats"].append((name, age))
            case Committed(digest):
                facts["commitment"] = digest
            case Moved(seat, move, points, _):
                facts["moves"].append((seat, str(move), points))
            case Resigned(seat):
                facts["moves"].append((seat, "resign", 0))
            case Ended(rule, winners):
                facts["end"] = rule, list(winners)
            case Revealed(bytes() as seed):
                facts["seed"] = seed.hex()
    return facts


def logged_facts(events: Collection[dict[str, Any]]) -> Facts | None:
    """The facts of a public log; None where it is not the log of a game."""
    try:
        facts: Facts = {"seats": _seats(events), "moves": _moves(events)}
        for event in events:
            match event["type"]:
                case "created":
                    facts["commitment"] = event["commitment"]
                case "ended":
                    facts["end"] = event["rule"], event["winners"]
                case "revealed":
                    facts["seed"] = event["seed"]
    except (KeyError, TypeError):
        return None
    return facts


def _seats(events: Collection[dict[str, Any]]) -> list[tuple[str, int | None]]:
    """Who sat where when the game began, and how old they are."""
    seats: dict[int, tuple[str, int | None]] = {}
    for event in events:
        if event["type"] == "seated":
            seats[event["seat"]] = event["name"], event.get("age")
        elif event["type"] == "stood":
            del seats[event["seat"]]
    return [seats[seat] for seat in sorted(seats)]


def _moves(events: Collection[dict[str, Any]]) -> list[tuple[int, str, int]]:
    """What was played and not taken back."""
    moves: list[tuple[int, str, int]] = []
    for event in events:
        match event["type"]:
            case "moved":
                moves.append((event["seat"], event["move"], event["points"]))
            case "resigned":
                moves.append((event["seat"], "resign", 0))
            case "undone":
                del moves[-event["moves"] :]
    return moves
