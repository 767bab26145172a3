"""Raw files read on a Dask cluster: the only module that knows Dask, which is an extra."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from sitegen.diagnostics import UsageError
from sitegen.spreading import Pool

INSTALL = "python -m pip install 'sitegen[dask]'"

PATIENCE = 10
"""How many seconds a scheduler may take to answer."""


@contextmanager
def connected(address: str) -> Iterator[Pool]:
    """Yield the workers of the cluster whose scheduler is at an address: `tcp://host:8786`.

    Raises UsageError if Dask is missing, if nobody answers, or if there are no workers.
    """
    try:
        import dask
        from distributed import Client
        from distributed.comm.addressing import get_address_host_port
    except ImportError as missing:
        raise UsageError(f"--scheduler needs {missing.name}: {INSTALL}") from None
    # What it has to say of a connection that breaks is said in one line by who reads on.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    # A raw file of up to 16 MB is sent with its call; Dask would warn from 10 MB on.
    large = {"distributed.admin.large-graph-warning-threshold": "64 MB"}
    with dask.config.set(large):
        try:
            # A client that fails over an address takes 20 s to say so.
            get_address_host_port(address)
            client = Client(address, timeout=PATIENCE, set_as_default=False, name="sitegen")
        except (OSError, ValueError) as why:
            raise UsageError(f"no Dask scheduler answers at {address}: {why}") from None
        with client:
            lanes = sum(client.nthreads().values())
            if not lanes:
                raise UsageError(f"the cluster of {address} has no workers: start some")
            executor = client.get_executor(pure=False)
            try:
                yield Pool(executor, lanes, lambda: bool(client.nthreads()))
            finally:
                executor.shutdown(wait=False)
