import type { Clock } from "../../core/clock.js";
import type { Log } from "../../runtime/log.js";
import type { AnswerStore } from "./answer-store.js";
import { MemoryStore } from "./memory-store.js";
import { keepPlace } from "./place.js";
import { RedisStore } from "./redis-store.js";

/** The store that the setting `keep` asks for. Throws a RangeError for what is none. It does nothing until it is opened. */
export function makeStore(keep: string, log: Log, clock: Clock): AnswerStore {
	const place = keepPlace(keep);
	return "room" in place ? new MemoryStore(place.room) : new RedisStore(place.redis, log, clock);
}
