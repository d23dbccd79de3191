"""Replies to questions; what takes long is computed by a worker."""

from __future__ import annotations

from msgspec.structs import replace

from qwirkle.faults import Refusal
from qwirkle.server.domain.answers import problem_of
from qwirkle.server.domain.room import Room
from qwirkle.server.node import jobs
from qwirkle.server.node.pool import Job, Pool
from qwirkle.server.protocol import legality, questions
from qwirkle.server.protocol.editions import Laid
from qwirkle.server.protocol.legal_moves import LegalMove, LegalMoveList
from qwirkle.server.protocol.messages import Advised
from qwirkle.server.protocol.questions import Hinted, Reply, Unanswered, view_of

MOST_HINTS = 3
HINT_BUDGET = 0.5
"""Seconds to think about a hint, if nothing else waits."""
HINT_SECONDS = 6.0
ARRANGEMENT_SECONDS = 2.0
"""Deadlines for the answers to questions."""


async def reply(
    room: Room, seat: int | None, question: questions.AnyQuestion, pool: Pool, lang: str
) -> Reply:
    """The reply to a question, or why there is none."""
    try:
        asker = questions.check_asker(room, seat)
        match question:
            case questions.Check():
                return questions.checked(room, asker, question, lang)
            case questions.Arrangement(id=name, cards=cards):
                return questions.arranged(name, await _arrangement(room, asker, cards, pool))
            case questions.ListMoves(id=name):
                return replace(await legal_moves(room, asker, pool), id=name)
            case questions.Hint(id=name):
                return Hinted(id=name, moves=await _hints(room, asker, pool, lang))
    except Refusal as reason:
        return Unanswered(id=question.id, problem=problem_of(reason).said(lang))


async def legal_moves(room: Room, seat: int, pool: Pool) -> LegalMoveList:
    """What a seat may do now; in the card game with the arrangements that are worth a thought."""
    known = legality.legal_moves(room, seat)
    if room.turn != seat or known.complete:
        return known
    mine = view_of(room, seat)
    moves, complete = await pool.run(
        Job(
            work=jobs.more_moves,
            args=(mine.edition, mine.position),
            people=(room.seat(seat).person,),
            table=room.id,
            seconds=ARRANGEMENT_SECONDS,
        )
    )
    return LegalMoveList(room.seq, [LegalMove(*one) for one in moves], 0, complete=complete)


async def _arrangement(room: Room, seat: int, codes: list[str], pool: Pool) -> Laid:
    return await pool.run(
        Job(
            work=jobs.lay,
            args=questions.cards_to_lay(room, seat, codes),
            people=(room.seat(seat).person,),
            table=room.id,
            seconds=ARRANGEMENT_SECONDS,
        )
    )


async def _hints(room: Room, seat: int, pool: Pool, lang: str) -> list[Advised]:
    questions.check_hint(room, seat)
    return await pool.run(
        Job(
            work=jobs.advise,
            args=(view_of(room, seat), lang, MOST_HINTS),
            people=(room.seat(seat).person,),
            table=room.id,
            lane="slow",
            seconds=HINT_SECONDS,
            budget=HINT_BUDGET,
        )
    )
