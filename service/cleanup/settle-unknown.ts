import type {ProjectId} from '../../contract/ids.ts';
import {inParallel, usualLimit} from '../../contract/in-parallel.ts';
import {recordsIn} from '../inference/body-records.ts';
import {handleText, type JsonObject, parsedJson, scalarsOf, scalarText} from '../inference/json-value.ts';
import {plainName} from '../inference/word-form.ts';
import type {SearchedResource, UnknownQuestion} from '../store/cleanup/sweep-store.ts';
import {creationTimeIn, whenCreated} from './creation-time.ts';
import {type ReadList, readList} from './list-pages.ts';
import {bodyOf, type RecordReader} from './read-back.ts';
import type {SweepGet} from './sweep-get.ts';

/**
 * What reading has told of a call of unknown outcome. `made`: the one record that carries what only this call had sent.
 * `nothing`: it was looked for where it would stand, and is not there. `open`: neither.
 */
export type Settlement =
	| {outcome: 'made'; record: JsonObject; text: string}
	| {outcome: 'nothing' | 'open'; text: string};

/** By the id of the call. */
export type Settlements = ReadonlyMap<string, Settlement>;

type SettleTools = {
	reader: RecordReader;
	get: SweepGet;
	/** Epoch milliseconds. */
	now(): number;
	/** Rejects when the sweep is stopped. */
	wait(ms: number): Promise<void>;
};

/** How many calls are looked after at most: each costs a few reads. */
const mostCalls = 200;

type Asked = SearchedResource & {question: UnknownQuestion};

/**
 * Looks in the API what calls of unknown outcome have made. What is not there yet may still be made by an API that goes
 * on working for somebody who has hung up: it is looked for once more when that is over.
 *
 * @param mayAsk whether the cleanup of a project may send anything
 */
export async function settleUnknown(
	resources: readonly SearchedResource[],
	mayAsk: (projectId: ProjectId) => boolean,
	tools: SettleTools,
): Promise<Settlements> {
	const found = new Map<string, Settlement>();
	const isAsked = (one: SearchedResource): one is Asked =>
		one.question !== null && one.outcome === 'pending' && mayAsk(one.projectId);
	const asked = resources.filter(isAsked);
	// Of what was never answered something is said in any case; what was refused has mostly made nothing.
	const rankOf = ({isDoubtful, question}: Asked) => (question.isRefused ? 2 : isDoubtful ? 1 : 0);
	let open = asked.toSorted((one, other) => rankOf(one) - rankOf(other)).slice(0, mostCalls);
	for (let round = 0; round < 2 && open.length > 0; round++) {
		if (round > 0) await tools.wait(restOf(open, tools.now()));
		for (const [callId, settlement] of await readOnce(open, tools)) found.set(callId, settlement);
		open = open.filter(({callId}) => found.get(callId)?.outcome === 'nothing');
		if (restOf(open, tools.now()) === 0) break;
	}
	return found;
}

/** Until the API has ended what it was asked for, whatever clocks say: never longer than its patience. */
const restOf = (open: readonly Asked[], now: number): number =>
	Math.max(
		0,
		...open.map(({question: {sentAt, patienceMs}}) => Math.min(patienceMs, Math.max(0, sentAt + patienceMs - now))),
	);

async function readOnce(open: readonly Asked[], tools: SettleTools): Promise<Map<string, Settlement>> {
	const found = new Map<string, Settlement>();
	const lists = new Map<string, Promise<ReadList | null>>();
	await inParallel(open, usualLimit, async one => {
		const {question} = one;
		if (!question.isList) return void found.set(one.callId, await readMember(one, tools));
		const get = (url: string) => tools.get({...one, handle: null}, url, true);
		// All that were refused share one look at the list.
		const filter = question.isRefused ? null : filterOf(question);
		const few = filter === null ? null : await readList(filter, [], get);
		const narrow = few && settledBy(one, few);
		// What a filter does not show may stand in the list all the same.
		if (narrow?.outcome === 'made') return void found.set(one.callId, narrow);
		const name = `${question.url} ${JSON.stringify(one.headers)}`;
		const list = lists.get(name) ?? readList(question.url, question.parameters, get);
		lists.set(name, list);
		const all = await list;
		found.set(
			one.callId,
			all ? settledBy(one, all) : {outcome: 'open', text: `GET ${pathOf(question)} was not answered with a list`},
		);
	});
	return found;
}

/** The address of a list with the field that carries what was made up, where its document knows such a parameter. */
function filterOf({url, values, parameters}: UnknownQuestion): string | null {
	for (const {field, text} of values) {
		const name = parameters.find(parameter => plainName(parameter) === field);
		// No address takes a text of any length.
		if (name === undefined || handleText(text) === null) continue;
		const filtered = new URL(url);
		filtered.searchParams.set(name, text);
		return filtered.href;
	}
	return null;
}

