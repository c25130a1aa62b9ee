import {findDelete, indexDeletes} from '../../inference/delete-rule.ts';
import {creationOf} from '../../inference/pairs.ts';
import type {ApiOperation} from '../../inference/api-operation.ts';
import {parameterOf} from '../../inference/path-template.ts';
import {isDoneToMany, singular, wordsOf} from '../../inference/word-form.ts';
import {formOf} from '../model/answer-form.ts';
import {carries, isParameter, type PlanOperation, shapeOf} from '../model/operation.ts';
import {isScalar, type Schemas, type SchemaView} from '../model/schema.ts';
import {isCommand, isDeed, isLogin, sphereOf} from '../model/meaning.ts';
import {type Asked, askedFor, creatorHandle, handleField, isLastResort, isNumber} from './find-handle.ts';
import {isKeyOfTwo, type Kind} from './kind.ts';
import {nameApart} from './name-kinds.ts';
import {isUnique} from '../data/unique-text.ts';
import {usable} from './candidate.ts';
import {isIdName, kindWord, referenceName} from './names.ts';
import {pushTo} from '../../domain/push-to.ts';
import {isLinkage} from './linkage.ts';

/** The operations on one collection and its records. */
type Group = {
	collection: string;
	/** Fixed segment that names the kind. */
	segment: string;
	/** Fixed segment in front of it, for kinds that share a word. */
	parent: string | null;
	parameter: string | null;
	/** What the document says of the parameter. */
	wanted: Asked | null;
	items: PlanOperation[];
	posts: PlanOperation[];
	lists: PlanOperation[];
	/** Something lies below its records, whether or not they have a path of their own. */
	hasBelow: boolean;
};

/** Every kind of record that an API has. Kinds without a creator stay: their records can be borrowed from a list. */
export function findKinds(operations: readonly PlanOperation[], schemas: Schemas): Kind[] {
	const groups = groupsOf(operations, schemas);
	const deletes = operations.filter(({method}) => method === 'DELETE');
	const index = indexDeletes(
		deletes.map(operation => ({endpointId: operation.endpoint.endpointId, path: operation.path, operation})),
		operations.map(apiOperation),
	);
	const deletedBy = new Map<PlanOperation, PlanOperation | null>();
	const deleteOf = (creator: PlanOperation) => {
		const known = deletedBy.get(creator);
		if (known !== undefined) return known;
		const match = findDelete(creationOf(apiOperation(creator)), index);
		const own = match && match.score >= usable ? match.endpoint.operation : null;
		deletedBy.set(creator, own);
		return own;
	};
	const makers = operations.filter(
		one => one.method === 'POST' && !isCommand(one) && !isLogin(one, schemas) && !isLinkage(one, schemas),
	);
	const byWord = new Map<string, PlanOperation[]>();
	for (const maker of makers) {
		const word = kindWord(lastFixed(maker.segments) ?? '');
		if (word !== '' && endsFixed(maker) && !actsOnRecord(maker) && !isLink(maker, schemas)) pushTo(byWord, word, maker);
	}
	const kinds: Kind[] = [];
	const used = new Set<PlanOperation>();
	// What is made, and what has records of its own that a parameter names: `/projects/{projectId}`.
	const isKnown = ({posts, segment, parameter}: Group) =>
		posts.length > 0 || (parameter !== null && referenceName(parameter).words.join('') === kindWord(segment));
	const words = new Set([...groups.values()].flatMap(one => (isKnown(one) ? kindWord(one.segment) : [])));
	for (const group of groups.values()) {
		if ((group.items.length === 0 && !group.hasBelow) || isFilter(group, words)) continue;
		const kind = kindOfGroup(group, {byWord, makers, schemas, groups});
		if (kind.creator) used.add(kind.creator);
		kinds.push(kind);
	}
	nearestFirst(kinds);
	const shown = new Set(kinds.flatMap(({record}) => record?.name ?? []));
	for (const group of groups.values()) {
		const creator = group.posts.find(post => !used.has(post) && makers.includes(post));
		if (group.items.length > 0 || group.hasBelow || !creator || !isLone(creator, schemas, deleteOf)) continue;
		const kind = newKind(group, creator, 'path', schemas);
		// `POST /carts/{cartId}/checkout` answers an order: no kind of its own.
		if (kind.record?.name && shown.has(kind.record.name) && !isSameWord(kind, kind.record.name)) continue;
		kinds.push(kind);
	}
	for (const kind of kinds) {
		kind.list ??= listBeside(kind, groups) ?? listElsewhere(kind, groups, schemas);
		kind.listHandle = listHandleOf(kind, groups.get(kind.collection)?.wanted ?? null, schemas);
	}
	// The DELETE of the record's own path is the first that cleanup would take; only without one the others are asked.
	for (const kind of kinds) if (kind.creator && kind.deleter === null) kind.deleter = deleteOf(kind.creator);
	nameApart(kinds, groups);
	return kinds;
}

