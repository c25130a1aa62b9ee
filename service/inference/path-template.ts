import {fillSegment, fitSegment, parametersIn} from './segment-pattern.ts';
import {decoded} from '../../contract/address.ts';

/** A path as its segments, decoded; `/orders/{orderId}` and `/orders/17` alike. */
export const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean).map(decoded);

/** Name of the (first) parameter of a segment of a template, also of `{id}.json`; null for a fixed segment. */
export const parameterOf = (segment: string): string | null => parametersIn(segment)[0] ?? null;

/** A template with the query it needs: `/users?id={id}`. */
export type Template = {
	segments: string[];
	/** `/` where its path ends with one: some servers know the other address, some do not. */
	closing?: string;
	/** Query name → name of the parameter. */
	query: ReadonlyArray<{name: string; parameter: string}>;
};

/** The slash at the end of a path that is more than one. */
export const closingOf = (pathname: string): string => (/[^/]\/$/.test(pathname) ? '/' : '');

export function templateOf(path: string): Template {
	const [pathname = '', query = ''] = path.split('?', 2);
	return {
		segments: segmentsOf(pathname),
		closing: closingOf(pathname),
		query: query
			.split('&')
			.filter(Boolean)
			.map(part => {
				const [name = '', value = ''] = part.split('=', 2);
				return {name: decoded(name), parameter: parameterOf(value) ?? decoded(name)};
			}),
	};
}

/** Names of every parameter in the order of the template. */
export const parametersOf = ({segments, query}: Template): string[] => [
	...segments.flatMap(parametersIn),
	...query.map(({parameter}) => parameter),
];

export const fixedSegments = (segments: readonly string[]): string[] =>
	segments.filter(segment => parameterOf(segment) === null);

/** How a template fits a path: the values of its parameters, and the segments in front that it does not speak of. */
type Fit = {values: ReadonlyMap<string, string>; prefix: string[]};

/**
 * Fits a template to a path. The path may lie below a base path that the template leaves out (`/api/v3/pets/7` fits
 * `/pets/{petId}`); what stands in front is the prefix. Null: it does not fit.
 *
 * @param base path of the server in front of the template, where it is known
 */
export function fitTemplate(
	template: readonly string[],
	path: readonly string[],
	base: readonly string[] = [],
): Fit | null {
	const extra = path.length - template.length;
	if (extra < 0 || template.length === 0) return null;
	const prefix = path.slice(0, extra);
	// A parameter in front would fit anything that stands below another path.
	if (extra > 0 && parameterOf(template[0]!) !== null && !isSame(prefix, base)) return null;
	const values = new Map<string, string>();
	for (const [place, segment] of template.entries()) {
		const given = path[extra + place]!;
		const own = fitSegment(segment, given);
		if (own === null) return null;
		for (const [parameter, value] of own) values.set(parameter, value);
	}
	return {values, prefix};
}

const isSame = (some: readonly string[], others: readonly string[]) =>
	some.length === others.length && some.every((segment, place) => segment === others[place]);

/**
 * The template that fits a path best: one without a prefix, or with a base path that is known, before all others; then
 * the shortest prefix, the fewest parameters, and the template whose first parameter comes last: `/orders/new` before
 * `/orders/{id}`.
 *
 * @param base segments of the path of the target URL
 */
export function bestFit<T extends {path: string; basePath?: string}>(
	endpoints: Iterable<T>,
	path: readonly string[],
	base: readonly string[] = [],
): {endpoint: T; fit: Fit} | null {
	let best: {endpoint: T; fit: Fit; rank: readonly number[]} | null = null;
	for (const endpoint of endpoints) {
		const {segments} = templateOf(endpoint.path);
		const own = segmentsOf(endpoint.basePath ?? '');
		const bases = [own, base, [...base, ...own]];
		const front = path.slice(0, Math.max(0, path.length - segments.length));
		const known = front.length === 0 ? [] : (bases.find(one => isSame(one, front)) ?? null);
		const fit = fitTemplate(segments, path, known ?? []);
		if (!fit) continue;
		const firstParameter = segments.findIndex(segment => parameterOf(segment) !== null);
		const rank = [known === null ? 1 : 0, fit.prefix.length, fit.values.size, firstParameter < 0 ? 0 : -firstParameter];
		if (best === null || isBefore(rank, best.rank)) best = {endpoint, fit, rank};
	}
	return best && {endpoint: best.endpoint, fit: best.fit};
}

function isBefore(rank: readonly number[], other: readonly number[]): boolean {
	const place = rank.findIndex((value, index) => value !== other[index]);
	return place >= 0 && rank[place]! < other[place]!;
}

/** The path of a template with its values; null when one is missing. */
export function fillTemplate(template: Template, prefix: readonly string[], values: ReadonlyMap<string, string>) {
	const parts: string[] = [];
	for (const segment of [...prefix, ...template.segments]) {
		const value = fillSegment(segment, parameter => values.get(parameter));
		// A segment of dots would lead to another path.
		if (value === null || value === '.' || value === '..') return null;
		parts.push(encodedSegment(value));
	}
	const query: string[] = [];
	for (const {name, parameter} of template.query) {
		const value = values.get(parameter);
		if (value === undefined) return null;
		query.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
	}
	return `/${parts.join('/')}${template.closing ?? ''}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

/** Percent-encoded as a path segment; `@` and `:` may stand there as they are. */
const encodedSegment = (text: string) => encodeURIComponent(text).replace(/%40/g, '@').replace(/%3A/g, ':');

/** A template as far as it can be filled: what is missing stands there as `{name}`. */
export function knownAddress(
	template: Template,
	prefix: readonly string[],
	values: ReadonlyMap<string, string>,
): string {
	const path = [...prefix, ...template.segments].map(segment => {
		const filled = fillSegment(segment, parameter => values.get(parameter) ?? `{${parameter}}`);
		return filled === null ? segment : encodedSegment(filled).replace(/%7B/g, '{').replace(/%7D/g, '}');
	});
	const query = template.query.map(({name, parameter}) => {
		const value = values.get(parameter);
		return `${encodeURIComponent(name)}=${value === undefined ? `{${parameter}}` : encodeURIComponent(value)}`;
	});
	return `/${path.join('/')}${template.closing ?? ''}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}
