# Locks of what the threads of a process share.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from __future__ import annotations

import os
import threading


def shared_lock() -> threading.RLock:
    """A lock for short work, made once and for ever.

    A signal's handler may launch a kernel while its thread holds it, and a process that is
    forked while another thread does finds it free.
    """
    lock = threading.RLock()
    os.register_at_fork(
        before=lock.acquire, after_in_parent=lock.release, after_in_child=lock.release
    )
    return lock