/** Where several paths speak of what one operation makes, that of the records themselves comes before the others. */
function nearestFirst(kinds: Kind[]): void {
	const rank = ({creator, collection, origin}: Kind): number => {
		if (isKeyOfTwo({creator, collection})) return 0;
		return origin === 'elsewhere' ? 2 : 1;
	};
	const places = new Map<PlanOperation, number[]>();
	for (const [place, {creator}] of kinds.entries()) if (creator) pushTo(places, creator, place);
	for (const own of places.values()) {
		const sorted = own.map(place => kinds[place]!).sort((one, other) => rank(one) - rank(other));
		for (const [number, place] of own.entries()) kinds[place] = sorted[number]!;
	}
}

/** `/fields/{collection}` shows the fields of a collection: what the parameter names is another kind. */
function isFilter({parameter, segment, posts, collection}: Group, words: ReadonlySet<string>): boolean {
	const word = referenceName(parameter ?? '').words.join('');
	const isBehind = /\{\}$/.test(collection);
	return !isBehind && posts.length === 0 && word !== kindWord(segment) && words.has(word);
}

/** An operation as cleanup's engine of pairs reads it. */
const apiOperation = ({method, path, endpoint, statuses, success}: PlanOperation): ApiOperation => ({
	method,
	path,
	basePath: endpoint.basePath,
	summary: endpoint.summary,
	requestShape: endpoint.body && {path: [], query: [], headers: [], body: endpoint.body.schema},
	responseShape: {statuses, body: success?.schema ?? null},
});

const isSameWord = ({word}: Kind, record: string) => kindWord(record) === word;

/** The list of a kind whose records are made below another path: `GET /products/{id}/reviews` beside its POST. */
function listBeside({creator}: Kind, groups: ReadonlyMap<string, Group>): PlanOperation | null {
	return (creator && groups.get(shapeOf(creator.segments))?.lists[0]) ?? null;
}

/** Where nobody makes a record and its own collection shows only what is asked for: another list of that word. */
function listElsewhere(kind: Kind, groups: ReadonlyMap<string, Group>, schemas: Schemas): PlanOperation | null {
	if (kind.creator !== null || kind.word === '' || /\{\}$/.test(kind.collection)) return null;
	const lists = [...groups.values()].flatMap(({lists: own}) =>
		own.filter(one => {
			const form = formOf(schemas, one);
			const isSame =
				kindWord(lastFixed(one.segments) ?? '') === kind.word && !one.shape.startsWith(`${kind.collection}/`);
			return (
				isSame && form.form === 'list' && handleField(schemas, form.view, kind.parameter ?? 'id', kind.word) !== null
			);
		}),
	);
	const needs = ({segments}: PlanOperation) => segments.filter(isParameter).length;
	return lists.sort((a, b) => needs(a) - needs(b) || a.index - b.index)[0] ?? null;
}

