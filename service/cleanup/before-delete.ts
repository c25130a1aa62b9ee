import type {ProjectId} from '../../contract/ids.ts';
import {pathnameOf} from '../domain/endpoint-path.ts';
import {masked, sealedStart} from '../domain/sealed-text.ts';
import {isObject, parsedJson, textsOf} from '../inference/json-value.ts';
import {actionOf, endingActions, endingStates, namedActions, readBefore, statesSent} from '../inference/lead-up.ts';
import {parameterOf, segmentsOf} from '../inference/path-template.ts';
import {speaksOfState, statesIn} from '../inference/record-state.ts';
import {wordsOf} from '../inference/word-form.ts';
import {numbersSetBack} from './set-back.ts';
import type {SweepStore} from '../store/cleanup/sweep-store.ts';

/** What is sent to a record before its DELETE is sent again. */
export type Lead = {
	method: 'POST' | 'PUT' | 'PATCH';
	url: string;
	/** Template and method, for people: `POST /trips/{tripId}/finish`. */
	name: string;
	body: string | null;
	contentType: string | null;
};

/** A record whose DELETE was refused. */
export type RefusedRecord = {
	projectId: ProjectId;
	/** Template of its DELETE. */
	path: string | null;
	url: string;
	/** Something proves that the batch made it. */
	isOwn: boolean;
	/** The DELETE is a DELETE of its address, and no removal in other words. */
	isPlain: boolean;
};

type Store = Pick<SweepStore, 'listWriting' | 'listWorked'>;
type Writing = Awaited<ReturnType<Store['listWriting']>>[number];
type Worked = Awaited<ReturnType<Store['listWorked']>>[number];

/** An address that is never called. */
const nowhere = 'http://localhost/';

/** How many ways to end a record are tried. */
const mostEndings = 4;

/** What may have to come before the DELETEs of a sweep. */
export class BeforeDelete {
	readonly #store: Store;
	readonly #writing = new Map<string, Promise<Writing[]>>();
	readonly #worked = new Map<string, Promise<Worked[]>>();
	readonly #expected = new Map<string, Promise<string[]>>();

	constructor(store: Store) {
		this.#store = store;
	}

	/**
	 * Ways to bring a record into the state for its DELETE, the surest first, each with its calls in their order: what
	 * settling has found; numbers that tests have set, at zero; actions that the refusal names; and where it speaks of the state of the record, what ends it. But for
	 * what was settled, a test has done each of them with success; what ends a record, is named by the refusal and takes
	 * nothing after the document is done to an own record also where none has: the tests of it may have been cut off.
	 *
	 * @param said the words of the refusal
	 * @param read the record as it is
	 */
	async ways(record: RefusedRecord, said: string, read: () => Promise<unknown>): Promise<Lead[][]> {
		const {path, projectId} = record;
		if (path === null) return [];
		const writing = await this.#writingOf(projectId);
		const {before = []} = writing.find(one => one.method === 'DELETE' && one.path === path) ?? {};
		const settled = await this.#settled(record, path, before, writing);
		const named = settled.length > 0 ? [] : await this.#all(record, path, namedActions(path, said, writing));
		// What a test has set is set back before it is set once more.
		const setBack = record.isOwn && record.isPlain ? await this.#setBack(record, said, writing) : [];
		const ways = [settled, setBack, named].filter(way => way.length > 0);
		if (!record.isOwn || !record.isPlain) return ways;
		const tried = new Set(ways.flat().map(({name}) => name));
		const untried = bareEndings(record, path, namedActions(path, said, writing)).filter(({name}) => !tried.has(name));
		ways.push(...untried.map(one => [one]));
		const shown = await read();
		if (!speaksOfState(said, statesIn(shown))) return ways;
		const endings = await this.#all(record, path, endingActions(path, writing), shown);
		const changes = await this.#changes(record, path, writing);
		return [...ways, ...[...endings, ...changes].slice(0, mostEndings).map(one => [one])];
	}

	/**
	 * What would be sent first where the DELETE of a record was refused for its state, as far as that is known before: what
	 * settling has found, else what ends such a record, in the order in which it would be tried.
	 */
	expected({projectId, path}: Pick<RefusedRecord, 'projectId' | 'path'>): Promise<string[]> {
		if (path === null) return Promise.resolve([]);
		return kept(this.#expected, `${projectId} ${path}`, () => this.#expect(projectId, path));
	}

	async #expect(projectId: ProjectId, path: string): Promise<string[]> {
		const record: RefusedRecord = {projectId, path, url: nowhere, isOwn: true, isPlain: true};
		const writing = await this.#writingOf(projectId);
		const {before = []} = writing.find(one => one.method === 'DELETE' && one.path === path) ?? {};
		const settled = await this.#settled(record, path, before, writing);
		if (settled.length > 0) return settled.slice(0, mostEndings).map(wordsOfLead);
		const ways = [
			...(await this.#all(record, path, endingActions(path, writing))),
			...bareEndings(record, path, writing),
		];
		return [...new Set(ways.map(wordsOfLead))].slice(0, mostEndings);
	}

	/** Calls that settling has found, as far as they are on the record itself; with what tests have sent to them. */
	async #settled(
		record: RefusedRecord,
		path: string,
		before: readonly string[],
		writing: readonly Writing[],
	): Promise<Lead[]> {
		const leads: Lead[] = [];
		for (const key of before) {
			const {method, path: called, body} = readBefore(key);
			const action = writing.find(one => one.method === method && one.path === called);
			const segment = !action ? null : called === path ? '' : actionOf(path, action);
			if (!action || segment === null) continue;
			const worked = body === null ? await this.#lastWorked(record.projectId, action, segment) : undefined;
			const sent = worked && isOfItself(worked.requestBody, null) ? worked.requestBody : body;
			leads.push(leadOf(record, action, segment, sent, worked?.contentType ?? null));
		}
		return leads;
	}

