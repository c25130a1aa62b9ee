/** One character per line: where the window is in the whole. */
export function scrollbar(
	count: number,
	top: number,
	height: number,
	{thumb, track}: {thumb: string; track: string},
): string[] {
	const size = Math.max(1, Math.floor((height * height) / Math.max(1, count)));
	const range = Math.max(1, count - height);
	const start = Math.round(((height - size) * top) / range);
	return Array.from({length: height}, (_, line) => (line >= start && line < start + size ? thumb : track));
}
