"""The pool of worker processes: fair, bounded, in time; and what is asked of it."""

import asyncio
import sys
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from qwirkle.server.domain.refusals import Refused
from qwirkle.server.node.fair_queue import QUICK_IN_A_ROW, Bounds, FairQueue, Full, Queued
from qwirkle.server.node.metrics import Metrics
from qwirkle.server.node.pool import LEAST_BUDGET, Job, Late, Lost, Pool
from qwirkle.server.node.worker import MEMORY
from tests.server import work

PATIENCE = 60.0


def add(queue, *names, lane="quick", **more):
    """Let entries wait that are called ``person/table``, or ``person/table/number``."""
    entries = []
    for name in names:
        person, table = name.split("/")[:2]
        entries.append(Queued(name, lane, person, table))
        queue.add(entries[-1], **more)
    return entries


def taken(queue, **how):
    names = []
    while entry := queue.take(**how):
        names.append(entry.work)
    return names


def test_people_take_turns_and_so_do_their_tables():
    """Somebody with many tables waits for themselves."""
    queue: FairQueue[str] = FairQueue()
    add(queue, "ada/1/a", "ada/1/b", "ada/2/a", "ada/3/a", "bo/1", "cy/1", "cy/2")
    assert taken(queue) == ["ada/1/a", "bo/1", "cy/1", "ada/2/a", "cy/2", "ada/3/a", "ada/1/b"]
    assert (len(queue), queue.of("ada")) == (0, 0)


def test_quick_work_goes_first_and_slow_work_is_not_starved():
    """One slow job after every four quick ones; where there are no quick ones, all of them."""
    queue: FairQueue[str] = FairQueue(Bounds(person=99))
    quick = [f"ada/1/{n}" for n in range(9)]
    add(queue, *quick)
    add(queue, "bo/1", "bo/2", "bo/3", lane="slow")
    four = QUICK_IN_A_ROW
    expected = [*quick[:four], "bo/1", *quick[four : 2 * four], "bo/2", *quick[2 * four :], "bo/3"]
    assert taken(queue) == expected


def test_a_worker_for_quick_work_takes_no_other():
    """Whatever waits in the slow lane."""
    queue: FairQueue[str] = FairQueue()
    add(queue, "bo/1", lane="slow")
    add(queue, "ada/1")
    assert taken(queue, slow=False) == ["ada/1"]
    assert queue.waiting("slow") == 1


def test_a_queue_has_room_for_so_much():
    """Of one person and in all; what must be done is let in."""
    queue: FairQueue[str] = FairQueue(Bounds(person=2, total=3))
    add(queue, "ada/1", "ada/2")
    with pytest.raises(Full):
        add(queue, "ada/3")
    add(queue, "bo/1")
    with pytest.raises(Full):
        add(queue, "cy/1")
    add(queue, "cy/1", bounded=False)
    assert taken(queue) == ["ada/1", "bo/1", "cy/1", "ada/2"]


def test_what_is_taken_out_is_not_done_and_others_wait():
    """The others keep their places."""
    queue: FairQueue[str] = FairQueue()
    one, _, _, four = add(queue, "ada/1", "ada/2", "bo/1", "cy/1")
    assert queue.remove(one)
    assert queue.remove(four)
    assert not queue.remove(one)
    assert queue.take(lambda person: person != "ada").work == "bo/1"
    assert taken(queue) == ["ada/2"]


@asynccontextmanager
async def pool(workers=1, **more):
    made = Pool(workers, Metrics(), **more)
    try:
        yield made
    finally:
        made.close()


def job(what, *args, by=("ada",), seconds=PATIENCE, **more):
    return Job(work=what, args=args, people=by, seconds=seconds, **more)


async def until(what):
    """Wait until something is so; for long enough on any machine."""
    async with asyncio.timeout(PATIENCE):
        while not what():
            await asyncio.sleep(0.005)


def became(made, outcome):
    return made.metrics.jobs.labels(outcome)._value.get()


class Held:
    """Workers that are busy until they are let go."""

    def __init__(self, made, where, *names, **more):
        self.files = [where / f"{name}-began" for name in names]
        self.go = where / f"{names[0]}-go"
        self.tasks = [
            asyncio.create_task(made.run(job(work.hold, str(file), str(self.go), **more)))
            for file in self.files
        ]

    async def begun(self):
        await until(lambda: all(file.exists() for file in self.files))

    async def let_go(self):
        self.go.touch()
        await asyncio.gather(*self.tasks)