function groupsOf(operations: readonly PlanOperation[], schemas: Schemas): Map<string, Group> {
	const groups = new Map<string, Group>();
	const groupAt = (segments: readonly string[]): Group => {
		const collection = shapeOf(segments);
		let group = groups.get(collection);
		if (!group) {
			const fixed = segments.filter(one => !isParameter(one));
			group = {
				collection,
				segment: fixed.findLast(one => kindWord(one) !== '') ?? '',
				parent: fixed.filter(one => kindWord(one) !== '').at(-2) ?? null,
				parameter: null,
				wanted: null,
				items: [],
				posts: [],
				lists: [],
				hasBelow: false,
			};
			groups.set(collection, group);
		}
		return group;
	};
	const items = new Set(operations.map(({shape}) => shape));
	const posted = new Set(operations.flatMap(({method, shape}) => (method === 'POST' ? [shape] : [])));
	for (const operation of operations) {
		const {segments, method} = operation;
		const last = segments.at(-1);
		if (last === undefined) continue;
		// `POST /fields/{collection}` makes what lies behind it: `/fields/{collection}/{id}`.
		if (method === 'POST' && isParameter(last) && items.has(`${operation.shape}/{}`)) {
			groupAt(segments).posts.push(operation);
		} else if (isParameter(last)) {
			const group = groupAt(segments.slice(0, -1));
			group.parameter ??= parameterOf(last);
			group.wanted ??= askedFor(operation.pathParameters.at(-1), schemas);
			group.items.push(operation);
		} else if (method === 'POST') {
			// `POST /tasks/bulk` beside `POST /tasks` makes no kind of its own.
			if (isDoneToMany(last) && posted.has(shapeOf(segments.slice(0, -1)))) continue;
			const bare = kindWord(last) === '' && segments.length > 1 ? segments.slice(0, -1) : segments;
			if (!isParameter(bare.at(-1)!)) groupAt(bare).posts.push(operation);
		} else if (method === 'GET' && formOf(schemas, operation).form === 'list' && !isLookup(operation))
			groupAt(segments).lists.push(operation);
	}
	for (const {segments, pathParameters} of operations)
		for (const [place, segment] of segments.slice(0, -1).entries()) {
			if (!isParameter(segment) || isParameter(segments[place - 1] ?? '')) continue;
			const above = groups.get(shapeOf(segments.slice(0, place)));
			if (!above || above.posts.length + above.lists.length === 0) continue;
			above.parameter ??= parameterOf(segment);
			above.wanted ??= askedFor(
				pathParameters.find(({name}) => name === above.parameter),
				schemas,
			);
			above.hasBelow = true;
		}
	return groups;
}

/** `GET /albums?ids=…` shows what is asked for by its ids: a list of records only to those who know them. */
const isLookup = ({query, segments}: PlanOperation): boolean =>
	query.some(({name, required}) => {
		const {handle, words} = referenceName(name);
		return required && handle === 'id' && (words.length === 0 || words.join('') === kindWord(segments.at(-1)!));
	});

const links = new WeakMap<PlanOperation, boolean>();

/** `POST /groups/{groupId}/users {userId}` relates a record that is there to another one: it makes none. */
export function isLink(operation: PlanOperation, schemas: Schemas): boolean {
	let known = links.get(operation);
	if (known === undefined) {
		known = isLinkage(operation, schemas) || relates(operation, schemas);
		links.set(operation, known);
	}
	return known;
}

function relates({endpoint, segments}: PlanOperation, schemas: Schemas): boolean {
	const word = kindWord(segments.findLast(one => !isParameter(one)) ?? '');
	if (word === '') return false;
	const {properties, required} = schemas.view(endpoint.body?.schema);
	return [...properties].some(([name, schema]) => {
		const own = referenceName(name);
		if (own.words.join('') !== word) return false;
		if (own.handle === 'id') return required.has(name);
		// `POST /issues/{issueId}/assignees {assignees: ["ada"]}`: the names of who is there.
		const view = schemas.view(schema);
		if (own.handle !== null) return false;
		// `POST /projects/{projectId}/environments {environment: "production"}`: the name of one that is there.
		if (isScalar(view)) return required.has(name) && segments.slice(0, -1).some(isParameter);
		return view.types.has('array') && isScalar(schemas.view(view.items));
	});
}

