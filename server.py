"""Price of Privacy as a server: app.py, whose pages know their style sheet before their first content comes."""

import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import streamlit as st
from starlette.middleware import Middleware

from ui import streamlit_patches
from ui.components import assets
from ui.lecture import routes as rooms
from ui.shell import headers, health, index
from ui.shell.server import BreaksOffQuietly, ListensCalmly, announce, start


@asynccontextmanager
async def load_kernels(_: st.App) -> AsyncIterator[dict[str, object]]:
    """Begin when the server starts, not with its first visitor."""
    health.begin()
    announce()
    yield {}


streamlit_patches.mend()
try:
    embedding = headers.may_embed(os.environ.get("EMBED_IN", ""))
except ValueError as error:
    sys.exit(str(error))
policy = headers.policy((index.html(""), index.html("regret")), embedding)
app = st.App(
    "app.py",
    routes=[route for part in (index, assets, health, rooms) for route in part.routes(start())],
    middleware=[
        Middleware(headers.WithHeaders, headers=headers.headers(policy)),
        Middleware(BreaksOffQuietly),
        Middleware(ListensCalmly),
    ],
    lifespan=load_kernels,
)
