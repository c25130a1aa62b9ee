/** The way to a place in a JSON value: names and positions. */
export type JsonPath = ReadonlyArray<string | number>;

/** `$.items[0].id`. */
export const jsonPathText = (path: JsonPath): string =>
	`$${path
		.map(key =>
			typeof key === 'number' ? `[${key}]` : /^[A-Za-z_][\w-]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`,
		)
		.join('')}`;

/** A place at which two JSON values differ. */
export type JsonChange = {
	path: JsonPath;
	/** `length`: `before` and `after` are the numbers of entries of a list. */
	kind: 'value' | 'missing' | 'new' | 'length';
	before: unknown;
	after: unknown;
};

/** Places of one pair of values that are looked at: more than a person would, and bounded. */
const mostPlaces = 20_000;

/**
 * The places at which two JSON values differ, in the order in which they stand, a list entry by entry where both lists
 * have as many.
 */
export function jsonChanges(before: unknown, after: unknown): JsonChange[] {
	const changes: JsonChange[] = [];
	let left = mostPlaces;
	const visit = (then: unknown, now: unknown, path: JsonPath): void => {
		if (left-- <= 0 || Object.is(then, now)) return;
		if (Array.isArray(then) && Array.isArray(now)) {
			if (then.length !== now.length) changes.push({path, kind: 'length', before: then.length, after: now.length});
			else for (const [index, entry] of now.entries()) visit(then[index], entry, [...path, index]);
		} else if (isObject(then) && isObject(now)) {
			for (const [name, value] of Object.entries(then))
				if (Object.hasOwn(now, name)) visit(value, now[name], [...path, name]);
				else changes.push({path: [...path, name], kind: 'missing', before: value, after: undefined});
			for (const [name, value] of Object.entries(now))
				if (!Object.hasOwn(then, name))
					changes.push({path: [...path, name], kind: 'new', before: undefined, after: value});
		} else changes.push({path, kind: 'value', before: then, after: now});
	};
	visit(before, after, []);
	return changes;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Whether a value that has changed is of a kind that is another one in every run, by its name and its form: ids, times,
 * tokens, and texts that carry the tag of a run. What has become null, or another type, has changed.
 */
export function isNewInEveryRun({path, kind, before, after}: JsonChange): boolean {
	if (kind !== 'value' || before === null || after === null || typeof before !== typeof after) return false;
	const name = path.findLast(key => typeof key === 'string') ?? '';
	if (typeof after === 'string' || typeof after === 'number')
		if (ofEveryRun.test(String(name).replace(/([a-z\d])([A-Z])/g, '$1_$2'))) return true;
	if (typeof before === 'number' && typeof after === 'number') return before > 1e9 && after > 1e9;
	if (typeof before !== 'string' || typeof after !== 'string') return false;
	return isMadeUp(before) && isMadeUp(after) ? true : withoutTag(before) === withoutTag(after);
}

const ofEveryRun =
	/(?:^|[_-])(?:id|ids|uuid|guid|token|nonce|etag|hash|signature|cursor|time|timestamp|date|created|updated|modified|expires|expiry|expiration|issued|at|ts|now|session|csrf|uptime|elapsed|duration|latency|took|ms)$/i;

/** Texts that something made up: ids, times, tokens. */
const isMadeUp = (text: string): boolean =>
	/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$|^[0-9a-f]{16,}$|^\d{4}-\d\d-\d\d(?:[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$|^[A-Za-z]{1,8}[_-](?=(?:\w*\d){2})\w{4,}$|^eyJ[\w-]+\.|^\w{3}, \d\d \w{3} \d{4} /i.test(
		text,
	) || /^(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{12,}$/.test(text);

/** Eight hex digits are the tag of a run (`RUN_TAG`). */
const withoutTag = (text: string): string =>
	text.replace(/(?<![0-9a-z])(?=[a-f]*\d|\d*[a-f])[0-9a-f]{8}(?![0-9a-z])/gi, '<tag>');
