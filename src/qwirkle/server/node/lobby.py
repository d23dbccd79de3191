"""Lists of tables, each as it is now."""

from __future__ import annotations

from qwirkle.server.node.dispatcher import Dispatcher
from qwirkle.server.storage import listings, projections
from qwirkle.server.storage.listings import TableLine


async def open_tables(dispatcher: Dispatcher) -> list[TableLine]:
    names = await dispatcher.store.read(projections.listed)
    return [listings.line(await dispatcher.refresh(name)) for name in names]


async def tables_of(dispatcher: Dispatcher, person: str, most: int = 50) -> list[TableLine]:
    names = await dispatcher.store.read(lambda c: projections.tables_of(c, person, most))
    return [listings.line(await dispatcher.refresh(name), person) for name in names]
