import { curlLine, type NewFiles, PIXEL } from "./templates.js";

/** Names of mills that Python reserves. */
const KEYWORDS = [
	"and",
	"as",
	"class",
	"del",
	"from",
	"global",
	"import",
	"in",
	"is",
	"lambda",
	"not",
	"or",
	"pass",
	"with",
];

/** Says that a mill in Python cannot have a name, if it cannot. */
export function complainAboutPythonName(name: string): string | undefined {
	if (name === "gristmill") return '"gristmill" is the module that a mill imports. Choose another name.';
	return KEYWORDS.includes(name) ? `Python reserves "${name}". Choose another name.` : undefined;
}

/** The files of a new mill in Python. Modules of Python have underscores in their names. */
export function pythonTemplates(name: string, isImage: boolean): NewFiles {
	const module = name.replaceAll("-", "_");
	return {
		line: curlLine(name, isImage ? "image" : "text"),
		files: {
			[`${module}.py`]: isImage ? imageMill(module) : textMill(module),
			[`test_${module}.py`]: isImage ? imageTest(module) : textTest(module),
		},
	};
}

function textMill(module: string): string {
	return `from dataclasses import dataclass
from typing import Annotated

from gristmill import Limits, MiB, Text, mill


@dataclass
class Count:
    characters: Annotated[int, Limits(minimum=0), "Unicode code points."]


@mill(
    version="1.0.0",
    input=Text(max_bytes=1 * MiB, description="Any text."),
    # Examples are documentation, the self-test at the start, and what \`gristmill test\` runs.
    examples=[{"input": "Grist", "output": {"characters": 5}}],
)
def ${module}(text: str) -> Count:
    """Counts the characters of a text.

    Characters are Unicode code points.
    """
    # The algorithm. It must be pure: the same input always gives the same output.
    return Count(characters=len(text))
`;
}

function textTest(module: string): string {
	return `import unittest

from ${module} import ${module}


class ${className(module)}(unittest.TestCase):
    def test_counts_characters_and_not_bytes(self) -> None:
        self.assertEqual(${module}("Grüße").characters, 5)

    def test_counts_nothing_in_an_empty_text(self) -> None:
        self.assertEqual(${module}("").characters, 0)


if __name__ == "__main__":
    unittest.main()
`;
}

const PIXEL_LINES = `PIXEL = base64.b64decode(
    "${PIXEL}"
)`;

function imageMill(module: string): string {
	return `import base64
import struct
from dataclasses import dataclass
from typing import Annotated

from gristmill import Image, Limits, MiB, Problem, mill

${PIXEL_LINES}


@dataclass
class Size:
    width: Annotated[int, Limits(minimum=0), "Pixels from left to right."]
    height: Annotated[int, Limits(minimum=0), "Pixels from top to bottom."]


@mill(
    version="1.0.0",
    input={"image/png": Image(max_bytes=10 * MiB, description="One PNG picture.")},
    # Examples are documentation, the self-test at the start, and what \`gristmill test\` runs.
    examples=[{"input": PIXEL, "output": {"width": 1, "height": 1}}],
)
def ${module}(picture: bytes) -> Size:
    """Measures the width and the height of a PNG picture."""
    # The algorithm. It must be pure: the same input always gives the same output.
    if len(picture) < 24:
        raise Problem("unreadable-input", "The picture is cut off. Send all of it.")
    # The header is the first chunk of every PNG.
    width, height = struct.unpack(">II", picture[16:24])
    return Size(width, height)
`;
}

function imageTest(module: string): string {
	return `import base64
import unittest

from gristmill import Problem

from ${module} import ${module}

${PIXEL_LINES}


class ${className(module)}(unittest.TestCase):
    def test_measures_a_picture(self) -> None:
        size = ${module}(PIXEL)
        self.assertEqual((size.width, size.height), (1, 1))

    def test_refuses_half_a_picture(self) -> None:
        with self.assertRaises(Problem):
            ${module}(PIXEL[:20])


if __name__ == "__main__":
    unittest.main()
`;
}

function className(module: string): string {
	const words = module.split("_").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
	return `${words.join("")}Test`;
}