	/** Actions as tests of the project have done them with success. */
	async #all(record: RefusedRecord, path: string, actions: readonly Writing[], shown: unknown = null): Promise<Lead[]> {
		const leads: Lead[] = [];
		for (const action of actions) {
			const segment = actionOf(path, action);
			const worked = segment === null ? undefined : await this.#lastWorked(record.projectId, action, segment);
			// What settling has seen to work after something else has worked, though its trials are gone.
			if (segment === null || (!worked && action.before.length === 0)) continue;
			const {requestBody: body, contentType} = worked ?? {requestBody: null, contentType: null};
			if (!isOfItself(body, shown)) continue;
			leads.push(leadOf(record, action, segment, body, contentType));
		}
		return leads;
	}

	/** Numbers that tests have set below the record and that the refusal names, at zero. */
	async #setBack({projectId, url}: RefusedRecord, said: string, writing: readonly Writing[]): Promise<Lead[]> {
		const leads: Lead[] = [];
		for (const method of ['PUT', 'PATCH'] as const)
			for (const {url: called, ...sent} of numbersSetBack(url, said, await this.#workedAt(projectId, method, null))) {
				const path = writing.find(one => one.method === method && isAt(called, one.path))?.path ?? pathnameOf(called);
				leads.push({method, url: called, name: `${method} ${path}`, ...sent});
			}
		return leads;
	}

	/** Changes of a field that says in which state the record is, as tests have made them. */
	async #changes(record: RefusedRecord, path: string, writing: readonly Writing[]): Promise<Lead[]> {
		const change = writing.find(one => one.method === 'PATCH' && one.path === path);
		if (!change) return [];
		const worked = (await this.#workedAt(record.projectId, 'PATCH', null)).filter(({url}) => isAt(url, path));
		const sent = worked.flatMap(({requestBody, contentType}) => {
			const body = parsedJson(requestBody);
			return isObject(body) ? statesSent(body).map(state => ({...state, contentType})) : [];
		});
		return endingStates(sent.map(({field, value}) => ({field, value}))).map(({field, value}) => {
			const like = sent.find(one => one.field === field && one.value === value);
			return leadOf(record, change, '', JSON.stringify({[field]: value}), like?.contentType ?? null);
		});
	}

	async #lastWorked(projectId: ProjectId, action: Writing, segment: string): Promise<Worked | undefined> {
		return (await this.#workedAt(projectId, action.method, segment)).find(({url}) => isAt(url, action.path));
	}

	#workedAt(projectId: ProjectId, method: string, segment: string | null): Promise<Worked[]> {
		return kept(this.#worked, `${projectId} ${method} ${segment ?? ''}`, () =>
			this.#store.listWorked(projectId, {method: method as 'POST' | 'PUT' | 'PATCH', segment}),
		);
	}

	#writingOf(projectId: ProjectId): Promise<Writing[]> {
		return kept(this.#writing, projectId, () => this.#store.listWriting(projectId));
	}
}

const wordsOfLead = ({name, body}: Lead): string => (name.startsWith('PATCH ') ? `${name} ${body ?? ''}` : name);

/** Actions that end a record and take nothing but its address, as the document tells. */
function bareEndings(record: RefusedRecord, path: string, actions: readonly Writing[]): Lead[] {
	return endingActions(path, actions).flatMap(action => {
		const segment = actionOf(path, action);
		return action.isBare && segment !== null ? [leadOf(record, action, segment, null, null)] : [];
	});
}

function kept<Value>(values: Map<string, Promise<Value>>, key: string, read: () => Promise<Value>): Promise<Value> {
	const value = values.get(key) ?? read();
	values.set(key, value);
	return value;
}

/** @param segment behind the address of the record; empty: the record itself */
function leadOf(
	{url}: RefusedRecord,
	{method, path}: {method: string; path: string},
	segment: string,
	body: string | null,
	contentType: string | null,
): Lead {
	const {origin, pathname} = new URL(url);
	const below = segment === '' ? '' : `/${segment}`;
	return {
		method: method as Lead['method'],
		url: `${origin}${pathname.replace(/(?<!\/)\/+$/, '')}${below}`,
		name: `${method} ${path}`,
		body,
		contentType: body === null ? null : (contentType ?? 'application/json'),
	};
}

/**
 * Whether a body that another test has sent may be sent to this record as well: it is whole, holds no secret, and names no
 * record that this one does not name itself.
 */
function isOfItself(body: string | null, shown: unknown): boolean {
	if (body === null) return true;
	const sent = parsedJson(body);
	if (!isObject(sent) || body.includes(sealedStart) || body.includes(masked)) return false;
	const own = new Set(textsOf(shown));
	return Object.entries(sent).every(([name, value]) => {
		if (typeof value === 'object') return value === null;
		return own.has(String(value)) || !namesRecord(name, value);
	});
}

/** What a field that refers to another record ends with: `toWarehouseId`, `station_ids`. */
const references = new Set(['id', 'ids', 'uuid']);
/** An identifier that a machine has made; a date is none. */
const madeUp = /^(?=.*\d)(?!\d{4}-\d\d-\d\d)[\w:-]{6,}$/;

const namesRecord = (name: string, value: unknown): boolean =>
	references.has(wordsOf(name).at(-1) ?? '') || (typeof value === 'string' && madeUp.test(value));

/** Whether an address is one of a template, below any base. */
function isAt(url: string, path: string): boolean {
	const segments = segmentsOf(path);
	const own = segmentsOf(pathnameOf(url) ?? '').slice(-segments.length);
	return own.length === segments.length && segments.every((one, at) => parameterOf(one) !== null || one === own[at]);
}
