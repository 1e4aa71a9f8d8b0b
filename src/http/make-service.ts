import { isMill } from "../core/define-mill.js";
import { offersWithout } from "../documents/offers.js";
import type { Site } from "../documents/site.js";
import { importMill, type MillSource } from "../runtime/import-mill.js";
import { inProcess } from "../runtime/runner.js";
import { logToStderr } from "./log.js";
import { router } from "./route.js";
import { serveMill } from "./served-mill.js";
import type { Service } from "./service.js";
import { normalBase, normalPublicUrl, type Settings } from "./settings.js";
import { makeShelf } from "./shelf.js";
import { VERSION } from "./version.js";

/** Where a server that has not said otherwise is reached. */
const DEFAULT_ORIGIN = "http://127.0.0.1:8080";

/** Puts a service together; `origin` gives the address for curl lines once the server listens. */
export async function makeService(
	sources: readonly MillSource[],
	settings: Settings,
	origin: () => string = () => DEFAULT_ORIGIN,
): Promise<Service> {
	const log = settings.log ?? logToStderr;
	const mills = await Promise.all(sources.map(importMill));
	const names = mills.map(({ name }) => name);
	const twice = names.find((name, i) => names.indexOf(name) < i);
	if (twice) throw new RangeError(`Serve each name once: there are two mills called "${twice}".`);
	const objects = mills.filter((_, i) => isMill(sources[i]));
	if (objects.length > 0)
		log("warn", "mills given as objects run in this process, without deadline and isolation", {
			mills: objects.map(({ name }) => name),
		});

	const base = normalBase(settings.base ?? "");
	const publicUrl = settings.publicUrl === undefined ? undefined : normalPublicUrl(settings.publicUrl);
	const site: Site = {
		title: settings.title ?? "Gristmill",
		version: VERSION,
		base,
		publicUrl,
		address: () => publicUrl ?? `${origin()}${base}`,
		offers: offersWithout(settings.hide ?? [], names),
		linksInJson: settings.links === "always",
		security: { requirements: [], schemes: {} },
	};
	const served = mills.map((mill) => serveMill(mill, site));
	return {
		site,
		mills: served,
		route: router(base, served),
		shelf: makeShelf(mills, site),
		runner: await inProcess(mills),
		cors: settings.cors ?? [],
		log,
	};
}
