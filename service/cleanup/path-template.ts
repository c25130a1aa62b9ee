/** A path as its segments, decoded; `/orders/{orderId}` and `/orders/17` alike. */
export const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean).map(decoded);

export function decoded(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		return segment;
	}
}

const placeholder = /^\{([^{}]+)\}$|^:([A-Za-z_]\w*)$/;

/** Name of the parameter that a segment of a template is; null for a fixed segment. */
export function parameterOf(segment: string): string | null {
	const match = placeholder.exec(segment);
	return match?.[1] ?? match?.[2] ?? null;
}

/** A template with the query it needs: `/users?id={id}`. */
export type Template = {
	segments: string[];
	/** Query name → name of the parameter. */
	query: ReadonlyArray<{name: string; parameter: string}>;
};

export function templateOf(path: string): Template {
	const [pathname = '', query = ''] = path.split('?', 2);
	return {
		segments: pathname.split('/').filter(Boolean),
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
	...segments.flatMap(segment => parameterOf(segment) ?? []),
	...query.map(({parameter}) => parameter),
];

export const fixedSegments = (segments: readonly string[]): string[] =>
	segments.filter(segment => parameterOf(segment) === null);

/** How a template fits a path: the values of its parameters, and the segments in front that it does not speak of. */
export type Fit = {values: ReadonlyMap<string, string>; prefix: string[]};

/**
 * Fits a template to a path. The path may lie below a base path that the template leaves out (`/api/v3/pets/7` fits
 * `/pets/{petId}`); what stands in front is the prefix. Null: it does not fit.
 */
export function fitTemplate(template: readonly string[], path: readonly string[]): Fit | null {
	const extra = path.length - template.length;
	if (extra < 0 || template.length === 0) return null;
	// A parameter in front would fit anything that stands below another path.
	if (extra > 0 && parameterOf(template[0]!) !== null) return null;
	const values = new Map<string, string>();
	for (const [place, segment] of template.entries()) {
		const given = path[extra + place]!;
		const parameter = parameterOf(segment);
		if (parameter !== null) values.set(parameter, given);
		else if (segment !== given) return null;
	}
	return {values, prefix: path.slice(0, extra)};
}

/** The template that fits a path best: the shortest prefix, then the fewest parameters. */
export function bestFit<T extends {path: string}>(
	endpoints: Iterable<T>,
	path: readonly string[],
): {endpoint: T; fit: Fit} | null {
	let best: {endpoint: T; fit: Fit} | null = null;
	for (const endpoint of endpoints) {
		const fit = fitTemplate(templateOf(endpoint.path).segments, path);
		if (!fit) continue;
		const isBetter =
			best === null ||
			fit.prefix.length < best.fit.prefix.length ||
			(fit.prefix.length === best.fit.prefix.length && fit.values.size < best.fit.values.size);
		if (isBetter) best = {endpoint, fit};
	}
	return best;
}

/** The path of a template with its values; null when one is missing. */
export function fillTemplate(template: Template, prefix: readonly string[], values: ReadonlyMap<string, string>) {
	const parts: string[] = [];
	for (const segment of [...prefix, ...template.segments]) {
		const parameter = parameterOf(segment);
		const value = parameter === null ? segment : values.get(parameter);
		// A segment of dots would lead to another path.
		if (value === undefined || value === '' || value === '.' || value === '..') return null;
		parts.push(encodedSegment(value));
	}
	const query: string[] = [];
	for (const {name, parameter} of template.query) {
		const value = values.get(parameter);
		if (value === undefined) return null;
		query.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
	}
	return `/${parts.join('/')}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

/** Percent-encoded as a path segment; `@` and `:` may stand there as they are. */
const encodedSegment = (text: string) => encodeURIComponent(text).replace(/%40/g, '@').replace(/%3A/g, ':');
