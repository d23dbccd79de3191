"""Alembic runs this: in the transaction of the connection that it was given."""

from alembic import context

from qwirkle.server.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=False,
)
context.run_migrations()
