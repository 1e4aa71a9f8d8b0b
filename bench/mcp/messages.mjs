import { Buffer } from "node:buffer";
import { gzipSync } from "node:zlib";

const MiB = 1024 * 1024;
const fill = (size, text) => text.repeat(Math.floor(size / text.length));
const call = (name, given) =>
	`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${given}}}`;
const checksum = (data) => call("checksum-calculator", `{"algorithm":"sha256","input":{"data":"${data}"}}`);

const plain = (text) => ({ body: Buffer.from(text), coding: "identity" });
const zipped = (text) => ({ body: gzipSync(text), coding: "gzip" });

/** What an agent could send to hold up a server, and the largest of what it may send in earnest. */
export const MESSAGES = {
	"a ping": plain('{"jsonrpc":"2.0","id":1,"method":"ping"}'),
	"empty lists, compressed": zipped(`[${fill(20 * MiB, "[],")}[]]`),
	"empty lists": plain(`[${fill(20 * MiB, "[],")}[]]`),
	"members, compressed": zipped(`{${fill(20 * MiB, '"key":0,')}"a":0}`),
	"deep lists": plain(fill(20 * MiB, "[")),
	"9,000 values and a number of 20 MiB": plain(`[${fill(18_000, "0,")}${fill(20 * MiB, "1")}]`),
	"escapes, compressed": zipped(call("word-counter", `{"input":"${fill(20 * MiB, "\\u4e2d")}"}`)),
	"base64 of 15 MiB": plain(checksum(fill(20 * MiB, "AAAA"))),
	"base64 with 10 million line breaks": zipped(checksum(fill(20 * MiB, "A\\n"))),
	"a result of many tokens": plain(call("tokeniser", `{"input":"${fill(MiB / 2, "a ")}"}`)),
};
