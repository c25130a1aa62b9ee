import type {ApiOperation} from './api-operation.ts';
import {isObject} from './json-value.ts';
import {fixedSegments, parameterOf, parametersOf, type Template, templateOf} from './path-template.ts';
import {fieldNames} from './record-fields.ts';
import {revisionPlace} from './delete-tiers.ts';
import {schemaSample} from './schema-sample.ts';
import {parametersIn} from './segment-pattern.ts';
import {kindOf} from './word-form.ts';
import type {DeleteEndpoint, DeleteIndex, IndexedDelete} from './indexed-delete.ts';

/**
 * @param endpoints the DELETE endpoints
 * @param operations every operation of the API that is known, also the DELETEs themselves; none: only paths speak
 */
export function indexDeletes<Endpoint extends DeleteEndpoint>(
	endpoints: readonly Endpoint[],
	operations: readonly ApiOperation[] = [],
): DeleteIndex<Endpoint> {
	const known = new Map<string, ApiOperation>();
	const inFront = new Set<string>();
	for (const operation of operations) {
		const path = pathKey(operation.path);
		const key = `${operation.method} ${path}`;
		if (!known.has(key)) known.set(key, operation);
		for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
			if (path.startsWith('/{}', end)) inFront.add(path.slice(0, end));
		}
	}
	return endpoints
		.map(endpoint => indexed(endpoint, known, inFront))
		.sort((a, b) => fixedSegments(b.template.segments).length - fixedSegments(a.template.segments).length);
}

function indexed<Endpoint extends DeleteEndpoint>(
	endpoint: Endpoint,
	known: ReadonlyMap<string, ApiOperation>,
	inFront: ReadonlySet<string>,
): IndexedDelete<Endpoint> {
	const path = pathKey(endpoint.path);
	const at = (method: string, where = path) => known.get(`${method} ${where}`) ?? null;
	const operation = at('DELETE');
	const collection = path.replace(/(?<!\/\{\})(?:\/\{\})+$/, '');
	const isMember = collection !== path;
	const template = templateOf(endpoint.path);
	const kind = kindOf(fixedSegments(template.segments).at(-1) ?? '');
	const isPlain = template.segments.every(
		segment => parameterOf(segment) === null || /^(?:\{[^{}]+\}|:\w+)$/.test(segment),
	);
	const isRevised = revisionPlace(template.segments) !== null;
	const lastKinds = isPlain && !isRevised ? fixedSegments(template.segments).slice(-2).map(kindOf) : [];
	const sampleOf = (one: ApiOperation | null) => schemaSample(one?.responseShape?.body);
	const sample = lazily(() =>
		isMember
			? (sampleOf(at('GET')) ??
				sampleOf(at('PATCH')) ??
				sampleOf(at('PUT')) ??
				sampleOf(at('GET', collection)) ??
				sampleOf(at('POST', collection)))
			: sampleOf(at('GET')),
	);
	return {
		endpoint,
		template: withQuery(template, operation),
		operation,
		lastKinds,
		sample,
		kind,
		fields: lazily(() => fieldNames(sample(), new Set([kind]))),
		isOneThing: () =>
			!isMember && !inFront.has(path) && (isObject(sample()) || (sample() === undefined && at('PUT') !== null)),
		isReadable: isMember && at('GET') !== null,
		hasCreator: isMember && at('POST', collection) !== null,
	};
}

/** Worked out when it is first asked for. */
export function lazily<Value>(make: () => Value): () => Value {
	let made: {value: Value} | null = null;
	return () => {
		made ??= {value: make()};
		return made.value;
	};
}

/** A template without the names of its parameters, the form of its answer and its query. */
export const pathKey = (path: string): string =>
	`/${templateOf(path)
		.segments.map(segment => (parametersIn(segment).length > 0 ? '{}' : segment))
		.join('/')}`;

/** `DELETE /notes` that must be told an `id` in its query is `/notes?id={id}`. */
function withQuery(template: Template, operation: ApiOperation | null): Template {
	const last = template.segments.at(-1);
	if (template.query.length > 0 || last === undefined || parameterOf(last) !== null) return template;
	const taken = new Set(parametersOf(template));
	const required = (operation?.requestShape?.query ?? []).filter(({required, name}) => required && !taken.has(name));
	return {...template, query: required.map(({name}) => ({name, parameter: name}))};
}