type Makers = {
	byWord: ReadonlyMap<string, PlanOperation[]>;
	makers: readonly PlanOperation[];
	schemas: Schemas;
	groups: ReadonlyMap<string, Group>;
};

function kindOfGroup(group: Group, {byWord, makers, schemas, groups}: Makers): Kind {
	const own = group.posts.filter(post => makers.includes(post));
	const [post] = own.filter(one => shapeOf(one.segments) === group.collection).concat(own);
	if (post) return newKind(group, post, 'path', schemas);
	const parameterKind = referenceName(group.parameter ?? '').words.join('');
	// `/repos/{owner}/{repo}`: what stands behind another parameter is what its own name says.
	const isBehind = /\{\}$/.test(group.collection);
	const word = isBehind && parameterKind !== '' ? parameterKind : kindWord(group.segment);
	const whole = isBehind ? creatorOfKey(group, {makers, schemas, groups}) : null;
	if (whole) return newKind(group, whole, 'elsewhere', schemas);
	const elsewhere = best(
		(byWord.get(word) ?? []).filter(one => !isBelow(one, group) && !isOfOthers(one, group, groups)),
		group,
	);
	if (elsewhere && isRelation(group, groups.get(shapeOf(elsewhere.segments))))
		return newKind(group, null, 'relation', schemas);
	if (elsewhere) return newKind(group, elsewhere, isOneEach(elsewhere, schemas) ? 'action' : 'elsewhere', schemas);
	const put = group.items.find(one => one.method === 'PUT' && isCreatingPut(one) && !setsService(one));
	if (put) return newKind(group, put, 'put', schemas);
	const action = actionThatMakes(group, makers, schemas);
	return newKind(group, action, action ? 'action' : 'none', schemas);
}

/**
 * `POST /appointments/{id}/invoice`, refused with 409 where none of its fields may be there once: a record has one of them,
 * and whoever makes another needs another record, as for an action that uses its record up.
 */
function isOneEach({segments, statuses, endpoint}: PlanOperation, schemas: Schemas): boolean {
	const [owner = '', own = ''] = segments.slice(-2);
	const word = wordsOf(own).at(-1) ?? '';
	if (!isParameter(owner) || isParameter(own) || singular(word) !== word || !statuses.includes(409)) return false;
	return ![...schemas.view(endpoint.body?.schema).properties].some(([name, schema]) =>
		isUnique(name, schemas.view(schema)),
	);
}

/**
 * `PUT` and `DELETE /tasks/{taskId}/labels/{labelId}` beside `POST /labels`: what relates a record that is made elsewhere to
 * another one, with nothing to say of it, and takes it away again, makes and deletes none.
 */
function isRelation({items, collection}: Group, own: Group | undefined): boolean {
	const relates = items.some(({method, endpoint}) => /^(?:PUT|POST)$/.test(method) && endpoint.body === null);
	return (
		collection.includes('{}') &&
		relates &&
		items.some(({method}) => method === 'DELETE') &&
		own !== undefined &&
		own.collection !== collection
	);
}

/** `/tags/{type}/{value}` behind `POST /tags {type, value}`: two fields of the record name it together. */
function creatorOfKey({collection, parameter, items}: Group, {makers, schemas, groups}: Omit<Makers, 'byWord'>) {
	const above = groups.get(collection.slice(0, -'/{}'.length) || '/');
	// Nothing may be there at `/tags/{type}` alone.
	const first = above?.parameter ?? items[0]?.pathParameters.at(-2)?.name;
	if (!above || parameter === null || first === undefined) return null;
	const names = [first, parameter];
	const holds = ({properties}: SchemaView) => names.every(name => properties.has(name));
	return above.posts.find(post => makers.includes(post) && holds(schemas.view(post.endpoint.body?.schema))) ?? null;
}

