import type {Kind} from '../kinds/kind.ts';
import {formOf} from '../model/answer-form.ts';
import type {PlanOperation} from '../model/operation.ts';
import type {Assert} from '../recipe.ts';
import {always, decided, hard, succeeds} from '../templates/asserts.ts';
import type {PlanContext} from '../templates/context.ts';
import {endingOf} from '../kinds/ending.ts';
import {entriesWith, lookup} from '../templates/entries.ts';
import {gone} from '../templates/gone.ts';
import {leadUp} from '../templates/lead-up.ts';
import {asAsked} from '../templates/read-before.ts';
import {RecipeDraft} from '../templates/recipe-draft.ts';
import {type ChainRow, chainRow} from './chain-row.ts';
import {isOfChain, withCapital} from './life.ts';
import {type ChainDraft, inChain, makeInChain} from './own-parents.ts';
import {plural} from '../kinds/names.ts';

/** parent → child → listed under it → the parent's DELETE (409 or cascade) → child and parent deleted. */
export function familyChain(child: Kind, context: PlanContext): ChainRow | null {
	const {api} = context;
	const {creator, list} = child;
	const outer = creator?.pathParameters.at(-1);
	// What is made of a record, such as the order of a cart, is no child of it.
	if (!creator || !outer || !context.canMake(child) || child.origin === 'put' || child.origin === 'action') return null;
	const parent = api.edgeOf(creator, `path:${outer.name}`)?.producer?.kind;
	if (!parent?.deleter || !context.canMake(parent) || context.unsafe(parent.deleter) !== null) return null;
	const {deleter} = parent;
	const draft = new RecipeDraft(context, creator, 'family');
	const chain: ChainDraft = {draft, made: new Map(), context};
	const parentRecord = makeInChain(chain, parent);
	const record = parentRecord && makeInChain(chain, child, true);
	if (!record || !parentRecord) return null;
	const form = list ? formOf(api.schemas, list) : null;
	if (list && form?.form === 'list' && child.listHandle !== null) {
		const found = lookup(api, list, record.step.call.body, isOfChain);
		// Below a parent of its own nobody else has entries: there is but one page.
		const isOwn = list.pathParameters.length > 0;
		const {query, locate, paging} = isOwn ? {...found, locate: 'filter' as const, paging: null} : found;
		draft.step({
			id: 'list',
			title: `find it among the ${plural(child.noun)} of the ${parent.noun}`,
			role: 'verify',
			call: inChain(chain, list, () => draft.requestOn(list, record, {query})),
			asserts: [
				succeeds(list),
				...always(api, list),
				hard(
					'contains',
					`the ${parent.noun} lacks its ${child.noun} {expected}`,
					{
						type: 'contains',
						list: entriesWith(child, form.pointer, record.handle),
						handle: record.handle,
						present: true,
						locate,
						paging,
					},
					'a child is listed under its parent',
				),
			],
		});
	}
	// What was never read is no less there afterwards.
	if (child.reader) {
		const {reader} = child;
		draft.step({
			id: 'read_before',
			title: `read the ${child.noun}`,
			role: 'verify',
			call: inChain(chain, reader, () => draft.requestOn(reader, record)),
			asserts: [succeeds(reader), ...asAsked(api, reader, child, record.handle)],
		});
	}
	const ending = endingOf(parent, child);
	const remove = child.deleter;
	const mayStay = ending !== 'goes';
	if (mayStay && (!remove || context.unsafe(remove) !== null)) return null;
	const end = (id: string, title: string, asserts: Assert[]) =>
		draft.step({
			id,
			title,
			role: 'act',
			call: inChain(chain, deleter, () => draft.requestOn(deleter, parentRecord, {body: 'required'})),
			asserts: [...asserts, ...always(api, deleter)],
		});
	if (mayStay) {
		const oneOf =
			ending === 'stays' ? [409] : [409, ...(documented(deleter).length > 0 ? documented(deleter) : ['2xx' as const])];
		end('keep_parent', `try to delete the ${parent.noun}`, [refusedOrDone(oneOf)]);
	}
	if (mayStay && remove)
		draft.step({
			id: 'delete_child',
			title: `delete the ${child.noun}`,
			role: 'act',
			call: inChain(chain, remove, () => draft.requestOn(remove, record, {body: 'required'})),
			asserts: [ending === 'stays' ? succeeds(remove) : orGone(remove), ...always(api, remove)],
		});
	leadUp(draft, context, deleter, first => inChain(chain, first, () => draft.requestOn(first, parentRecord)));
	end('delete_parent', `delete the ${parent.noun}`, [ending === 'open' ? orGone(deleter) : succeeds(deleter)]);
	for (const {kind, own} of [
		{kind: child, own: record},
		{kind: parent, own: parentRecord},
	]) {
		const {reader} = kind;
		if (!reader) continue;
		draft.step({
			id: kind === parent ? 'read_parent' : 'read_child',
			title: `read the ${kind.noun} again`,
			role: 'verify',
			call: inChain(chain, reader, () => draft.requestOn(reader, own)),
			asserts: gone(api, kind, reader),
		});
	}
	return chainRow(`chain family ${child.name}`, creator, draft, {
		title: `${withCapital(parent.noun)} with ${plural(child.noun)}: ${endings[ending]}`,
		description: `A ${parent.noun} and a ${child.noun} of its own, then the end of both.`,
	});
}

const endings = {
	stays: 'kept while it has one, then deleted',
	goes: 'deleted with all it holds',
	open: 'both come to their end',
};

const documented = ({statuses}: PlanOperation): number[] => statuses.filter(status => status >= 200 && status < 300);

const statusMessage = 'expected {expected}, got {actual}';

const refusedOrDone = (oneOf: (number | '2xx')[]): Assert =>
	decided('status', statusMessage, {type: 'status', oneOf}, 'responses.409');

/** What went with its parent is gone already. */
const orGone = (operation: PlanOperation): Assert =>
	decided(
		'status',
		statusMessage,
		{
			type: 'status',
			oneOf: [...(documented(operation).length > 0 ? documented(operation) : ['2xx' as const]), 404, 410],
		},
		'responses',
	);
