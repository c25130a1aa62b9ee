import type {HttpMethod} from '../../../contract/enums.ts';
import type {ApiOperation} from '../api-operation.ts';
import {isNaming, isOwnId} from '../delete-body.ts';
import {isObject} from '../json-value.ts';
import {pathKey} from '../delete-index.ts';
import {schemaSample} from '../schema-sample.ts';
import {kindOf} from '../word-form.ts';
import type {Doing} from '../../domain/doing-words.ts';
import {type SpokenPath, spokenPath} from './doing.ts';

/** Where a request names its record. */
export type NamedIn = {
	in: 'path' | 'query' | 'body';
	/** Of the parameter or the field; empty: the body itself. */
	name: string;
	/** It takes a list of names. */
	isList: boolean;
};

/**
 * What an operation of an API in verb style would be in REST: `POST /customer/remove {ids}` is `DELETE /customer/{id}`.
 * Planning and cleanup work on that form, and what is sent is put back into the words of the API.
 */
export type RestForm = {
	method: HttpMethod;
	/** Template below the base path: `/customer/{id}`. */
	path: string;
	/** Name of the last parameter of the path; null: it has none. */
	parameter: string | null;
	/** Where the operation itself wants that; null: it names no record. */
	named: NamedIn | null;
	/** What its form asks for in a query stands in a body. */
	isAskedInBody: boolean;
};

type Spoken<Operation> = {operation: Operation; path: SpokenPath; named: NamedIn | null};

/**
 * The forms of the operations that make, read, list, change and remove records and say so in their paths. Those of a
 * collection have one only where one of them makes records and another one names a record.
 */
export function restForms<Operation extends ApiOperation>(
	operations: readonly Operation[],
): ReadonlyMap<Operation, RestForm> {
	const taken = new Set(operations.map(({method, path}) => `${method} ${pathKey(path)}`));
	const groups = new Map<string, Array<Spoken<Operation>>>();
	for (const operation of operations) {
		const path = spokenPath(operation.path);
		if (path === null) continue;
		const key = `${operation.basePath ?? ''} ${path.key}`;
		const group = groups.get(key) ?? [];
		groups.set(key, group);
		group.push({operation, path, named: namedIn(operation, path)});
	}
	const forms = new Map<Operation, RestForm>();
	for (const group of groups.values())
		for (const [operation, form] of formsOf(group, taken)) forms.set(operation, form);
	return forms;
}

function formsOf<Operation extends ApiOperation>(
	group: ReadonlyArray<Spoken<Operation>>,
	taken: ReadonlySet<string>,
): Map<Operation, RestForm> {
	const forms = new Map<Operation, RestForm>();
	const [first] = group;
	if (!first) return forms;
	const maker = makerOf(group);
	const collection = `/${first.path.collection.join('/')}`;
	const isMade = maker !== null || taken.has(`POST ${collection}`);
	const parameter = parameterFor(group);
	if (!isMade || parameter === null) return forms;
	const used = new Set<string>();
	for (const one of [...group].sort((a, b) => rankOf(a) - rankOf(b))) {
		const method = one === maker ? 'POST' : methodOf(one, maker);
		if (method === null) continue;
		const isMember = method !== 'POST' && one.named !== null && one.path.doing !== 'list';
		const path = isMember ? `${collection}/{${parameter}}` : collection;
		const key = `${method} ${pathKey(path)}`;
		if (taken.has(key) || used.has(key)) continue;
		used.add(key);
		const isAskedInBody = method === 'GET' && one.operation.requestShape?.body != null;
		forms.set(one.operation, {
			method,
			path,
			parameter: isMember ? parameter : null,
			named: isMember ? one.named : null,
			isAskedInBody,
		});
	}
	return forms;
}

/** Of two that would be the same, the plainer one: of one record before that of many. */
const rankOf = ({named, path}: Spoken<ApiOperation>): number => (named?.isList ? 1 : 0) + path.collection.length / 100;