/** What a list says of one call. */
function settledBy({question}: Asked, list: ReadList): Settlement {
	const {items, isComplete, pages} = list;
	const hits = mayCarry(list, question) ? items.filter(item => carries(item, question)) : [];
	const where = `GET ${pathOf(question)}${pages > 1 ? ` (${pages} pages)` : ''}`;
	const {field, text: whole} = question.values[0]!;
	const text = cutText(whole);
	if (hits.length > 1)
		return {outcome: 'open', text: `${where} shows ${hits.length} records with its ${field} "${text}"`};
	const [record] = hits;
	if (record) {
		const doubt = doubtOf(record, question);
		if (doubt !== null)
			return {outcome: 'open', text: `${where} shows a record with its ${field} "${text}", but ${doubt}`};
		return {
			outcome: 'made',
			record,
			text: `${where} shows one record with the ${field} "${text}" that only this call sent`,
		};
	}
	if (!isComplete) return {outcome: 'open', text: `${where} shows no record of it, and not all there are`};
	const shown = new Set([
		...question.shows,
		...items.flatMap(item => [...scalarsOf(item, scalarText)].map(({key}) => plainName(key))),
	]);
	const isShown = question.values.some(value => shown.has(value.field));
	if (!isShown) return {outcome: 'open', text: `${where} shows no record of it, and not what it had sent of any other`};
	return {outcome: 'nothing', text: `${where} shows no record with the ${field} "${text}"`};
}

const listTexts = new WeakMap<ReadList, string>();

/** Whether a list has the text anywhere: most of what is looked for is in no list. */
function mayCarry(list: ReadList, {values}: UnknownQuestion): boolean {
	const text = listTexts.get(list) ?? JSON.stringify(list.items).toLowerCase();
	listTexts.set(list, text);
	return values.some(value => text.includes(JSON.stringify(value.text).slice(1, -1).toLowerCase()));
}

/** Whether a record shows what only this call had sent, under the same name. */
const carries = (item: JsonObject, {values}: UnknownQuestion): boolean =>
	[...scalarsOf(item, scalarText)].some(({key, text}) =>
		values.some(value => value.field === plainName(key) && value.text.toLowerCase() === text.toLowerCase()),
	);

/** Fields that change by themselves, or say where the record is. */
const changing =
	/(?:at|on|date|time|count|version|rev|revision|etag|status|state)$|^_?(?:updated|modified|last)|^(?:url|href|uri|self)$/i;

/** Why a record that carries the value may still be another one; null: nothing says so. */
function doubtOf(record: JsonObject, {sent, sentAt}: UnknownQuestion): string | null {
	const time = creationTimeIn(record);
	const call = {startedAt: sentAt, answeredAt: sentAt, targetClock: null};
	if (time && whenCreated(time, call) === 'before') return `it says that it was created before, at ${time.field}`;
	const others: string[] = [];
	let same = 0;
	for (const [name, value] of Object.entries(sent)) {
		if (typeof value !== 'string' || typeof record[name] !== 'string' || changing.test(name)) continue;
		const [own, shown] = [handleText(value), handleText(record[name])];
		if (own === null || shown === null) continue;
		if (own.trim().toLowerCase() === shown.trim().toLowerCase()) same++;
		else others.push(name);
	}
	// One field that the API sets itself makes no other record of it.
	return others.length > 0 && others.length >= same ? `its ${others[0]} is another one` : null;
}

/** What the name that a PUT has chosen says. */
async function readMember(one: Asked, {reader, get}: SettleTools): Promise<Settlement> {
	const {question} = one;
	const handle = question.values[0]!.text;
	const {presence, answer} = await reader.read(question.url, handle, false, url => get({...one, handle}, url));
	const where = `GET ${pathOf(question)}`;
	if (presence === 'there') {
		const [record = {}] = recordsIn(parsedJson(bodyOf(answer)), new Set());
		const doubt = doubtOf(record, question);
		if (doubt !== null) return {outcome: 'open', text: `${where} shows a record, but ${doubt}`};
		return {outcome: 'made', record, text: `${where} shows a record under the name that only this call chose`};
	}
	const isMissing = answer.status === 404 || answer.status === 410;
	if (isMissing && question.isReadable) return {outcome: 'nothing', text: `${where} was answered ${answer.status}`};
	const told = answer.status === null ? 'not answered' : `answered ${answer.status}`;
	return {outcome: 'open', text: `${where} was ${told}, which says nothing`};
}

const longestSaid = 80;
const cutText = (text: string): string => (text.length > longestSaid ? `${text.slice(0, longestSaid - 1)}…` : text);

const pathOf = ({url}: UnknownQuestion): string => decodeURI(new URL(url).pathname);
