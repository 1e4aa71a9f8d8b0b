/** Formats a number of bytes: `16 MiB`, `1.5 KiB`. */
export function describeBytes(bytes: number): string {
	const units = ["bytes", "KiB", "MiB", "GiB"];
	const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
	if (bytes === 1) return "1 byte";
	return `${Number((bytes / 1024 ** power).toFixed(1))} ${units[power]}`;
}
