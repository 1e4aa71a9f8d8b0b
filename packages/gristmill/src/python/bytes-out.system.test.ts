import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { test } from "node:test";
import { folderWith, gristmill, post, serving } from "../testing/command.js";
import { NO_PYTHON } from "../testing/python.js";

const skip = NO_PYTHON;

/** Draws a line of grey pixels; with some words it returns what it must not return. */
const DRAWER = `
import struct, zlib
from pathlib import Path
from typing import Annotated, Any, TypedDict
from gristmill import MediaType, mill

class Drawing(TypedDict):
    image: Annotated[bytes, MediaType("image/png", "image/bmp"), "A line."]
    width: int

def png(row: bytes) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    head = struct.pack(">IIBBBBB", len(row), 1, 8, 0, 0, 0, 0)
    return b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\\0" + row, 0)) + chunk(b"IEND", b"")

def bmp(row: bytes) -> bytes:
    pixels = bytes(one for grey in row for one in (grey, grey, grey)) + bytes(-3 * len(row) % 4)
    return struct.pack("<2sIIIIiiHHIIiiII", b"BM", 54 + len(pixels), 0, 54, 40, len(row), 1, 1, 24, 0, len(pixels), 0, 0, 0, 0) + pixels

WRONG: Any = {"text": "no bytes", "none": None, "empty": b"", "other": b"GIF89a", "large": png(b"x") + bytes(100_000)}

@mill(version="1.0.0", max_output=65_536, tolerance=0.1, examples=[
    {"input": "ab", "output": {"image": Path("ab.png"), "width": 2}},
    {"input": "c", "output": {"image": png(b"c"), "width": 1}},
])
def line_drawer(text: str, output_type: str) -> Drawing:
    """Draws a line."""
    if text in WRONG:
        return {"image": WRONG[text], "width": 1}
    drawn = memoryview(png(text.encode())) if output_type == "image/png" else bytearray(bmp(text.encode()))
    return {"image": drawn, "width": len(text)}
`;

/** Two grey pixels, 97 and 98. */
const AB = Buffer.from(
	"iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAAAAADRSSBWAAAADklEQVR4AQEDAPz/AGFiAScAxOarokoAAAAASUVORK5CYII=",
	"base64",
);

test("bytes that a Python function returns are sent in base64, or alone in the accepted media type", {
	skip,
	timeout: 1_200_000,
}, async (t) => {
	const cwd = await folderWith(t, { "line_drawer.py": DRAWER });
	await writeFile(join(cwd, "ab.png"), AB);
	const server = await serving(t, ["line_drawer.py"], { cwd });
	const send = (body: string, accept: string) =>
		fetch(`${server.url}/line-drawer`, {
			method: "POST",
			headers: { "Content-Type": "text/plain", Accept: accept },
			body,
		});

	assert.deepEqual(await (await send("ab", "application/json")).json(), {
		image: AB.toString("base64"),
		width: 2,
	});
	const first = await send("ab", "image/png");
	assert.equal(first.headers.get("content-type"), "image/png");
	assert.deepEqual(Buffer.from(await first.arrayBuffer()), AB);
	const second = await send("ab", "image/bmp");
	assert.equal(second.headers.get("content-type"), "image/bmp");
	const bmp = Buffer.from(await second.arrayBuffer());
	assert.equal(bmp.toString("latin1", 54), "aaabbb\0\0");
	assert.equal((await send("ab", "image/gif")).status, 406);

	for (const [text, complaint] of [
		["text", /\/image must be bytes: it is str/],
		["none", /\/image must be bytes: it is NoneType/],
		["empty", /\/image has no bytes/],
		["other", /\/image is no image\/png: it begins like image\/gif/],
		["large", /maxOutput allows 64 KiB/],
	] as const) {
		const answer = await send(text, "application/json");
		assert.equal(answer.status, 500, text);
		while (!complaint.test(server.stderr())) await once(server.child.stderr as Readable, "data");
	}
	assert.equal((await send("ab", "image/png")).status, 200);
	assert.doesNotMatch(server.stderr(), /ended by itself|wrote to the pipe/);
});

test("the bytes of a Python example must be equal, whatever the tolerance is", {
	skip,
}, async (t) => {
	const cwd = await folderWith(t, { "line_drawer.py": DRAWER });
	const changed = Buffer.from(AB);
	changed[changed.length - 1] = 0x83;
	await writeFile(join(cwd, "ab.png"), changed);
	const { stdout, ended } = gristmill(t, ["test", "line_drawer.py"], { cwd });
	assert.equal(await ended, 1);
	assert.match(stdout(), /differs +example 0\n[\s\S]*ok +example 1\n/);
});

test("bytes in lists of objects go to their places, and may be missing where they are not required", {
	skip,
}, async (t) => {
	const source = `
from dataclasses import dataclass
from typing import Annotated, List, TypedDict
from array import array
from gristmill import MediaType, mill

Raw = Annotated[bytes, MediaType("application/octet-stream")]

class More(TypedDict, total=False):
    note: Raw

@dataclass
class Part:
    data: Raw
    more: More

@dataclass
class Parts:
    parts: List[Part]
    all: List[Raw]
    sizes: List[int]

@mill(version="1.0.0", examples=[{"input": "a", "output": {
    "parts": [{"data": b"a", "more": {"note": b"!"}}], "all": [b"a"], "sizes": [1]}}])
def text_splitter(text: str) -> Parts:
    """Splits a text."""
    words = [word.encode() for word in text.split()]
    return Parts([Part(word, {"note": b"!"} if i == 0 else {}) for i, word in enumerate(words)], words, array("i", map(len, words)))
`;
	const cwd = await folderWith(t, { "text_splitter.py": source });
	const { url } = await serving(t, ["text_splitter.py"], { cwd });
	const base64 = (text: string) => Buffer.from(text).toString("base64");
	assert.deepEqual(await post(`${url}/text-splitter`, "ab cde"), {
		parts: [
			{ data: base64("ab"), more: { note: base64("!") } },
			{ data: base64("cde"), more: {} },
		],
		all: [base64("ab"), base64("cde")],
		sizes: [2, 3],
	});
});
