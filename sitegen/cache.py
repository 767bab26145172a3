"""What was made before, in one SQLite file, by the content that it was made of.

Nothing depends on it: what is not there is made again, and a file that is damaged, of another
version, locked or on a full disk is as good as none. It may be copied to another machine or removed
at any time. A use counts as recent by the number of builds since, so no clock is asked.
"""

from __future__ import annotations

import hashlib
import sqlite3
import threading
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

FILE = "cache.sqlite"
"""The name of the file in the folder of the cache."""

FORMAT = 1
"""The version of the tables; a file of another one is begun anew."""

RECENT = 50
"""After how many builds without a use a thing may be pruned."""

WAITING = 16_000_000
"""How many bytes may wait to be written: what a build that is killed may have made in vain."""

_APPLICATION = 0x73676E31  # 'sgn1': what `file` tells of a SQLite file of ours
_TABLES = """
CREATE TABLE thing (
  kind TEXT NOT NULL, key BLOB NOT NULL, value BLOB NOT NULL, digest BLOB NOT NULL,
  used INTEGER NOT NULL, PRIMARY KEY (kind, key)) WITHOUT ROWID;
CREATE TABLE builds (number INTEGER NOT NULL);
INSERT INTO builds VALUES (0);
"""


class Kind(NamedTuple):
    """How many things of a kind there are, and of how many bytes."""

    name: str
    things: int
    size: int


def key(*parts: str | bytes) -> bytes:
    """Return the key of what is made of some texts and bytes."""
    digest = hashlib.blake2b(digest_size=20)
    for part in parts:
        content = part.encode("utf-8", "surrogateescape") if isinstance(part, str) else part
        digest.update(len(content).to_bytes(8, "big"))
        digest.update(content)
    return digest.digest()


class Cache:
    """An open cache; as a context manager it is closed, and what was put in is kept.

    Threads take turns.
    """

    def __init__(self, path: Path) -> None:
        """Open the file, or make it. `problem` says why there is none, if there is none."""
        self.path = path
        self.problem = ""
        self._new: dict[tuple[str, bytes], bytes] = {}
        self._used: set[tuple[str, bytes]] = set()
        self._waiting = 0
        self._turn = threading.RLock()
        self._number = 0
        self._database: sqlite3.Connection | None = None
        try:
            self._database = _opened(path)
            self._database.execute("UPDATE builds SET number = number + 1")
            (self._number,) = self._database.execute("SELECT number FROM builds").fetchone()
            self._database.commit()
        except (OSError, sqlite3.Error) as error:
            self._fail(error)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def get(self, kind: str, name: bytes) -> bytes | None:
        """Return what was put in under a kind and a key, if it is there and undamaged."""
        with self._turn:
            return self._get(kind, name)

    def _get(self, kind: str, name: bytes) -> bytes | None:
        if (kind, name) in self._new:
            return self._new[kind, name]
        if self._database is None:
            return None
        try:
            found = self._database.execute(
                "SELECT value, digest, used FROM thing WHERE kind = ? AND key = ?", (kind, name)
            ).fetchone()
        except sqlite3.Error as error:
            self._fail(error)
            return None
        if found is None or key(found[0]) != found[1]:
            return None
        if found[2] < self._number - RECENT // 5:
            self._used.add((kind, name))
        return bytes(found[0])

    def has(self, kind: str, name: bytes) -> bool:
        """Return whether something was put in under a kind and a key, damaged or not."""
        with self._turn:
            if (kind, name) in self._new:
                return True
            try:
                return self._database is not None and bool(
                    self._database.execute(
                        "SELECT 1 FROM thing WHERE kind = ? AND key = ?", (kind, name)
                    ).fetchone()
                )
            except sqlite3.Error as error:
                self._fail(error)
                return False

    def put(self, kind: str, name: bytes, value: bytes) -> None:
        """Keep a value; it is written by `flush`, or once much is waiting."""
        with self._turn:
            self._new[kind, name] = value
            self._waiting += len(value)
            if self._waiting > WAITING:
                self.flush()

    def flush(self) -> None:
        """Write what is new; what cannot be written is made again another time."""
        if self._database is None:
            return
        with self._turn, suppress(sqlite3.Error), self._database as database:
            database.executemany(
                "INSERT OR REPLACE INTO thing VALUES (?, ?, ?, ?, ?)",
                [
                    (kind, name, value, key(value), self._number)
                    for (kind, name), value in self._new.items()
                ],
            )
            database.executemany(
                "UPDATE thing SET used = ? WHERE kind = ? AND key = ?",
                [(self._number, *one) for one in sorted(self._used)],
            )
        with self._turn:
            self._new.clear()
            self._used.clear()
            self._waiting = 0

    def close(self) -> None:
        """Write what is new, and close the file."""
        self.flush()
        if self._database is not None:
            self._database.close()
        self._database = None

    def kinds(self) -> list[Kind]:
        """Return what there is, by kind."""
        rows = self._all("SELECT kind, count(*), sum(length(value)) FROM thing GROUP BY kind")
        return [Kind(*row) for row in rows]

    def prune(self, kept: int = RECENT) -> int:
        """Remove what no build has used lately, and return how many things that were."""
        if self._database is None:
            return 0
        with self._database:
            gone = self._database.execute(
                "DELETE FROM thing WHERE used <= ?", (self._number - kept,)
            ).rowcount
        self._database.execute("VACUUM")
        return gone

    def damaged(self) -> int:
        """Remove what does not have the bytes that were put in, and return how many there were."""
        rows = self._all("SELECT kind, key, value, digest FROM thing")
        bad = [(kind, name) for kind, name, value, digest in rows if key(value) != digest]
        if self._database is not None:
            with self._database:
                self._database.executemany("DELETE FROM thing WHERE kind = ? AND key = ?", bad)
        return len(bad)

    def _all(self, query: str) -> Iterable[tuple[Any, ...]]:
        return self._database.execute(query) if self._database is not None else ()

    def _fail(self, error: Exception) -> None:
        self.problem = str(error)
        if self._database is not None:
            self._database.close()
        self._database = None


def _opened(path: Path) -> sqlite3.Connection:
    """Return the database of a file; one that is no cache of this version is begun anew."""
    path.parent.mkdir(parents=True, exist_ok=True)
    database = sqlite3.connect(path, timeout=5, check_same_thread=False)
    try:
        empty = _version(database) == (0, 0) and not _has_tables(database)
    except sqlite3.OperationalError:
        database.close()
        raise
    except sqlite3.DatabaseError:
        empty = False
    else:
        if _version(database) == (_APPLICATION, FORMAT):
            return database
    if not empty:
        database.close()
        path.unlink()
        database = sqlite3.connect(path, timeout=5, check_same_thread=False)
    database.execute("BEGIN IMMEDIATE")
    # Another process may have made the tables while this one waited for its turn.
    if not _has_tables(database):
        for statement in _TABLES.split(";"):
            database.execute(statement)
        database.execute(f"PRAGMA application_id = {_APPLICATION}")
        database.execute(f"PRAGMA user_version = {FORMAT}")
    database.commit()
    return database


def _has_tables(database: sqlite3.Connection) -> bool:
    return database.execute("SELECT 1 FROM sqlite_master").fetchone() is not None


def _version(database: sqlite3.Connection) -> tuple[int, int]:
    return _pragma(database, "application_id"), _pragma(database, "user_version")


def _pragma(database: sqlite3.Connection, name: str) -> int:
    (number,) = database.execute(f"PRAGMA {name}").fetchone()
    return int(number)
