import {isVersionSegment} from '../../domain/endpoint-path.ts';
import {singular, wordsOf} from '../../inference/word-form.ts';

/** An integer, UUID, ULID, hexadecimal text of 12 or more, or a prefix with a number: `usr_1`, `ORD-17`. */
const idLook =
	/^(?:\d+|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-7][0-9a-hjkmnp-tv-z]{25}|[0-9a-f]{12,}|[a-z]{1,12}[_-]\d+|[a-z]{2,8}_(?=[a-z]*\d)[0-9a-z]{4,})$/i;

const isId = (segment: string) => !isVersionSegment(segment) && idLook.test(segment) && !/^[a-f]+$/i.test(segment);

/** Distinct values behind one collection from which on they are taken for handles. */
const manyValues = 3;

const isParameter = (segment: string) => segment.startsWith('{');

/**
 * Templates of paths as they were called. A segment is a parameter when it looks like a handle, or when three or more
 * values stand behind one collection; its name is the singular in front of it + `Id`. Segments in braces stay as they are.
 */
export function observedTemplates(paths: Iterable<string>): ReadonlyMap<string, string> {
	const all = new Map([...new Set(paths)].map(path => [path, path.split('/').filter(Boolean)]));
	const deepest = Math.max(0, ...[...all.values()].map(({length}) => length));
	const templates = new Map([...all].map(([path]): [string, string[]] => [path, []]));
	for (let depth = 0; depth < deepest; depth++) {
		const behind = new Map<string, Set<string>>();
		for (const [path, segments] of all) {
			const segment = segments[depth];
			if (segment === undefined || isParameter(segment) || isId(segment)) continue;
			const front = templates.get(path)!.join('/');
			behind.set(front, (behind.get(front) ?? new Set()).add(segment));
		}
		for (const [path, segments] of all) {
			const segment = segments[depth];
			if (segment === undefined) continue;
			const template = templates.get(path)!;
			const isHandle =
				isId(segment) || (isCollection(template.at(-1)) && (behind.get(template.join('/'))?.size ?? 0) >= manyValues);
			template.push(isParameter(segment) || !isHandle ? segment : `{${parameterName(template)}}`);
		}
	}
	return new Map([...templates].map(([path, segments]) => [path, `/${segments.join('/')}`]));
}

function isCollection(segment: string | undefined): boolean {
	if (segment === undefined || isParameter(segment)) return false;
	const last = wordsOf(segment).at(-1);
	return last !== undefined && !isVersionSegment(segment) && singular(last) !== last;
}

function parameterName(template: readonly string[]): string {
	const front = template.findLast(segment => !isParameter(segment));
	const words = front === undefined || isVersionSegment(front) ? [] : [...wordsOf(front)];
	const last = words.pop();
	const base = last === undefined ? 'id' : camel([...words, singular(last), 'id']);
	const taken = new Set(template);
	for (let count = 1; ; count++) {
		const name = count === 1 ? base : `${base}${count}`;
		if (!taken.has(`{${name}}`)) return name;
	}
}

const camel = (words: readonly string[]): string =>
	words.map((word, place) => (place === 0 ? word : word[0]!.toUpperCase() + word.slice(1))).join('');
