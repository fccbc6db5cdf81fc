# What the threads of a process share, and forks of it.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A child of `os.fork` has one thread: what others hold at that moment nobody gives back there.

So a fork waits for the threads inside `forks_wait`, and then takes the locks made here.
"""

from __future__ import annotations

import os
import threading
from typing import Any

_locks: list[threading.RLock] = []
_taken: list[threading.RLock] = []


def shared_lock() -> threading.RLock:
    """A lock for short work, made once and for ever.

    A signal's handler may launch a kernel while its thread holds it, and a process that is
    forked while another thread does finds it free.
    """
    lock = threading.RLock()
    _locks.append(lock)
    return lock


class _ForksWait:
    """A fork by another thread waits until the `with` is over: for work under locks that are not
    ours, Triton's and those of its MLIR. Native work of ours has a gate of its own
    (`python/src/ForkGate.cpp`), since a fork by native code runs nothing of Python's.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._forking = False
        self._inside: dict[int, int] = {}  # how deeply, by thread

    def __enter__(self) -> None:
        me = threading.get_ident()
        with self._changed:
            depth = self._inside.get(me, 0)
            if not depth:  # or a fork would starve beside steady work
                self._changed.wait_for(lambda: not self._forking)
            self._inside[me] = depth + 1

    def __exit__(self, *_: Any) -> None:
        me = threading.get_ident()
        with self._changed:
            self._inside[me] -= 1
            if not self._inside[me]:
                del self._inside[me]
                self._changed.notify_all()

    def before_fork(self) -> None:
        """A thread that forks inside, as a signal's handler may, does not wait for itself."""
        me = threading.get_ident()
        with self._changed:
            self._changed.wait_for(lambda: not self._forking)
            self._forking = True
            self._changed.wait_for(lambda: not self._inside.keys() - {me})

    def after_fork(self) -> None:
        with self._changed:
            self._forking = False
            self._changed.notify_all()

    def in_child(self) -> None:
        me = threading.get_ident()
        self._changed = threading.Condition()
        self._forking = False
        self._inside = {me: self._inside[me]} if me in self._inside else {}


forks_wait = _ForksWait()


def _before_fork() -> None:
    # First: who is inside may want the locks.
    forks_wait.before_fork()
    for lock in reversed(_locks):
        lock.acquire()
        _taken.append(lock)


def _release() -> None:
    while _taken:
        _taken.pop().release()


def _in_parent() -> None:
    _release()
    forks_wait.after_fork()


def _in_child() -> None:
    _release()
    forks_wait.in_child()


os.register_at_fork(before=_before_fork, after_in_parent=_in_parent, after_in_child=_in_child)
