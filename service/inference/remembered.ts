/** Names come again and again while an API is compared with itself; what was worked out for them is kept, up to a bound. */
const mostKept = 20_000;

/** A pure function of a text that keeps its results. */
export function remembered<Value>(make: (text: string) => Value): (text: string) => Value {
	const kept = new Map<string, Value>();
	return text => {
		const known = kept.get(text);
		if (known !== undefined) return known;
		const value = make(text);
		if (kept.size >= mostKept) kept.clear();
		// Values of bodies pass through here too: long ones are not worth the memory.
		if (text.length <= 100) kept.set(text, value);
		return value;
	};
}
