/** What callers should know of the tokeniser, as Markdown. */
export const DESCRIPTION = `\
Text in, tokens out, each with its place in the text. Any charset that browsers know, and any length; the text may also come
as a JSON string of at most 16 MiB. A byte order mark is text like any other. An empty text has no tokens.

**Segments** (\`word\`, \`sentence\`, \`grapheme\`) follow Unicode's UAX #29 and equal those of \`Intl.Segmenter\` in the
server's version of Unicode, which the answer names. Segments by words cover the whole text, spaces and punctuation
included; \`type\` tells them apart. Chinese, Japanese, Thai, Lao, Khmer and Burmese are split by dictionaries, and words
that no dictionary has are split wrongly. \`suppressions=standard\` (or a locale such as \`en-u-ss-standard\`) does not end
sentences behind abbreviations, initials, ordinals and list numbers. It uses CLDR's lists and some of its own.

**Tokens of language models** (\`o200k_base\`, \`o200k_harmony\`, \`cl100k_base\`, \`p50k_base\`, \`p50k_edit\`, \`r50k_base\`,
\`gpt2\`) are byte pairs as OpenAI defined them, equal to those of tiktoken 1.0.22 on every text that was tried. Where a
token is not a whole number of characters, it is given as Base64 in \`bytes\`, and its span covers the characters that it is
part of. The encodings are fixed for ever; they follow Unicode 16.

**Chunks** (\`chunk=800&overlap=80&on=sentence\`) are pieces of at most \`chunk\` tokens, cut at the ends of paragraphs,
sentences or words; what is too long is cut at the next finer place. The count of each chunk is exact: encoding it alone gives
the same. Chunks cover the text, except for white space that would be a chunk of its own. They repeat at most \`overlap\` tokens.

**Formats**: \`objects\` shows everything; \`columns\` has the numbers alone, as lists; \`ids\` and \`count\` are the leanest. An
answer above 64 MiB is refused with 413: choose a leaner format, or fewer tokens.

**Long texts** are divided while they come. What cannot be cut safely, such as a word, or with \`suppressions=standard\` a line,
has at most 16 MiB; so has a text for \`chunk\`, and that of the last tokens with \`truncate=start\`.

The time grows in proportion to the text, whatever the text is: there is no input that it hangs on.
`;
