import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { folderWith, gristmill, start } from "../testing/command.js";
import { oddServer } from "../testing/servers/odd-server.js";

test("a full disk behind standard output is reported in one sentence", {
	skip: !existsSync("/dev/full") && "there is no /dev/full here",
}, async (t) => {
	const main = new URL("./main.js", import.meta.url).pathname;
	for (const words of ["help", "completion bash"]) {
		const line = `"${process.execPath}" "${main}" ${words} > /dev/full`;
		const command = start(t, "sh", ["-c", line]);
		assert.equal(await command.ended, 1);
		assert.equal(
			command.stderr(),
			"gristmill: The output cannot be written (ENOSPC). Free some disk space, or write it elsewhere.\n",
		);
	}
});

test("map goes on when its standard error is closed", async (t) => {
	const cwd = await folderWith(t, { lines: "one\ntwo\n" });
	let asked = () => {};
	const heard = new Promise<void>((resolve) => {
		asked = resolve;
	});
	let release = () => {};
	const released = new Promise<void>((resolve) => {
		release = resolve;
	});
	const { url } = await oddServer(async (request, response) => {
		request.resume();
		asked();
		await released;
		response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
	});
	const command = gristmill(t, ["map", `${url}/x`, "--lines", "lines", "--out", "out"], { cwd });
	await heard;
	command.child.stderr?.destroy();
	release();
	assert.equal(await command.ended, 0);
	assert.equal(await readFile(join(cwd, "out"), "utf8"), '{"line":1,"output":{}}\n{"line":2,"output":{}}\n');
});