/** Two collections of the same word at the root of two parts of an API, each with a list and records of its own. */
function isOfOthers({segments}: PlanOperation, group: Group, groups: ReadonlyMap<string, Group>): boolean {
	const own = groups.get(shapeOf(segments));
	return group.lists.length > 0 && (own?.items.length ?? 0) > 0 && !segments.some(isParameter);
}

/** Whether an operation lies below the records of a group: it makes a child, not the record. */
const isBelow = (operation: PlanOperation, group: Group) =>
	shapeOf(operation.segments).startsWith(`${group.collection === '/' ? '' : group.collection}/{}/`);

/** Same prefix, then the shorter path, then the first of the document. */
function best(candidates: readonly PlanOperation[], group: Group): PlanOperation | null {
	const first = group.collection.split('/')[1];
	const rank = (one: PlanOperation) => [one.segments[0] === first ? 0 : 1, one.segments.length, one.index];
	return [...candidates].sort((a, b) => compare(rank(a), rank(b)))[0] ?? null;
}

const compare = (some: readonly number[], others: readonly number[]): number => {
	const place = some.findIndex((one, index) => one !== others[index]);
	return place < 0 ? 0 : some[place]! - others[place]!;
};

/** A PUT that makes what its path names: it says 201, or the caller chooses the name and there is nobody else to do it. */
function isCreatingPut({statuses, pathParameters, endpoint}: PlanOperation): boolean {
	if (statuses.includes(201)) return true;
	const name = pathParameters.at(-1)?.name ?? 'id';
	return (
		endpoint.body !== null && !isIdName(name) && ['name', 'key', 'slug', 'code', 'tag'].includes(name.toLowerCase())
	);
}

/** `PUT /settings/{key}`: what everybody shares is made by no test; what is there is read. */
function setsService(operation: PlanOperation): boolean {
	const found = sphereOf(operation, false);
	return found?.sphere === 'account' && !isParameter(operation.segments[found.segment - 1] ?? '');
}

/** `POST /carts/{cartId}/checkout` answers an order: the operation whose answer is what the reader of the kind shows. */
function actionThatMakes(group: Group, makers: readonly PlanOperation[], schemas: Schemas): PlanOperation | null {
	const reader = group.items.find(({method}) => method === 'GET');
	const shown = reader ? formOf(schemas, reader) : null;
	if (shown?.form !== 'record' || shown.view.name === null) return null;
	return (
		makers.find(one => {
			const isMaking = one.statuses.includes(201) || one.statuses.includes(202);
			if (!isMaking || !endsFixed(one) || isBelow(one, group)) return false;
			const form = formOf(schemas, one);
			return form.form === 'record' && form.view.name === shown.view.name;
		}) ?? null
	);
}

/** A POST on a path below which no record has a path of its own: it makes records when it says so. */
function isLone(
	post: PlanOperation,
	schemas: Schemas,
	deleteOf: (creator: PlanOperation) => PlanOperation | null,
): boolean {
	// Who answers nothing but "accepted" says of no record that it was made: `POST /projects/{projectId}/archive`.
	if (isDeed(post)) return false;
	const isSilent = post.success?.schema == null && !post.statuses.includes(201) && !carries(post.success, 'location');
	if (deleteOf(post)) return !isSilent;
	if (!post.statuses.includes(201) || referenceName(post.segments.at(-1) ?? '').words.length === 0) return false;
	return creatorHandle(schemas, post, null, kindWord(post.segments.at(-1)!)) !== null;
}

