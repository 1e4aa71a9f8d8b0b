"""The same work in FastAPI, with one process. It prints its port."""

import socket

import uvicorn
from fastapi import FastAPI, Request
from pydantic import BaseModel


class Length(BaseModel):
    length: int


app = FastAPI()


@app.post("/fastapi")
async def measure(request: Request) -> Length:
    return Length(length=len((await request.body()).decode("utf-8")))


listener = socket.socket()
listener.bind(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
uvicorn.Server(uvicorn.Config(app, log_level="error")).run(sockets=[listener])
