import type {ApiOperation} from './api-operation.ts';
import {pairing} from './pairs.ts';
import {bestFit, parameterOf, segmentsOf, templateOf} from './path-template.ts';
import {readPointer} from './pointer.ts';
import {isObject} from './json-value.ts';
import {schemaSample} from './schema-sample.ts';

/** A creating POST whose body chooses the handle of the record, and where that record can be read. */
type ChosenHandle = {
	/** Template of the creating request, and the path of the server in front of it. */
	path: string;
	basePath: string;
	/** Path of the record; the parameters of the creating path stand in it under their names, the handle as `{}`. */
	member: string;
	/** Where the handle stands in the JSON body of the request. */
	steps: Array<string | number>;
};

/** Where a person has said that a handle stands. */
type Said = {method: string; path: string; pointer: string};

/** The runner matches every write against each of them. */
const most = 500;

/**
 * The POSTs of an API that name the record that they create in their own body, as far as the record can be read: its
 * path is known by a DELETE, and a GET of it is known.
 *
 * @param said what people have said about handles; it counts before what the shapes tell
 */
export function chosenHandles(operations: readonly ApiOperation[], said: readonly Said[] = []): ChosenHandle[] {
	const find = pairing(operations);
	const reads = operations.filter(({method}) => method === 'GET');
	return operations
		.filter(({method}) => method === 'POST')
		.flatMap(creator => {
			const pair = find(creator);
			if (!pair) return [];
			const own = said.find(({method, path}) => method === 'POST' && path === creator.path);
			const steps =
				sentSteps(own?.pointer ?? pair.handle?.pointer ?? '', creator, own !== undefined) ??
				namedAlike(creator, pair.deletion.path);
			const member = steps && memberOf(creator.path, pair.deletion.path);
			if (!steps || member === null) return [];
			const isReadable = bestFit(reads, segmentsOf(member.replaceAll(/\{[^{}]*\}/g, 'x'))) !== null;
			return isReadable ? [{path: creator.path, basePath: creator.basePath ?? '', member, steps}] : [];
		})
		.slice(0, most);
}

/** Where the request holds the handle; of a field that the answer repeats, the field that was sent. Null: nowhere. */
function sentSteps(text: string, creator: ApiOperation, isSaid: boolean): Array<string | number> | null {
	const pointer = readPointer(text);
	if (!pointer || pointer.steps.length === 0) return null;
	if (pointer.root === '$request') return pointer.steps;
	if (pointer.root !== '$') return null;
	// "`$.secret`: in the answer, else in the request": the record is sent without its envelope.
	if (isSaid) return pointer.steps;
	const field = pointer.steps.at(-1)!;
	const sent = schemaSample(creator.requestShape?.body, 'readOnly');
	return isObject(sent) && Object.hasOwn(sent, field) ? [field] : null;
}

/** Of a request that nobody describes: the field that is called as the parameter of the DELETE, should one be sent. */
function namedAlike({requestShape}: ApiOperation, deleting: string): string[] | null {
	const parameter = parameterOf(segmentsOf(deleting).at(-1) ?? '');
	return (requestShape?.body ?? null) === null && parameter !== null ? [parameter] : null;
}

/**
 * The path of the record out of the template of its DELETE: `/groups/{groupId}/tags/{tag}` for `POST /groups/{id}/tags`
 * is `/groups/{id}/tags/{}`. Null: it needs a value that the creating path does not have.
 */
function memberOf(creating: string, deleting: string): string | null {
	const {segments, query} = templateOf(deleting);
	const last = segments.length - 1;
	if (query.length > 0 || last < 1 || !isWhole(segments[last]!)) return null;
	const given = segmentsOf(creating);
	const parts = segments.map((segment, place) => {
		if (place === last) return '{}';
		if (parameterOf(segment) === null) return encodeURIComponent(segment);
		const own = given[place];
		const isSame = segments.slice(0, place).every((one, at) => parameterOf(one) !== null || one === given[at]);
		return own !== undefined && isWhole(segment) && isWhole(own) && isSame ? `{${parameterOf(own)}}` : null;
	});
	return parts.includes(null) ? null : `/${parts.join('/')}`;
}

/** Whether a segment is nothing but one parameter. */
const isWhole = (segment: string) => /^(?:\{[^{}]+\}|:[A-Za-z_]\w*)$/.test(segment);