function newKind(group: Group, creator: PlanOperation | null, origin: Kind['origin'], schemas: Schemas): Kind {
	const word = kindWord(group.segment);
	// `GET /tags/{type}` shows all tags of a type: it reads no record.
	const reader = group.items.find(one => one.method === 'GET' && formOf(schemas, one).form !== 'list') ?? null;
	const list = group.lists[0] ?? null;
	const entry = list ? formOf(schemas, list) : null;
	const shown = reader || creator ? formOf(schemas, (reader ?? creator)!) : null;
	const parameter = group.parameter;
	const record = shown?.form === 'record' ? shown.view : entry?.form === 'list' ? entry.view : null;
	const handle =
		creator === null
			? null
			: origin === 'put'
				? ({from: 'sent', in: 'path', pointer: parameter ?? 'id'} as const)
				: creatorHandle(schemas, creator, parameter, word, group.wanted);
	const field = record && handleField(schemas, record, parameter ?? 'id', word, group.wanted);
	const isNumbered = record && field !== null && isNumber(schemas.view(record.properties.get(field)));
	return {
		name: '',
		noun: '',
		word,
		collection: group.collection,
		creator,
		origin,
		reader,
		list,
		updaters: group.items.filter(one => one !== creator && (isUpdate(one, group) || changesShown(one, group, schemas))),
		deleter: group.items.find(({method}) => method === 'DELETE') ?? null,
		parameter,
		handle: handle?.from === 'location' && isNumbered ? {...handle, isNumber: true} : handle,
		listHandle: null,
		variable: '',
		record,
	};
}

/** `POST /customers/{id}` changes a record where nothing else does and its own words say so. */
const isUpdate = ({method, endpoint}: PlanOperation, {items}: Group): boolean =>
	method === 'PATCH' ||
	method === 'PUT' ||
	(method === 'POST' &&
		endpoint.body !== null &&
		!items.some(one => one.method === 'PATCH' || one.method === 'PUT') &&
		[endpoint.operationId, endpoint.summary].some(said =>
			/^(?:update|modif|edit|change|patch)/.test(wordsOf(said ?? '')[0] ?? ''),
		));

/**
 * `POST /customers/{customer}` without a word of its own: it takes fields of the record, and answers the record that the
 * GET of the same path shows. What makes another one says 201.
 */
function changesShown({method, endpoint, statuses, ...post}: PlanOperation, {items}: Group, schemas: Schemas): boolean {
	const reader = items.find(one => one.method === 'GET');
	const isOnly = !items.some(one => one.method === 'PATCH' || one.method === 'PUT');
	if (method !== 'POST' || endpoint.body === null || !reader || !isOnly || statuses.includes(201)) return false;
	const shown = formOf(schemas, reader);
	const answered = formOf(schemas, {...post, method, endpoint, statuses});
	if (shown.form !== 'record' || answered.form !== 'record' || shown.view.name === null) return false;
	const sent = [...schemas.view(endpoint.body.schema).properties.keys()];
	return (
		shown.view.name === answered.view.name && sent.length > 0 && sent.every(name => shown.view.properties.has(name))
	);
}

/** The field that names a record in an entry of its list. */
function listHandleOf({list, parameter, word, handle}: Kind, wanted: Asked | null, schemas: Schemas): string | null {
	const form = list ? formOf(schemas, list) : null;
	const field = form?.form === 'list' ? handleField(schemas, form.view, parameter ?? 'id', word, wanted) : null;
	const isOther = field !== null && handle?.from === 'location' && isLastResort(field, parameter ?? 'id', word);
	return isOther ? null : field;
}

const lastFixed = (segments: readonly string[]) => segments.findLast(one => !isParameter(one) && kindWord(one) !== '');
/** `POST /projects/{projectId}/delete`: a word of doing behind a record makes none of its kind. */
const actsOnRecord = ({segments}: PlanOperation): boolean =>
	kindWord(segments.at(-1) ?? '') === '' && isParameter(segments.at(-2) ?? '');
const endsFixed = ({segments}: PlanOperation) => segments.length > 0 && !isParameter(segments.at(-1)!);
