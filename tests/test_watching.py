"""A lab has changed when its bytes have: seen by events where there are any, else by looking."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty, Queue
from typing import Any

import pytest
from watchdog.events import FileCreatedEvent
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver, EventEmitter

from sitegen import watching
from sitegen.held import hold
from sitegen.project import Project
from sitegen.watching import Watch


@pytest.fixture
def lab(tmp_path: Path) -> Path:
    """Return the folder of a small lab."""
    for path in ("content/reports/a.md", "results/a/testbed.yaml", "templates/base.html"):
        (tmp_path / path).parent.mkdir(parents=True)
        (tmp_path / path).write_text("one\n", "utf-8")
    (tmp_path / "site").mkdir()
    return tmp_path


def silent() -> BaseObserver:
    """Return an observer that never sees anything."""
    return BaseObserver(EventEmitter, timeout=0.05)


def failing(step: str, number: int) -> Callable[[], BaseObserver]:
    """Return what makes an observer that the system refuses at one step: at once, or later."""

    def refuse(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    class Refused(BaseObserver):
        def __init__(self) -> None:
            super().__init__(EventEmitter)
            if step == "make":
                refuse()

    if step != "make":
        setattr(Refused, step, refuse)
    return Refused


def deaf() -> BaseObserver:
    """Return an observer that sees the probe alone, as on a share that another host writes to."""

    class ProbeOnly(EventEmitter):
        def queue_events(self, timeout: float) -> None:
            for path in Path(self.watch.path).glob(".sitegen-probe*"):
                self.queue_event(FileCreatedEvent(str(path)))
            self.stopped_event.wait(min(timeout, 0.02))

    return BaseObserver(ProbeOnly)


onlinux = pytest.mark.skipif(sys.platform != "linux", reason="folders are watched one by one there")

FULL = (
    "the system cannot watch so many folders (fs.inotify.max_user_watches):"
    " looking for changes every 0.1 s"
)


class Changes:
    """Counts how often a watch has returned, while a test goes on."""

    def __init__(self, watch: Watch) -> None:
        self._seen: Queue[None] = Queue()
        self._watch = watch
        self._over = False
        self._thread = threading.Thread(target=self._follow, daemon=True)
        self._thread.start()

    def _follow(self) -> None:
        while not self._over:
            self._watch.wait()
            self._seen.put(None)

    def end(self, lab: Path) -> None:
        """End counting with a last change: what forks later must be the only thread."""
        self._over = True
        edit(lab / "content" / "reports" / "last.md", "the last change\n")
        self._thread.join(20)
        assert not self._thread.is_alive()

    def next(self) -> None:
        """Wait for one change."""
        self._seen.get(timeout=20)

    def more(self, seconds: float) -> int:
        """Return how many further changes there are within a time."""
        count = 0
        try:
            while True:
                self._seen.get(timeout=seconds)
                count += 1
        except Empty:
            return count


@pytest.fixture(params=["events", "polling"])
def changes(
    request: pytest.FixtureRequest, lab: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Changes]:
    monkeypatch.setattr(watching, "EVERY", 0.1)
    # With events nothing is found by looking.
    monkeypatch.setattr(watching, "SWEEP", 3600.0)
    said: list[str] = []
    held = hold(Project(lab, lab / "site"))
    with Watch(held, poll=request.param == "polling", say=said.append) as watch:
        counted = Changes(watch)
        yield counted
        counted.end(lab)
    assert said == []


def edit(path: Path, text: str = "two\n") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


@pytest.mark.parametrize(
    "path",
    [
        "content/reports/a.md",
        "content/reports/new/b.md",
        "results/a/testbed.yaml",
        "results/a/case/run.txt",
        "templates/base.html",
        "sitegen.yaml",
        "permalinks.lock",
    ],
)
def test_a_new_text_is_one_change(changes: Changes, lab: Path, path: str) -> None:
    edit(lab / path)
    changes.next()
    assert changes.more(0.3) == 0


def test_a_file_that_is_removed_is_a_change(changes: Changes, lab: Path) -> None:
    (lab / "results/a/testbed.yaml").unlink()
    changes.next()


def test_a_folder_that_was_not_there_is_watched(changes: Changes, lab: Path) -> None:
    (lab / "templates/base.html").unlink()
    (lab / "templates").rmdir()
    changes.next()
    edit(lab / "templates/base.html")
    changes.next()
    edit(lab / "templates/base.html", "three\n")
    changes.next()


def test_a_touch_and_what_is_no_page_are_no_change(changes: Changes, lab: Path) -> None:
    (lab / "content/reports/a.md").touch()
    edit(lab / "content/reports/a.md", "one\n")
    for name in (".a.md.swp", "4913", "a.md~", "#a.md#", ".#a.md"):
        edit(lab / "content/reports" / name)
    edit(lab / "site/index.html")
    edit(lab / ".git/index")
    (lab / "content/reports/a.md").read_bytes()
    assert changes.more(0.5) == 0


def test_a_save_by_way_of_a_backup_is_one_change(changes: Changes, lab: Path) -> None:
    # Vim with 'backupcopy=no': try, rename, write anew, remove the backup.
    page, backup = lab / "content/reports/a.md", lab / "content/reports/a.md~"
    edit(page.with_name("4913"))
    page.with_name("4913").unlink()
    page.rename(backup)
    edit(page)
    backup.unlink()
    changes.next()
    assert changes.more(0.3) == 0


def test_a_copy_of_many_files_is_few_changes_and_none_is_missed(
    changes: Changes, lab: Path
) -> None:
    for number in range(200):
        edit(lab / f"results/copied/{number}.txt")
    changes.next()
    assert changes.more(0.5) <= 3


def test_a_folder_without_events_is_looked_at(lab: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "EVERY", 0.1)
    monkeypatch.setattr(watching, "PATIENCE", 0.2)
    said: list[str] = []
    held = hold(Project(lab, lab / "site"))
    with Watch(held, poll=False, say=said.append, observer=silent) as watch:
        edit(lab / "content/reports/a.md")
        watch.wait()
    assert said == ["this folder reports no changes: looking for changes every 0.1 s"]
    assert sorted(path.name for path in (lab / "content").iterdir()) == ["reports"]


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (
            errno.EMFILE,
            "the system has no more watchers (fs.inotify.max_user_instances):"
            " looking for changes every 0.1 s",
        ),
        (errno.ENOSPC, FULL),
        (
            errno.EACCES,
            "folders cannot be watched (Permission denied): looking for changes every 0.1 s",
        ),
    ],
)
@pytest.mark.parametrize("step", ["make", "schedule", "start"])
def test_a_limit_of_the_system_is_named_and_the_watch_goes_on(
    lab: Path, monkeypatch: pytest.MonkeyPatch, number: int, said: str, step: str
) -> None:
    monkeypatch.setattr(watching, "EVERY", 0.1)
    lines: list[str] = []
    held = hold(Project(lab, lab / "site"))
    with Watch(held, poll=False, say=lines.append, observer=failing(step, number)) as watch:
        edit(lab / "content/reports/a.md")
        watch.wait()
    assert lines == [said]


class Shallow(Observer):  # type: ignore[valid-type, misc]
    """An observer that may watch no folder but those it is told of, as one at the limit."""

    def schedule(self, *asked: Any, **more: Any) -> Any:
        return super().schedule(*asked, **{**more, "recursive": False})


class Full(Observer):  # type: ignore[valid-type, misc]
    """An observer that watches all folders that there are, and no further one."""

    def schedule(self, handler: Any, path: str, *, recursive: bool, **more: Any) -> Any:
        for folder in [path, *sorted(map(str, Path(path).glob("**/"))) * recursive]:
            its = super().schedule(handler, folder, recursive=False, **more)
        return its


@onlinux
def test_folders_that_are_not_watched_from_the_beginning_are_noticed(
    lab: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "EVERY", 0.1)
    monkeypatch.setattr(watching, "SWEEP", 3600.0)
    said: list[str] = []
    with Watch(
        hold(Project(lab, lab / "site")), poll=False, say=said.append, observer=Shallow
    ) as watch:
        edit(lab / "content/reports/a.md")
        watch.wait()
    assert said == [FULL]


@onlinux
def test_folders_that_cannot_be_watched_later_are_noticed(
    lab: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "EVERY", 0.1)
    monkeypatch.setattr(watching, "SWEEP", 3600.0)
    said: list[str] = []
    with Watch(
        hold(Project(lab, lab / "site")), poll=False, say=said.append, observer=Full
    ) as watch:
        edit(lab / "content/reports/b.md")
        watch.wait()
        assert said == []
        shutil.rmtree(lab / "results")
        watch.wait()
        assert said == []
        # Beside a file whose event is seen, a folder whose files cause none.
        edit(lab / "content/more/c.md")
        edit(lab / "content/reports/b.md", "three\n")
        watch.wait()
        assert said == [FULL]
        edit(lab / "content/more/c.md", "three\n")
        watch.wait()
    assert said == [FULL]


@onlinux
def test_a_folder_by_two_names_is_watched_once(lab: Path) -> None:
    shutil.rmtree(lab / "results")
    edit(lab / "content/raw/rig/case/run.txt")
    (lab / "results").symlink_to("content/raw")
    said: list[str] = []
    with Watch(hold(Project(lab, lab / "site")), poll=False, say=said.append) as watch:
        edit(lab / "content/raw/rig/new/run.txt")
        watch.wait()
    assert said == []


AT_THE_LIMIT = """\
import sys
from pathlib import Path
from sitegen import watching
from sitegen.held import hold
from sitegen.project import Project

