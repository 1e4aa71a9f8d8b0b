import { spawnSync } from "node:child_process";
import { interpreterOf } from "../../mill-files/python-file.js";
import type { ExamplePlaces, Span } from "./places.js";

/** Prints where the examples are, in bytes: Python's own parser knows best. */
const FIND = `
import ast, json, sys
source = sys.stdin.buffer.read()
starts = [0]
for line in source.splitlines(keepends=True): starts.append(starts[-1] + len(line))
span = lambda node: [starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset]
def name(node): return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", None)
for node in ast.walk(ast.parse(source)):
    if isinstance(node, ast.FunctionDef):
        for call in node.decorator_list:
            if isinstance(call, ast.Call) and name(call.func) == "mill":
                given = [word.value for word in call.keywords if word.arg == "examples"]
                told = {"definition": source.index(b"(", span(call.func)[1]) + 1, "list": None, "examples": []}
                if given and isinstance(given[0], ast.List):
                    told["list"] = span(given[0])
                    for one in given[0].elts:
                        if not isinstance(one, ast.Dict): told["examples"] = None; break
                        outputs = [span(value) for key, value in zip(one.keys, one.values) if isinstance(key, ast.Constant) and key.value == "output"]
                        told["examples"].append([*span(one), *(outputs[0] if outputs else [])])
                elif given: told["examples"] = None
                print(json.dumps(told))
                sys.exit()
print("null")
`;

interface Told {
	readonly definition: number;
	readonly list: readonly [number, number] | null;
	readonly examples: readonly (readonly number[])[] | null;
}

/** Finds the examples in a mill file in Python; undefined if there is no function below `@mill(…)`. */
export function placesInPython(
	file: string,
	code: string,
	python: string | undefined,
): ExamplePlaces | undefined {
	const { stdout } = spawnSync(interpreterOf(file, python), ["-c", FIND], { input: code, encoding: "utf8" });
	const told = JSON.parse(stdout || "null") as Told | null;
	if (!told) return undefined;
	const bytes = Buffer.from(code);
	const at = (offset: number) => bytes.subarray(0, offset).toString().length;
	const spanOf = (start = 0, end = 0): Span => ({ start: at(start), end: at(end) });
	return {
		definition: at(told.definition),
		list: told.list ? spanOf(...told.list) : undefined,
		examples: told.examples?.map(([start, end, from, to]) => ({
			...spanOf(start, end),
			output: from === undefined ? undefined : spanOf(from, to),
		})),
	};
}
