import type {OperationParameter} from './api-operation.ts';
import type {Creation} from './creation-path.ts';
import {isOwnId, namingField} from './delete-body.ts';
import type {DeleteMatch} from './delete-rule.ts';
import {isRevisionName, revisionPlace} from './delete-tiers.ts';
import {isObject} from './json-value.ts';
import {fixedSegments} from './path-template.ts';
import {schemaSample} from './schema-sample.ts';
import {kindOf} from './word-form.ts';

/** A value that a DELETE needs beside the handle of its record. */
export type DeleteNeed = {
	/** Name of the header, the query parameter, the field of the body, or the parameter of the path. */
	name: string;
	required: boolean;
	/**
	 * Where the value may stand, best first: `$.x` in the answer of the creating call or of a read of the record,
	 * `$header.ETag` in the headers of the same answers, `$request.x` in what was sent, `$query.x` in its query.
	 */
	pointers: string[];
	/** Whether it changes with the record, so that a read right before the DELETE is the surest source. */
	changes: boolean;
};

/** What a DELETE needs beyond the record in its path; empty for most. */
export type DeleteNeeds = {
	ifMatch: DeleteNeed | null;
	/** Revision in the path behind the record. */
	path: DeleteNeed[];
	query: DeleteNeed[];
	/** Fields of its body. `shape` says how a value stands there: alone, or as a list of one. */
	body: Array<DeleteNeed & {shape: 'value' | 'list'; isNumber: boolean}>;
};

const noNeeds: DeleteNeeds = {ifMatch: null, path: [], query: [], body: []};

/** Fields of a record that hold its revision, best first. */
const revisionPointers = ['$._rev', '$.rev', '$.etag', '$._etag', '$.revision', '$.version'];

/** What `If-Match` says where the document asks for it, and where only answers with an `ETag` suggest it. */
const describedMatch = ['$header.ETag', ...revisionPointers];
export const shownMatch: DeleteNeed = {name: 'If-Match', required: false, pointers: ['$header.ETag'], changes: true};

/** What the DELETE of a match needs, from its description in the document and from the form of its path. */
export function deleteNeeds({entry, template, tier}: DeleteMatch, creation: Creation): DeleteNeeds {
	const revision = tier === 'revision' ? revisionPlace(template.segments) : null;
	const path = revision ? [need({name: revision.parameter, required: true}, creation)] : [];
	const shape = entry.operation?.requestShape;
	if (!shape) return path.length > 0 ? {...noNeeds, path} : noNeeds;
	const inTemplate = new Set(template.query.map(({name}) => name));
	const ifMatch = shape.headers?.find(({name}) => name.toLowerCase() === 'if-match');
	return {
		ifMatch: ifMatch ? {name: ifMatch.name, required: ifMatch.required, pointers: describedMatch, changes: true} : null,
		path,
		// What is optional is left out, unless it names the revision.
		query: (shape.query ?? [])
			.filter(({name, required}) => !inTemplate.has(name) && (required || isRevisionName(name)))
			.map(parameter => need(parameter, creation)),
		body: bodyNeeds(shape.body, creation, kindOf(fixedSegments(template.segments).at(-1) ?? ''), tier),
	};
}

function need({name, required}: Pick<OperationParameter, 'name' | 'required'>, creation: Creation): DeleteNeed {
	const changes = isRevisionName(name);
	const own = [`$.${name}`, ...(changes ? [`$._${name}`] : [])];
	const sent = isObject(creation.request) && name in creation.request ? [`$request.${name}`] : [];
	const asked = creation.query?.has(name) ? [`$query.${name}`] : [];
	const pointers = changes ? [...own, ...revisionPointers] : [...asked, ...sent, ...own];
	return {name, required, pointers: [...new Set(pointers)], changes};
}

function bodyNeeds(schema: unknown, creation: Creation, kind: string, tier: DeleteMatch['tier']): DeleteNeeds['body'] {
	const sample = schemaSample(schema, 'readOnly');
	const naming = namingField(schema, creation.request, kind);
	const own = {pointers: ['$handle'], required: true, changes: false};
	if (Array.isArray(sample))
		return naming ? [{...own, name: '', shape: 'list', isNumber: typeof sample[0] === 'number'}] : [];
	if (!isObject(sample)) return [];
	const required = new Set(isObject(schema) && Array.isArray(schema['required']) ? schema['required'] : []);
	return Object.entries(sample).flatMap(([name, value]) => {
		const form = {
			shape: Array.isArray(value) ? ('list' as const) : ('value' as const),
			isNumber: typeof (Array.isArray(value) ? value[0] : value) === 'number',
		};
		// In a DELETE of the collection it is all that tells the record from the others.
		if (name === naming?.name && (tier === 'collection' || isOwnId(name, kind))) return [{...own, name, ...form}];
		const sent = isObject(creation.request) && name in creation.request;
		if (!required.has(name) && !sent && !isRevisionName(name)) return [];
		return [{...need({name, required: required.has(name)}, creation), ...form}];
	});
}
