import {isPartial, takesOneField} from '../templates/changed-body.ts';
import {withArticle} from '../kinds/names.ts';
import type {Kind} from '../kinds/kind.ts';
import {formOf} from '../model/answer-form.ts';
import type {Assert, Value} from '../recipe.ts';
import {always, hard, succeeds} from '../templates/asserts.ts';
import type {PlanContext} from '../templates/context.ts';
import {entriesWith, lookup} from '../templates/entries.ts';
import {echoes, handlePointer, sameRecord, sentRecord, workedOut} from '../templates/expect-record.ts';
import {endedState, gone} from '../templates/gone.ts';
import {leadUp} from '../templates/lead-up.ts';
import {handleCapture, type OwnRecord} from '../templates/own-record.ts';
import {RecipeDraft} from '../templates/recipe-draft.ts';
import {isNumbered} from '../templates/second-record.ts';
import {withFields} from '../templates/with-fields.ts';
import {type ChainRow, chainRow} from './chain-row.ts';
import {type ChainDraft, inChain, makeInChain} from './own-parents.ts';

/** create → read → listed → update → read shows it → delete → read refused → no longer listed. */
export function lifeChain(kind: Kind, context: PlanContext): ChainRow | null {
	const {creator, reader, list, updaters, deleter} = kind;
	if (!creator || !context.canMake(kind) || !deleter || context.unsafe(deleter) !== null) return null;
	if (!reader && !list) return null;
	const {api} = context;
	const draft = new RecipeDraft(context, creator, 'life');
	const chain: ChainDraft = {draft, made: new Map(), context};
	const own = makeInChain(chain, kind, true);
	if (!own) return null;
	own.step.asserts.push(...echoes(api, creator, {sender: creator, body: own.step.call.body}));
	const told = ['created'];
	// An answer that is only the handle is nothing to compare with: what was sent is.
	const asMade = ({handle, step}: OwnRecord): Assert[] => {
		const pointer = reader ? handlePointer(api, reader, kind) : null;
		if (!reader) return [];
		const asked =
			pointer === null
				? []
				: [
						hard(
							`handle:${pointer}`,
							'asked for {expected}, got {actual}',
							{type: 'equals', pointer, value: handle, as: 'number'},
							'the record that was asked for is answered',
						),
					];
		return [...asked, ...echoes(api, reader, {sender: creator, body: step.call.body}, 'stored')];
	};
	if (reader) {
		const same = sameRecord(
			api,
			reader,
			{operation: creator, step: own.step.id},
			{message: 'created and read differ in {field}: {expected}, {actual}'},
		);
		draft.step({
			id: 'read',
			title: 'read it',
			role: 'verify',
			call: inChain(chain, reader, () => draft.requestOn(reader, own)),
			asserts: [succeeds(reader), ...always(api, reader), ...(same ? [same] : asMade(own))],
		});
		told.push('read');
	}
	const form = list ? formOf(api.schemas, list) : null;
	const isListed = list && form?.form === 'list' && kind.listHandle !== null;
	const changed = new Set<string>();
	const lookFor = (id: string, present: boolean) => {
		if (!isListed) return;
		// A changed record is not found by what it was made with.
		const narrows = (value: Value, field: string) => isOfChain(value) && !changed.has(field);
		const {query, locate, paging} = lookup(api, list, own.step.call.body, narrows);
		// Page by page once is enough for a story: the row of the DELETE goes through the pages as well.
		if (!present && locate !== 'filter' && reader) return;
		// What is kept in another state may be listed in it.
		if (!present && reader && endedState(api, list) !== null) return;
		draft.step({
			id,
			title: present ? 'find it in the list' : 'miss it in the list',
			role: 'verify',
			call: inChain(chain, list, () => draft.requestOn(list, own, {query})),
			asserts: [
				succeeds(list),
				hard(
					present ? 'contains' : 'not-listed',
					present ? `the list lacks the ${kind.noun} {expected}` : `the list still has the ${kind.noun} {expected}`,
					{
						type: 'contains',
						list: entriesWith(kind, form.pointer, own.handle),
						handle: own.handle,
						present,
						locate,
						paging,
					},
					present ? 'what was made is listed' : 'what was deleted is not listed',
				),
			],
		});
	};
	lookFor('list', true);
	if (isListed) told.push('found');
	const updater = updaters.find(one => isPartial(api, one)) ?? updaters[0];
	const whole =
		updater && context.unsafe(updater) === null
			? inChain(chain, updater, () => draft.requestOn(updater, own, {variant: 'changed'}))
			: null;
	if (updater && whole?.body && 'value' in whole.body) {
		const sent = sentRecord(whole.body);
		const made = sentRecord(own.step.call.body).fields;
		const [field] = Object.keys(sent.fields).filter(
			name =>
				(sent.fields[name]!.is === 'unique' || sent.fields[name]!.is === 'literal') &&
				JSON.stringify(sent.fields[name]) !== JSON.stringify(made[name]),
		);
		const isAlone = takesOneField(api, updater) && field !== undefined;
		const names = isAlone ? [field] : Object.keys(sent.fields);
		const body = isAlone ? withFields(whole.body, names) : whole.body;
		for (const name of names) changed.add(name);
		const kept =
			isPartial(api, updater) && field && echoes(api, updater, {sender: updater, body}).length > 0
				? sameRecord(
						api,
						updater,
						{operation: creator, step: own.step.id},
						{
							id: 'changed',
							message: 'more changed than {case}: {field} was {expected} and is {actual}',
							except: names,
							follows: workedOut(api, updater, kind),
						},
					)
				: null;
		draft.step({
			id: 'change',
			title: 'change it',
			role: 'act',
			call: {...whole, body},
			// Where nothing more is known of the answer, reading the record says it.
			asserts: [
				succeeds(updater),
				...always(api, updater),
				...(reader && !kept ? [] : echoes(api, updater, {sender: updater, body})),
				...(kept ? [kept] : []),
			],
		});
		told.push(field === 'name' || field === 'title' ? 'renamed' : 'changed');
		const answered =
			kept && reader
				? sameRecord(
						api,
						reader,
						{operation: updater, step: 'change'},
						{message: 'answered and read differ in {field}: {expected}, {actual}'},
					)
				: null;
		if (reader)
			draft.step({
				id: 'read_changed',
				title: 'read the change',
				role: 'verify',
				call: inChain(chain, reader, () => draft.requestOn(reader, own)),
				asserts: [
					succeeds(reader),
					...(answered ? [answered] : echoes(api, reader, {sender: updater, body}, 'stored')),
				],
			});
	}
	if (isNumbered(api, kind)) holdNumber(chain, kind, own);
	leadUp(draft, context, deleter, first => inChain(chain, first, () => draft.requestOn(first, own)));
	draft.step({
		id: 'delete',
		title: 'delete it',
		role: 'act',
		call: inChain(chain, deleter, () => draft.requestOn(deleter, own, {body: 'required'})),
		asserts: [succeeds(deleter), ...always(api, deleter)],
	});
	if (reader)
		draft.step({
			id: 'read_deleted',
			title: 'read it again',
			role: 'verify',
			call: inChain(chain, reader, () => draft.requestOn(reader, own)),
			asserts: gone(api, kind, reader),
		});
	lookFor('list_deleted', false);
	told.push('deleted', 'gone');
	const title = `${withCapital(kind.noun)} lives: ${told.join(', ')}`;
	return chainRow(`chain life ${kind.name}`, creator, draft, {
		title,
		description: `One ${kind.noun} of its own from its creation to its end.`,
	});
}

/** Another record, so that the number of the first is not given again: not where it can be made but once. */
function holdNumber(chain: ChainDraft, kind: Kind, own: OwnRecord): void {
	const {draft} = chain;
	const hasOwnValue = Object.values(sentRecord(own.step.call.body).fields).some(
		({is}) => is !== 'step' && is !== 'now',
	);
	if (!hasOwnValue || kind.creator!.endpoint.body?.isRefused) return;
	draft.step({
		id: 'create_later',
		title: `create another ${kind.noun}, which keeps the number from being given again`,
		role: 'setup',
		call: inChain(chain, kind.creator, () => draft.request(kind.creator!, {variant: `${kind.name} later`})),
		asserts: [succeeds(kind.creator!)],
		captures: [handleCapture(kind, false)],
	});
}

/** A value that only records of this chain have. */
export const isOfChain = (value: Value): boolean => value.is === 'unique' || value.is === 'step';

export const withCapital = (noun: string): string => withArticle(noun).replace(/^a/, 'A');
