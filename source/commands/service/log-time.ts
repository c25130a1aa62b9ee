const units = {m: 60_000, h: 3_600_000};

/** `<n>m`, `<n>h` or an ISO time as epoch milliseconds; undefined when it is none of them. */
export function sinceTime(given: string, now: number): number | undefined {
	const [, amount, unit] = /^(\d{1,6})([mh])$/.exec(given) ?? [];
	if (amount !== undefined) return now - Number(amount) * units[unit as keyof typeof units];
	const time = /^\d{4}-\d\d-\d\d/.test(given) ? Date.parse(given) : Number.NaN;
	return Number.isNaN(time) ? undefined : time;
}

/** Lines since a moment. A line without a time of its own (a stack trace) goes with the line before it. */
export function linesSince(lines: readonly string[], from: number | undefined): string[] {
	if (from === undefined) return [...lines];
	const first = lines.findIndex(line => (timeOf(line) ?? Number.NEGATIVE_INFINITY) >= from);
	return first === -1 ? [] : lines.slice(first);
}

/** The time a log line carries: a `time` of a JSON object (number or text), or an ISO time at its start. */
function timeOf(line: string): number | undefined {
	const [, number] = /"time":(\d+)/.exec(line) ?? [];
	if (number !== undefined) return Number(number);
	const [iso] = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/.exec(line) ?? [];
	return iso === undefined ? undefined : Date.parse(iso);
}
