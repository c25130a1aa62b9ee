import {handleText, isObject} from './json-value.ts';

/** What a pointer may lead into. */
export type PointerSources = {
	/** Parsed body of the answer, for `$.data.id`. */
	answer?: unknown;
	/** Parsed body of the request, for `$request.name`. */
	request?: unknown;
	/** Headers of the answer in lower case, for `$header.Location`. */
	headers?: Readonly<Record<string, string>>;
	/** Query of the request, for `$query.key`. */
	query?: Readonly<Record<string, readonly string[] | string>>;
	/** Parameters of the path of the request, for `$path.name`. */
	path?: Readonly<Record<string, string>>;
};

type Pointer = {root: '$' | '$request' | '$header' | '$query' | '$path'; steps: Array<string | number>};

const step = /^(?:\.([\p{L}\p{N}_$@-]+)|\[(\d+|\*)\]|\[(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\])/u;

/**
 * Reads `$.data[0].id`, `$['odd name']`, `$request.name`, `$header.Location`, `$query.key`, `$path.name`; `[*]` is the
 * first element. Null: it is none of these forms.
 */
export function readPointer(text: string): Pointer | null {
	const root = /^\$(?:request|header|query|path)?(?=$|[.[])/.exec(text.trim());
	if (!root) return null;
	let rest = text.trim().slice(root[0].length);
	const steps: Array<string | number> = [];
	while (rest !== '') {
		const match = step.exec(rest);
		if (!match || steps.length > 20) return null;
		const [whole, name, place, single, double] = match;
		const quoted = single ?? double;
		steps.push(
			name ?? (place === undefined ? (quoted ?? '').replace(/\\(.)/g, '$1') : place === '*' ? 0 : Number(place)),
		);
		rest = rest.slice(whole.length);
	}
	if (root[0] !== '$' && root[0] !== '$request' && steps.length !== 1) return null;
	return {root: root[0] as Pointer['root'], steps};
}

/** The text that a pointer leads to, as it can stand in an address: null when there is none. */
export function valueAt(pointer: string, sources: PointerSources): string | null {
	const read = readPointer(pointer);
	if (!read) return null;
	const {root, steps} = read;
	if (root === '$header') return handleText(namedIn(sources.headers ?? {}, String(steps[0]).toLowerCase()));
	if (root === '$path') return handleText(namedIn(sources.path ?? {}, String(steps[0])));
	if (root === '$query') {
		const value = namedIn(sources.query ?? {}, String(steps[0]));
		return handleText(Array.isArray(value) ? value[0] : value);
	}
	let value = root === '$' ? sources.answer : sources.request;
	for (const one of steps) {
		if (typeof one === 'number') value = Array.isArray(value) ? value[one] : undefined;
		else value = isObject(value) ? namedIn(value, one) : undefined;
	}
	return handleText(value);
}

const namedIn = (values: Readonly<Record<string, unknown>>, name: string): unknown =>
	Object.hasOwn(values, name) ? values[name] : undefined;

/**
 * The handle in a value that a person has pointed at: of an address, such as a `Location`, the last segment.
 *
 * @param pointer where it came from
 */
export function handleAt(pointer: string, sources: PointerSources): string | null {
	const value = valueAt(pointer, sources);
	if (value === null || !/^(?:https?:\/)?\/.+/i.test(value)) return value;
	const path = value.replace(/[?#].*/s, '').replace(/(?<!\/)\/+$/, '');
	const last = path.slice(path.lastIndexOf('/') + 1);
	try {
		return decodeURIComponent(last) || null;
	} catch {
		return last || null;
	}
}
