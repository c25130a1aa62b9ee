/** Segments that name a record rather than a kind of record: numbers, UUIDs, ULIDs, long hexadecimal or mixed texts. */
const idSegment =
	/^(?:\d+|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{16,}|[A-Za-z]{1,8}[_-](?=(?:\w*\d){2})\w{4,}|(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{12,})$/i;

const versionSegment = /^v\d+$/i;

/** Whether a path segment looks like the id of a record. */
export const isIdSegment = (segment: string): boolean => !versionSegment.test(segment) && idSegment.test(segment);

/** Whether a path segment names a version of the API, such as `v1`. */
export const isVersionSegment = (segment: string): boolean => versionSegment.test(segment);

/** Segments in front of a version that only say that this is an API. */
const prefixes = new Set(['api', 'rest']);

/** "First fixed path segment after a version prefix, with slash": `/api/v2/orders/{id}` → `/orders`. */
export function familyOfPath(path: string): string {
	const segments = (path.split('?', 1)[0] ?? '').split('/').filter(Boolean);
	const fixed = segments.filter(segment => !/^[{:]/.test(segment));
	const first = fixed.find(segment => !isVersionSegment(segment) && !prefixes.has(segment.toLowerCase()));
	return `/${first ?? fixed[0] ?? ''}`;
}

/**
 * A template without the names of its parameters: `/orders/{id}`, `/orders/:orderId` and `/orders/{orderId}/` are one
 * path. Two sources that name the same method and the same key speak of the same endpoint.
 */
export function pathKey(path: string): string {
	const [pathname = '', query] = path.split('?', 2);
	const segments = pathname
		.split('/')
		.filter(Boolean)
		.map(segment => segment.replace(/\{[^{}]*\}/g, '{}').replace(/^:[A-Za-z_]\w*$/, '{}'));
	const key = `/${segments.join('/')}`;
	return query === undefined ? key : `${key}?${query.replace(/=\{[^{}&]*\}/g, '={}')}`;
}

/** `http://shop.example:8080`; null for what is not a URL. */
export const originOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).origin : null);

/** The path of an address as it is written there, encoded; null: it is no URL. */
export const pathnameOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).pathname : null);