/** The operation that makes the records; null: none does. `save` makes where it does not have to name one. */
function makerOf<Operation extends ApiOperation>(group: ReadonlyArray<Spoken<Operation>>): Spoken<Operation> | null {
	const writes = group.filter(({operation}) => operation.method === 'POST' || operation.method === 'PUT');
	const plain = writes.find(({path, operation}) => path.doing === 'make' && operation.requestShape?.body != null);
	return plain ?? writes.find(({path, operation}) => path.doing === 'save' && !mustName(operation, path)) ?? null;
}

function methodOf<Operation extends ApiOperation>(
	one: Spoken<Operation>,
	maker: Spoken<Operation> | null,
): HttpMethod | null {
	const {named, path, operation} = one;
	const isRead = operation.method === 'GET' || operation.method === 'POST';
	const doings: Record<Doing, () => HttpMethod | null> = {
		make: () => null,
		save: () => (maker !== null && maker !== one && named !== null ? 'PUT' : null),
		read: () => (isRead && named !== null ? 'GET' : null),
		look: () => (isRead && (named !== null || path.isPlural || answersMany(operation)) ? 'GET' : null),
		list: () => (isRead ? 'GET' : null),
		change: () => (operation.method !== 'GET' && named !== null ? 'PUT' : null),
		remove: () => (named === null ? null : 'DELETE'),
	};
	return doings[path.doing]();
}

/** What the parameter of a record is called: as its reader does, else whoever names one; null: nobody does. */
function parameterFor(group: ReadonlyArray<Spoken<ApiOperation>>): string | null {
	const order: readonly Doing[] = ['read', 'look', 'remove', 'change'];
	for (const doing of order)
		for (const {path, named} of group)
			if (path.doing === doing && named !== null) return singleName(named.name) || 'id';
	return null;
}

const singleName = (name: string): string => name.replace(/(?<=id|uuid|code|no)s$/i, '').replace(/_?list$/i, '');

/** Where an operation names its record; null: nowhere, or not surely. */
function namedIn(operation: ApiOperation, path: SpokenPath): NamedIn | null {
	if (path.parameter !== null) return {in: 'path', name: path.parameter, isList: false};
	if (path.doing === 'make' || path.doing === 'list') return null;
	const kind = kindOf(path.collection.at(-1) ?? '');
	const query = operation.requestShape?.query ?? [];
	const asked = query.find(({name}) => isOwnId(name, kind));
	if (asked) return {in: 'query', name: asked.name, isList: isListOf(asked.schema)};
	const required = query.filter(one => one.required);
	const mayName = path.doing !== 'change' && path.doing !== 'save';
	if (mayName && required.length === 1 && query.length === 1)
		return {in: 'query', name: required[0]!.name, isList: isListOf(required[0]!.schema)};
	const sent = schemaSample(operation.requestShape?.body, 'writeOnly');
	if (Array.isArray(sent)) return isObject(sent[0]) || !mayName ? null : {in: 'body', name: '', isList: true};
	if (!isObject(sent)) return null;
	const names = Object.keys(sent).filter(name => isNaming(sent[name]));
	const [only] = names;
	const name = names.find(one => isOwnId(one, kind)) ?? (mayName && Object.keys(sent).length === 1 ? only : undefined);
	return name === undefined ? null : {in: 'body', name, isList: Array.isArray(sent[name])};
}

const isListOf = (schema: unknown): boolean => isObject(schema) && schema['type'] === 'array';

/** Whether an operation that saves has to be told which record is meant. */
function mustName(operation: ApiOperation, path: SpokenPath): boolean {
	const named = namedIn(operation, path);
	const body = operation.requestShape?.body;
	const required = isObject(body) && Array.isArray(body['required']) ? body['required'] : [];
	return named !== null && (named.in !== 'body' || required.includes(named.name));
}

/** Whether an answer holds a list of records, alone or in an envelope. */
function answersMany({responseShape}: ApiOperation): boolean {
	const lists = (value: unknown, depth: number): boolean =>
		Array.isArray(value)
			? isObject(value[0])
			: isObject(value) && depth > 0 && Object.values(value).some(one => lists(one, depth - 1));
	return lists(schemaSample(responseShape?.body), 2);
}
