import {isVersionSegment} from './id-segment.ts';

/** Segments in front of a version that only say that this is an API. */
const prefixes = new Set(['api', 'rest']);

/** "First fixed path segment after a version prefix, with slash": `/api/v2/orders/{id}` → `/orders`. */
export function familyOfPath(path: string): string {
	const segments = (path.split('?', 1)[0] ?? '').split('/').filter(Boolean);
	const fixed = segments.filter(segment => !/^[{:]/.test(segment));
	const first = fixed.find(segment => !isVersionSegment(segment) && !prefixes.has(segment.toLowerCase()));
	return `/${first ?? fixed[0] ?? ''}`;
}
