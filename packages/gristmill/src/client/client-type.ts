import type { Answer } from "./answer.js";
import type { Found, Schema } from "./discovery/documents.js";
import type { MillEntry } from "./discovery/mill-list.js";
import type { Input } from "./input/input.js";
import type { ManyOptions } from "./many.js";
import type { MapOptions, MapOutcome } from "./map.js";
import type { StreamOptions } from "./stream.js";
import type { BytesType, CallOptions, DocumentOptions, RequestOptions } from "./transport/options.js";

/** Calls mills and reads their documents. A mill is named relative to the base, or by its full URL. */
export interface Client {
	/** Lists the mills of a server: the first base, or the given URL. */
	list(base?: string | URL, options?: RequestOptions): Promise<MillEntry[]>;
	/** Returns the JSON Schema of a mill, by any convention that its server offers. */
	schema(mill: string | URL, options?: DocumentOptions): Promise<Found<Schema>>;
	/** Returns the description of a mill, usually Markdown. */
	describe(mill: string | URL, options?: DocumentOptions): Promise<Found<string>>;
	/** Sends an input to a mill and returns the bytes of the result, of the accepted media type. */
	call(
		mill: string | URL,
		input: Input,
		options: CallOptions & { readonly accept: BytesType },
	): Promise<Answer<Uint8Array>>;
	/** Sends an input to a mill and returns the result. */
	call<Output = unknown>(mill: string | URL, input: Input, options?: CallOptions): Promise<Answer<Output>>;
	/**
	 * Sends an input to a mill whose results come in parts, and gives each part as it comes. The generator returns the other members.
	 * A stream that breaks off is resumed.
	 */
	stream<Part = unknown, Rest = Readonly<Record<string, unknown>>>(
		mill: string | URL,
		input: Input,
		options?: StreamOptions,
	): AsyncGenerator<Part, Rest, undefined>;
	/**
	 * Sends many inputs to a mill in one request, and gives their outcomes in order, each when it has come. A request that breaks off is
	 * resumed. Where a server takes no such request, each input is a call, as with `map`.
	 */
	many<Item, Output = unknown>(
		mill: string | URL,
		items: Iterable<Item> | AsyncIterable<Item>,
		options?: ManyOptions<Item>,
	): AsyncGenerator<MapOutcome<Item, Output>, void, undefined>;
	/** Sends many inputs to a mill, each in a call. The number of concurrent calls adapts to the servers. */
	map<Item, Output = unknown>(
		mill: string | URL,
		items: Iterable<Item> | AsyncIterable<Item>,
		options?: MapOptions<Item>,
	): AsyncGenerator<MapOutcome<Item, Output>, void, undefined>;
}
