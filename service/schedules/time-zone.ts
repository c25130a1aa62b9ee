const minuteMs = 60_000;
const dayMs = 86_400_000;

/**
 * A time zone as arithmetic. A local time is what a clock on the wall shows, as the milliseconds that the same digits
 * would be in UTC.
 */
type TimeZone = {
	/** What the clocks show at an instant. */
	localOf(instant: number): number;
	/**
	 * The instant of a local time: "a local time that does not exist fires at the next valid minute; one that exists
	 * twice fires once", the first time.
	 */
	instantOf(local: number): number;
};

/** True for a name of the IANA database such as `Europe/Berlin` or `UTC`; offsets such as `+01:00` are no names. */
export function isTimeZone(name: string): boolean {
	if (!/^[A-Za-z]/.test(name)) return false;
	try {
		new Intl.DateTimeFormat('en', {timeZone: name});
		return true;
	} catch {
		return false;
	}
}

/** Throws RangeError for a name that `isTimeZone` refuses. */
export function timeZone(name: string): TimeZone {
	const format = new Intl.DateTimeFormat('en-US', {
		timeZone: name,
		calendar: 'gregory',
		hourCycle: 'h23',
		year: 'numeric',
		month: 'numeric',
		day: 'numeric',
		hour: 'numeric',
		minute: 'numeric',
		second: 'numeric',
	});

	function localOf(instant: number): number {
		const part: Record<string, number> = {};
		for (const {type, value} of format.formatToParts(instant)) part[type] = Number(value);
		const seconds = Date.UTC(
			part['year']!,
			part['month']! - 1,
			part['day'],
			part['hour'],
			part['minute'],
			part['second'],
		);
		// The parts have no milliseconds.
		return seconds + (((instant % 1000) + 1000) % 1000);
	}

	const offsetAt = (instant: number) => localOf(instant) - instant;

	function instantOf(local: number): number {
		const before = offsetAt(local - dayMs);
		const after = offsetAt(local + dayMs);
		const candidates = [local - before, local - after].filter(instant => localOf(instant) === local);
		return candidates.length > 0 ? Math.min(...candidates) : endOfGap(local - after, local - before);
	}

	/** Where the clocks jump over the local time: between an instant before the jump and one after it. */
	function endOfGap(before: number, after: number): number {
		const offset = offsetAt(before);
		let low = Math.floor(before / minuteMs);
		let high = Math.ceil(after / minuteMs);
		while (high - low > 1) {
			const middle = Math.floor((low + high) / 2);
			if (offsetAt(middle * minuteMs) === offset) low = middle;
			else high = middle;
		}
		return high * minuteMs;
	}

	return {localOf, instantOf};
}
