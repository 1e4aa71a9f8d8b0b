"""The same work in FastAPI, with one process, twice: as a plain function, which FastAPI runs in a thread, and as `async def` on its
event loop, where a slow call holds up all others. It prints its port."""

import socket

import uvicorn
from fastapi import Depends, FastAPI, Request
from pydantic import BaseModel


class Length(BaseModel):
    length: int


app = FastAPI()


@app.post("/fastapi")
async def measure(request: Request) -> Length:
    return Length(length=len((await request.body()).decode("utf-8")))


async def body(request: Request) -> bytes:
    return await request.body()


@app.post("/fastapi-thread")
def measure_in_thread(text: bytes = Depends(body)) -> Length:
    return Length(length=len(text.decode("utf-8")))


# asyncio turns Nagle's algorithm off only for sockets that name their protocol. With it, an answer takes 40 ms.
listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
listener.bind(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
uvicorn.Server(uvicorn.Config(app, log_level="error")).run(sockets=[listener])
