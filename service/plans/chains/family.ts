import type {Kind} from '../kinds/kind.ts';
import {formOf} from '../model/answer-form.ts';
import {answerFor} from '../model/operation.ts';
import {always, hard, neverSucceeds, succeeds} from '../templates/asserts.ts';
import type {PlanContext} from '../templates/context.ts';
import {entriesOf} from '../templates/entries.ts';
import {RecipeDraft} from '../templates/recipe-draft.ts';
import type {ChainRow} from './index.ts';
import {withCapital} from './life.ts';
import {type ChainDraft, inChain, makeInChain} from './own-parents.ts';
import {plural} from '../kinds/names.ts';

/** parent → child → listed under it → the parent's DELETE (409 or cascade) → child and parent deleted. */
export function familyChain(child: Kind, context: PlanContext): ChainRow | null {
	const {api} = context;
	const {creator, list} = child;
	const outer = creator?.pathParameters.at(-1);
	if (!creator || !outer || !context.canMake(child) || child.origin === 'put') return null;
	const parent = api.edgeOf(creator, `path:${outer.name}`)?.producer?.kind;
	if (!parent?.deleter || !context.canMake(parent) || context.unsafe(parent.deleter) !== null) return null;
	const {deleter} = parent;
	const draft = new RecipeDraft(context, creator, 'family');
	const chain: ChainDraft = {draft, made: new Map(), context};
	const parentRecord = makeInChain(chain, parent);
	const record = parentRecord && makeInChain(chain, child, true);
	if (!record || !parentRecord) return null;
	const form = list ? formOf(api.schemas, list) : null;
	if (list && form?.form === 'list' && child.listHandle !== null)
		draft.step({
			id: 'list',
			title: `find it among the ${plural(child.noun)} of the ${parent.noun}`,
			role: 'verify',
			call: inChain(chain, list, () => draft.requestOn(list, record)),
			asserts: [
				succeeds(list),
				...always(api, list),
				hard(
					'contains',
					`the ${parent.noun} lacks its ${child.noun} {expected}`,
					{type: 'contains', list: form.pointer, handle: record.handle, present: true, locate: entriesOf(api, list)},
					'a child is listed under its parent',
				),
			],
		});
	const isRefused = answerFor(deleter, 409) !== null;
	const removeParent = (id: string) => ({
		id,
		role: 'act' as const,
		call: inChain(chain, deleter, () => draft.requestOn(deleter, parentRecord, {body: 'required'})),
	});
	if (isRefused) {
		draft.step({
			...removeParent('keep_parent'),
			title: `try to delete the ${parent.noun}`,
			asserts: [
				{
					...neverSucceeds('kept', 'expected {expected}, got {actual}', [409], 'x'),
					strength: 'decided',
					provenance: {from: 'document', where: 'responses.409', runId: null, since: 'plan'},
				},
			],
		});
		if (!child.deleter || context.unsafe(child.deleter) !== null) return null;
		const remove = child.deleter;
		draft.step({
			id: 'delete_child',
			title: `delete the ${child.noun}`,
			role: 'act',
			call: inChain(chain, remove, () => draft.requestOn(remove, record, {body: 'required'})),
			asserts: [succeeds(remove), ...always(api, remove)],
		});
	}
	draft.step({
		...removeParent('delete_parent'),
		title: `delete the ${parent.noun}`,
		asserts: [succeeds(deleter), ...always(api, deleter)],
	});
	const gone = parent.reader;
	if (gone)
		draft.step({
			id: 'read_parent',
			title: `read the ${parent.noun} again`,
			role: 'verify',
			call: inChain(chain, gone, () => draft.requestOn(gone, parentRecord)),
			asserts: [
				neverSucceeds(
					'gone',
					`the deleted ${parent.noun} is still there: {actual}`,
					[403, 404, 410],
					'what was deleted is gone',
				),
			],
		});
	return {
		key: `chain family ${child.name}`,
		row: {
			template: 'chain',
			kind: 'integration',
			operation: creator,
			category: 'functional',
			priority: 'p1',
			selected: true,
			title: `${withCapital(parent.noun)} with ${plural(child.noun)}: ${isRefused ? 'kept while it has one, then deleted' : 'deleted with all it holds'}`,
			description: `A ${parent.noun} and a ${child.noun} of its own, then the end of both.`,
			why: `${draft.steps.length} steps with records of its own.`,
			draft,
		},
	};
}
