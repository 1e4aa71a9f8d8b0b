import { start, startCluster, startGristmill } from "../measuring/start.mjs";

const MILLS = ["quick-grinder", "small-grinder", "grinder", "coarse-grinder"];
const here = (path) => new URL(path, import.meta.url);

/** Starts a server that grinds. Gristmill has its defaults, and mills given by the addresses of their modules, as in production. */
export function startServer(name) {
	if (name === "gristmill") return startGristmill(MILLS.map((mill) => here(`mills/${mill}.mjs`)));
	if (name === "cluster-inline") return startCluster(here("servers/inline.mjs"));
	return start(here(`servers/${name}.mjs`));
}
