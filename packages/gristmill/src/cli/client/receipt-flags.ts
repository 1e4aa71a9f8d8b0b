import type { CallOptions } from "../../client/index.js";
import { isMillPath } from "../../mill-files/mill-path.js";
import type { SettingTable } from "../../settings/setting.js";
import { UsageError } from "../command-line/command-error.js";
import { isUrl } from "./mill-address.js";

export const RECEIPT_FLAGS = {
	receipt: {
		kind: "text",
		value: "FILE",
		help: "File for the receipt of the answer, for gristmill verify.",
	},
	sign: {
		kind: "text",
		value: "KEY",
		help: 'Private key that signs receipts of a mill that runs in this command; "gristmill key new" makes it.',
	},
} as const satisfies SettingTable;

/** The option of a call whose answer is to have a receipt. */
export function askingForReceipt(): Pick<CallOptions, "headers"> {
	return { headers: { Prefer: "receipt" } };
}

/** Throws if nobody can sign, or if nobody wants it. Whether a name runs in this command is known later. */
export function mustBeSignable(
	mills: readonly string[],
	file: string | undefined,
	key: string | undefined,
): void {
	if (key !== undefined && file === undefined)
		throw new UsageError("--sign is for receipts. Name a file for them, or leave out --sign.");
	if (key !== undefined && mills.some(isUrl))
		throw new UsageError("A mill on a server is signed with the key of its server. Leave out --sign.");
	if (file !== undefined && key === undefined && mills.some(isMillPath))
		throw new UsageError(
			'A mill that runs in this command signs with your own key. Give --sign KEY; "gristmill key new" makes one.',
		);
}
