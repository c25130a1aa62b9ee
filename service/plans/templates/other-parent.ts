import type {Kind} from '../kinds/kind.ts';
import {plural, withArticle} from '../kinds/names.ts';
import type {PlanOperation} from '../model/operation.ts';
import {always, possible, refuses, succeeds} from './asserts.ts';
import type {PlanContext} from './context.ts';
import {accepted} from './control.ts';
import type {OwnRecord} from './own-record.ts';
import type {RecipeDraft} from './recipe-draft.ts';
import type {RowTemplate} from './row-draft.ts';
import {leavesUnchanged} from './unchanged.ts';
import type {Value} from '../recipe.ts';

/** An own record is not found through another own parent, and stays as it was. */
export const otherParent: RowTemplate = {
	id: 'other-parent',
	category: 'security',
	priority: 'p1',
	fill(draft, operation, context) {
		const {api, unsafe} = context;
		const pair = pairOf(operation, context);
		if (!pair || unsafe(operation) !== null) return null;
		const {child, parent, parameter} = pair;
		const first = draft.ownRecord(parent, {title: `make ${withArticle(parent.noun)} of its own`});
		const record = first && childOf(draft, context, first, child);
		const second =
			record && draft.ownRecord(parent, {id: 'create_other', variant: 'other', title: `make another ${parent.noun}`});
		if (!record || !second) return null;
		const ask = () =>
			draft.step({
				id: 'act',
				title: `name it below the other ${parent.noun}`,
				role: 'act',
				call: draft.requestOn(operation, record, {path: {[parameter]: second.handle}, variant: 'changed'}),
				asserts: [
					refuses(operation, possible(operation, [404, 403, 400]), 'a record belongs to one parent'),
					...always(api, operation, true),
				],
			});
		if (operation.method === 'GET') {
			const title = `read it below its own ${parent.noun}`;
			accepted(draft, operation, draft.requestOn(operation, record), title);
			ask();
		} else leavesUnchanged(draft, context, child, record, ask);
		// It was refused for its other parent: below its own it is not.
		if (operation.method === 'DELETE')
			draft.step({
				id: 'delete',
				title: `delete it below its own ${parent.noun}`,
				role: 'verify',
				call: draft.requestOn(operation, record),
				asserts: [succeeds(operation)],
			});
		return {
			title: `does not find ${withArticle(child.noun)} below another ${parent.noun}`,
			description: `Makes two ${plural(parent.noun)} and asks for the ${child.noun} of one below the other.`,
		};
	},
};

/** The kinds of the last two parameters of a path, when the second lies below the first. */
function pairOf(
	operation: PlanOperation,
	{api, canMake}: PlanContext,
): {child: Kind; parent: Kind; parameter: string} | null {
	const [outer, last] = operation.pathParameters.slice(-2);
	if (operation.pathParameters.length < 2 || !outer || !last) return null;
	const child = api.kindAt(operation);
	if (!child || (child.reader !== operation && child.deleter !== operation && !child.updaters.includes(operation)))
		return null;
	const parent = api.edgeOf(operation, `path:${outer.name}`)?.producer?.kind;
	if (!parent || parent === child || !canMake(parent) || !canMake(child) || child.origin === 'put') return null;
	const isBelow = child.creator?.pathParameters.some(
		({name}) => api.edgeOf(child.creator!, `path:${name}`)?.producer?.kind === parent,
	);
	return isBelow ? {child, parent, parameter: outer.name} : null;
}

function childOf(draft: RecipeDraft, {api}: PlanContext, own: OwnRecord, child: Kind): OwnRecord | null {
	const values = new Map<string, Value>(
		api
			.edgesOf(child.creator!)
			.filter(({producer}) => producer?.kind === own.kind)
			.map(({variable}) => [variable, own.handle]),
	);
	return draft.withOwn(values, () =>
		draft.ownRecord(child, {id: `create_${child.name}`, title: `make ${withArticle(child.noun)} below it`}),
	);
}
