import {isObject, type JsonObject} from './json-value.ts';
import {segmentsOf} from './path-template.ts';
import {plainName} from './word-form.ts';

/** Keys under which a record says where it is itself. */
const selfKeys = new Set([
	'self',
	'selflink',
	'href',
	'url',
	'uri',
	'resourceuri',
	'location',
	'link',
	'odataid',
	'id',
]);

/**
 * Paths at which a record says that it is itself: `url`, `self`, `_links.self.href`, `@id`. The address of somebody else,
 * such as `author_url`, is none of them.
 *
 * @param origin scheme, host and port of the call: addresses elsewhere say nothing
 * @param sent texts of the request: an address that was sent is data
 */
export const ownAddresses = (record: JsonObject, origin: string, sent: ReadonlySet<string>): string[][] =>
	[...addressesIn(record)].flatMap(({key, text}) => {
		const path = selfKeys.has(plainName(key)) && !sent.has(text) ? pathOf(text, origin) : null;
		return path !== null && path.length > 1 ? [path] : [];
	});

function* addressesIn(record: JsonObject): Generator<{key: string; text: string}> {
	for (const [key, value] of Object.entries(record)) {
		if (typeof value === 'string') yield {key, text: value};
		// `_links: {self: {href}}`, `links: {self}`, `links: [{rel: "self", href}]`
		if (!/^_?links?$/i.test(key)) continue;
		const own = Array.isArray(value)
			? value.find(one => isObject(one) && one['rel'] === 'self')
			: isObject(value)
				? value['self']
				: undefined;
		const text = isObject(own) ? own['href'] : own;
		if (typeof text === 'string') yield {key: 'self', text};
	}
}

/** Path of an address of the same origin, or of one without an origin; null for everything else. */
function pathOf(text: string, origin: string): string[] | null {
	if (text.length > 2048 || text.includes('•') || !/^(?:https?:\/)?\/[^\s]+$/i.test(text)) return null;
	if (!URL.canParse(text, origin)) return null;
	const url = new URL(text, origin);
	return url.origin === origin && url.search === '' ? segmentsOf(url.pathname) : null;
}