def test_waiting_work_is_done_in_fair_order(tmp_path):
    """One person asks for much before others come."""

    async def run():
        async with pool() as made:
            held = Held(made, tmp_path, "first", by=("dee",))
            await held.begun()
            wanted = [("a1", "ada", "quick"), ("a2", "ada", "quick"), ("a3", "ada", "quick")]
            wanted += [("h1", "ada", "slow"), ("b1", "bo", "quick"), ("c1", "cy", "quick")]
            waiting = []
            for name, person, lane in wanted:
                noted = job(work.note, str(tmp_path / "done"), name, by=(person,), lane=lane)
                waiting.append(asyncio.create_task(made.run(noted)))
                await until(lambda: made.waiting == len(waiting))
            await held.let_go()
            assert await asyncio.gather(*waiting) == [name for name, _, _ in wanted]

    asyncio.run(run())
    assert (tmp_path / "done").read_text().split() == ["a1", "b1", "c1", "h1", "a2", "a3"]


def test_too_much_is_refused_with_a_sentence(tmp_path):
    """Of questions; a computer player's move is never refused."""

    async def run():
        async with pool(bounds=Bounds(person=1, total=9)) as made:
            held = Held(made, tmp_path, "first")
            await held.begun()
            one = asyncio.create_task(made.run(job(work.pid)))
            await until(lambda: made.waiting == 1)
            with pytest.raises(Refused) as refused:
                await made.run(job(work.pid))
            assert (refused.value.code, refused.value.key) == ("limit", "serve.busy")
            must = asyncio.create_task(made.run(job(work.pid, bounded=False)))
            await until(lambda: made.waiting == 2)
            await held.let_go()
            assert await one == await must
            assert became(made, "refused") == 1

    asyncio.run(run())


def test_work_that_takes_too_long_is_killed_and_the_worker_replaced():
    """The caller gets an error, and the next one is served by another process."""

    async def run():
        async with pool() as made:
            before = await made.run(job(work.pid))
            with pytest.raises(Late) as late:
                await made.run(job(work.hold_for_ever, seconds=0.2))
            assert (late.value.code, late.value.key) == ("limit", "serve.late")
            after = await made.run(job(work.pid))
            assert before != after
            await until(lambda: not Path(f"/proc/{before}").exists())

    asyncio.run(run())


def test_work_is_done_again_where_its_process_dies(tmp_path):
    """Once; a second death is the work's own fault."""

    async def run():
        async with pool() as made:
            assert await made.run(job(work.die_once, str(tmp_path / "died"))) == "alive"
            with pytest.raises(Lost):
                await made.run(job(work.die))
            assert isinstance(await made.run(job(work.pid)), int)

    asyncio.run(run())


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not count the same")
def test_work_that_asks_for_too_much_memory_fails_alone():
    """The process is still there for the next."""

    async def run():
        async with pool() as made:
            before = await made.run(job(work.pid))
            with pytest.raises(MemoryError):
                await made.run(job(work.eat, 2 * MEMORY))
            assert await made.run(job(work.pid)) == before

    asyncio.run(run())


def test_a_refusal_arrives_as_it_was_raised():
    """With the rule that was broken; what cannot travel is named."""
    refusal = Refused("rule", "serve.bad", detail="x")
    refusal.rule = "T10"

    async def run():
        async with pool() as made:
            with pytest.raises(Refused) as refused:
                await made.run(job(work.fail, refusal))
            assert (refused.value.rule, str(refused.value)) == ("T10", str(refusal))

    asyncio.run(run())


def test_a_request_that_stops_waiting_leaves_the_queue(tmp_path):
    """The work is never begun."""

    async def run():
        async with pool() as made:
            held = Held(made, tmp_path, "first")
            await held.begun()
            noted = job(work.note, str(tmp_path / "done"), "in vain")
            asked = asyncio.create_task(made.run(noted))
            await until(lambda: made.waiting == 1)
            asked.cancel()
            with suppress(asyncio.CancelledError):
                await asked
            assert (made.waiting, became(made, "dropped")) == (0, 1)
            await held.let_go()
            await made.run(job(work.pid))
            assert not (tmp_path / "done").exists()

    asyncio.run(run())


