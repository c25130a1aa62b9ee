const longestSample = 65_536;

/** What a sample in a text says in JSON, comments and `…` left out; undefined when it is none. */
export function jsonSample(text: string): unknown {
	const trimmed = text.trim();
	if (!/^[[{]/.test(trimmed) || trimmed.length > longestSample) return undefined;
	for (const one of [trimmed, relaxed(trimmed)]) {
		try {
			return JSON.parse(one);
		} catch {
			// The relaxed form may be read.
		}
	}
	return undefined;
}

/** Takes comments, dots for "and so on" and commas in front of a closing bracket away, outside of texts. */
function relaxed(text: string): string {
	const parts = text.split(/("(?:[^"\\\n]|\\[^\n])*(?:"|\\?(?=\n|$)))/);
	return parts
		.map((part, place) =>
			place % 2 === 1
				? part
				: part
						.replace(/(?:\/\/|#)[^\n]{0,2000}/g, '')
						.replace(/:(\s{0,20})(?:\.\.\.|…)/g, ': null')
						.replace(/\.\.\.|…/g, ''),
		)
		.join('')
		.replace(/,(\s{0,200})(?=[}\]])/g, '$1');
}