watching.SWEEP = 1.0
lab = Path(sys.argv[1])
with watching.Watch(hold(Project(lab, lab / "site")), poll=False, say=print) as watch:
    for number in range(4):
        made = lab / "made"
        made.mkdir()
        (made / "page.md").write_text("one")
        made.rename(lab / f"content/{number}")
        watch.wait()
        print(number)
    (lab / "content/3/page.md").write_text("another text")
    watch.wait()
    print("seen")
"""


@onlinux
def test_the_systems_own_limit_is_noticed_while_the_lab_grows(lab: Path, tmp_path: Path) -> None:
    # The lab, three folders in it, one in two of these, and two of those that come in.
    limit = "echo 8 > /proc/sys/user/max_inotify_watches"
    alone = ["unshare", "--user", "--map-root-user", "sh", "-ec"]
    if not shutil.which("unshare") or subprocess.run([*alone, limit], check=False).returncode:
        pytest.skip("no limit can be set for one process here")
    script = tmp_path / "watch.py"
    script.write_text(AT_THE_LIMIT)
    command = f'{limit}; exec "$0" "$1" "$2"'
    ran = subprocess.run(
        [*alone, command, sys.executable, script, lab],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (ran.stderr, ran.stdout.splitlines()) == (
        "",
        ["0", "1", FULL.replace("0.1 s", "1 s"), "2", "3", "seen"],
    )


def test_what_causes_no_event_is_found_in_the_end(
    lab: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "SWEEP", 0.1)

    said: list[str] = []
    held = hold(Project(lab, lab / "site"))
    with Watch(held, poll=False, say=said.append, observer=deaf) as watch:
        edit(lab / "content/reports/a.md")
        watch.wait()
    assert said == []