def test_work_that_has_begun_ends_with_its_caller(tmp_path, monkeypatch):
    """Its process is ended long before its deadline, and another one serves the next."""
    monkeypatch.setattr("qwirkle.server.node.pool.GRACE", 0.01)

    async def run():
        async with pool() as made:
            before = await made.run(job(work.pid))
            held = Held(made, tmp_path, "first", seconds=3600)
            await held.begun()
            held.tasks[0].cancel()
            after = await asyncio.wait_for(made.run(job(work.pid)), PATIENCE)
            assert before != after
            assert (became(made, "dropped"), became(made, "lost")) == (1, 0)
            await until(lambda: not Path(f"/proc/{before}").exists())

    asyncio.run(run())


def test_work_that_ends_soon_keeps_its_process(tmp_path, monkeypatch):
    """A new one would take longer to start; the next job is not disturbed."""
    monkeypatch.setattr("qwirkle.server.node.pool.GRACE", 0.2)

    async def run():
        async with pool() as made:
            before = await made.run(job(work.pid))
            held = Held(made, tmp_path, "first")
            await held.begun()
            held.tasks[0].cancel()
            held.go.touch()
            next_one = Held(made, tmp_path, "second")
            await next_one.begun()
            await asyncio.sleep(0.3)
            await next_one.let_go()
            assert await made.run(job(work.pid)) == before

    asyncio.run(run())


def test_the_more_waits_the_less_is_thought(tmp_path):
    """Each job gets its share when it begins; something is left for the last of many."""

    async def run():
        async with pool(bounds=Bounds(person=999)) as made:
            held = Held(made, tmp_path, "first")
            await held.begun()
            asked = [
                asyncio.create_task(made.run(job(work.given, budget=0.6, lane="slow")))
                for _ in range(3)
            ]
            await until(lambda: made.waiting == 3)
            await held.let_go()
            assert await asyncio.gather(*asked) == pytest.approx([0.2, 0.3, 0.6])
            many = [made.run(job(work.given, budget=0.6)) for _ in range(100)]
            assert min(await asyncio.gather(*many)) == LEAST_BUDGET
            assert made.budget(0.005) == 0.005

    asyncio.run(run())


@pytest.mark.parametrize("more", [{"by": ("ada",)}, {"lane": "slow", "by": ("ada", "bo", "dee")}])
def test_no_person_and_no_slow_work_holds_all_the_workers(tmp_path, more):
    """Somebody else's quick work finds one free."""

    async def run():
        async with pool(2) as made:
            await made.run(job(work.pid))
            held = Held(made, tmp_path, "first", "second", **more)
            await until(lambda: any(file.exists() for file in held.files))
            for _ in range(3):
                await made.run(job(work.pid, by=("cy",)))
            assert [file.exists() for file in held.files] == [True, False]
            await held.let_go()

    asyncio.run(run())


def test_work_for_several_people_takes_the_turn_of_the_one_who_waits_least(tmp_path):
    """Somebody at a table with a person who asks for much does not wait for them."""

    async def run():
        async with pool() as made:
            held = Held(made, tmp_path, "first", by=("dee",))
            await held.begun()
            done = str(tmp_path / "done")
            asked = []
            for name, people in [("a1", ["ada"]), ("a2", ["ada"]), ("both", ["ada", "bo"])]:
                noted = job(work.note, done, name, by=tuple(people))
                asked.append(asyncio.create_task(made.run(noted)))
                await until(lambda: made.waiting == len(asked))
            await held.let_go()
            await asyncio.gather(*asked)

    asyncio.run(run())
    assert (tmp_path / "done").read_text().split() == ["a1", "both", "a2"]


def test_closing_answers_those_who_wait(tmp_path):
    """Nobody waits for ever, for work that runs or that was still to run."""

    async def run():
        async with pool() as made:
            running = asyncio.create_task(made.run(job(work.hold_for_ever)))
            waiting = asyncio.create_task(made.run(job(work.pid)))
            await until(lambda: made.waiting == 1)
            made.close()
            for asked in running, waiting:
                with pytest.raises(Lost):
                    await asyncio.wait_for(asked, PATIENCE)
            with pytest.raises(Lost):
                await asyncio.wait_for(made.run(job(work.pid)), PATIENCE)

    asyncio.run(run())


def test_a_stop_while_the_processes_start_is_no_failure(capsys):
    """It is what happens to a server that is stopped as soon as it runs."""

    async def run():
        async with pool(2) as made:
            made.start()
            await until(lambda: all(worker.pid for worker in made.workers))
            made.close()
            await until(lambda: not made._tasks)

    asyncio.run(run())
    assert "failed" not in capsys.readouterr().out
