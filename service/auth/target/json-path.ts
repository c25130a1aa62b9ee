import {invalid} from '../../domain/service-error.ts';

/** A part of a JSON path: the key of an object or the index of a list. */
type Part = string | number;

/** `$`, then `.name`, `["name"]` or `[n]`; the `$` may be left out. */
const partPattern = /\.?([A-Za-z_][\w-]*)|\[(\d{1,6})\]|\["([^"\\]+)"\]|\['([^'\\]+)'\]/y;

/** Parts of a path such as `$.data.tokens[0].value`; null for anything else. */
export function parseJsonPath(path: string): Part[] | null {
	const text = path.startsWith('$') ? path.slice(1) : `.${path}`;
	const parts: Part[] = [];
	partPattern.lastIndex = 0;
	for (let at = 0; at < text.length; at = partPattern.lastIndex) {
		partPattern.lastIndex = at;
		const found = partPattern.exec(text);
		// A name without a dot before it would run two names together.
		if (!found || (found[1] !== undefined && !found[0].startsWith('.'))) return null;
		parts.push(found[2] === undefined ? (found[1] ?? found[3] ?? found[4] ?? '') : Number(found[2]));
	}
	return parts.length > 0 ? parts : null;
}

/** The value at a path, and the object that holds it; undefined when the path leads nowhere. */
export function readJsonPath(value: unknown, parts: readonly Part[]): {value: unknown; holder: unknown} {
	let holder: unknown;
	let current = value;
	for (const part of parts) {
		holder = current;
		const isInside =
			typeof part === 'number'
				? Array.isArray(current)
				: typeof current === 'object' && current !== null && !Array.isArray(current) && Object.hasOwn(current, part);
		current = isInside ? (current as Record<Part, unknown>)[part] : undefined;
	}
	return {value: current, holder};
}

const listedPaths = 12;
const deepestPath = 4;
/** What a name in an answer may look like to be told: a key of a map may itself be a secret. */
const fieldName = /^[A-Za-z_][\w-]{0,39}$/;

/**
 * Where the texts of an answer stand, as paths that `readJsonPath` takes; never what they say. Of a list the first item,
 * at most twelve. Keys that do not look like names of fields are left out.
 */
export function pathsOfTexts(value: unknown): string[] {
	const paths: string[] = [];
	const collect = (at: unknown, path: string, depth: number) => {
		if (paths.length >= listedPaths) return;
		if (typeof at === 'string') paths.push(path);
		else if (depth >= deepestPath || typeof at !== 'object' || at === null) return;
		else if (Array.isArray(at)) collect(at[0], `${path}[0]`, depth + 1);
		else
			for (const [name, inner] of Object.entries(at))
				if (fieldName.test(name)) collect(inner, `${path}.${name}`, depth + 1);
	};
	collect(value, '$', 0);
	return paths.filter(path => path !== '$');
}

/** Throws VALIDATION_ERROR for a text that is no path. */
export function requireJsonPath(path: string, field: string): void {
	if (parseJsonPath(path) === null)
		throw invalid(field, 'invalid', `Field \`${field}\` must be a path such as $.data.access_token or $.tokens[0].`);
}
