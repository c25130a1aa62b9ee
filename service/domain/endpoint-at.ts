import {decoded} from '../../contract/address.ts';

/** An endpoint as far as it is needed to find the one that a call belongs to. */
type Named = {method: string; path: string};

const parameter = /^(?:\{[^{}]+\}|:[A-Za-z_]\w*)$/;

/**
 * The endpoint that a call belongs to: the shortest prefix before its template, then the fewest parameters. The path may
 * lie below one that the template leaves out: `/api/v3/pets/7` fits `/pets/{petId}`. Null: none fits.
 */
export function endpointAt<Endpoint extends Named>(
	endpoints: Iterable<Endpoint>,
	method: string,
	path: string,
): Endpoint | null {
	const given = segmentsOf(path);
	let best: {endpoint: Endpoint; extra: number; parameters: number} | null = null;
	for (const endpoint of endpoints) {
		if (endpoint.method !== method) continue;
		const template = segmentsOf(endpoint.path);
		const extra = given.length - template.length;
		// A parameter in front would fit anything that stands below another path.
		if (extra < 0 || template.length === 0 || (extra > 0 && parameter.test(template[0]!))) continue;
		if (!template.every((segment, place) => parameter.test(segment) || segment === given[extra + place])) continue;
		const parameters = template.filter(segment => parameter.test(segment)).length;
		if (best === null || extra < best.extra || (extra === best.extra && parameters < best.parameters))
			best = {endpoint, extra, parameters};
	}
	return best?.endpoint ?? null;
}

const segmentsOf = (path: string): string[] => (path.split('?', 1)[0] ?? '').split('/').filter(Boolean).map(decoded);
