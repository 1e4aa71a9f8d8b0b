import assert from "node:assert/strict";
import { createServer, Server } from "node:net";
import { after, test } from "node:test";
import { adviceOnDenial } from "../loading/denial.js";
import { denyListening } from "./deny-listening.js";

const { listen } = Server.prototype;
after(() => {
	Server.prototype.listen = listen;
});

test("an author whose mill listens is told to compute without the network", () => {
	denyListening();
	assert.throws(
		() => createServer().listen(0),
		(error) => adviceOnDenial(error)?.startsWith("A mill may not use the network") === true,
	);
});
