"""Many questions, asked of several processes at once: the engine answers one at a time in each.

A process is a plain interpreter that reads questions and writes answers, a line each. It needs
nothing of the program that started it, so a script without a main guard can ask, too. The answers
do not depend on how many processes there are.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from threading import Thread

from qwirkle import kernel

Done = Callable[[int, int], object]
"""Is told how many questions have been answered, and of how many."""

FEW = 4
"""Questions for which no process is worth its start."""


def cores() -> int:
    """How many processes can run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def ask_all(questions: Sequence[str], jobs: int, done: Done) -> list[str]:
    """The answers, in the order of the questions."""
    jobs = min(jobs, len(questions) // FEW)
    if jobs > 1 and sys.executable:  # a program that embeds Python may not know any
        return _Crew(questions, done).answers(jobs)
    answers = []
    for at, question in enumerate(questions, 1):
        answers.append(kernel.ask(question))
        done(at, len(questions))
    return answers


class _Crew:
    """Processes that take the next question whenever they are free."""

    def __init__(self, questions: Sequence[str], done: Done) -> None:
        self.questions = questions
        self.done = done
        self.waiting: SimpleQueue[int] = SimpleQueue()
        self.answered: SimpleQueue[tuple[int, str] | None] = SimpleQueue()
        for at in range(len(questions)):
            self.waiting.put(at)

    def answers(self, jobs: int) -> list[str]:
        """A process that fails leaves its questions to this one."""
        found: dict[int, str] = {}
        running = [_start() for _ in range(jobs)]
        try:
            for process in running:
                Thread(target=self._serve, args=[process], daemon=True).start()
            while jobs:
                answer = self.answered.get()
                if answer is None:
                    jobs -= 1
                else:
                    found[answer[0]] = answer[1]
                    self.done(len(found), len(self.questions))
        finally:
            for process in running:
                process.kill()
                process.wait()
        for at, question in enumerate(self.questions):
            if at not in found:
                found[at] = kernel.ask(question)
                self.done(len(found), len(self.questions))
        return [found[at] for at in range(len(self.questions))]

    def _serve(self, process: subprocess.Popen[str]) -> None:
        """One thread for each process: give a question, wait for its answer."""
        assert process.stdin is not None  # noqa: S101
        assert process.stdout is not None  # noqa: S101
        try:
            with process.stdin as questions, process.stdout as answers:
                while True:
                    at = self.waiting.get_nowait()
                    questions.write(json.dumps(self.questions[at]) + "\n")
                    questions.flush()
                    answer = answers.readline()
                    if not answer:
                        break
                    self.answered.put((at, answer.rstrip("\n")))
        except (Empty, OSError, ValueError):
            pass
        finally:
            self.answered.put(None)


def _start() -> subprocess.Popen[str]:
    program = f"from {__name__} import main; main()"
    return subprocess.Popen(  # noqa: S603
        [sys.executable, "-c", program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        encoding="ascii",
    )


def main() -> None:
    """Answer questions until there are no more."""
    for line in sys.stdin:
        sys.stdout.write(kernel.ask(json.loads(line)) + "\n")
        sys.stdout.flush()
