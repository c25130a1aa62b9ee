import type {PlanOperation} from '../model/operation.ts';
import {always, documentedShape, succeeds} from '../templates/asserts.ts';
import {actedOn} from '../templates/acted-on.ts';
import {isAction, parentOf} from '../templates/action.ts';
import {flowTitle, summaryOf} from '../templates/operation-words.ts';
import type {PlanContext} from '../templates/context.ts';
import {leadUp} from '../templates/lead-up.ts';
import {RecipeDraft} from '../templates/recipe-draft.ts';
import {type ChainRow, chainRow} from './chain-row.ts';
import {type ChainDraft, inChain, makeInChain} from './own-parents.ts';

/**
 * The longest path over references and actions, one for every action: its parent with children, everything these need,
 * then the action and a look at the parent.
 */
export function flowChains(context: PlanContext): ChainRow[] {
	return context.api.operations.flatMap(operation => {
		if (!isAction(operation, context) || context.unsafe(operation) !== null || operation.method === 'DELETE') return [];
		return flowOf(operation, context) ?? [];
	});
}

function flowOf(operation: PlanOperation, context: PlanContext): ChainRow | null {
	const {api, canMake} = context;
	const parent = parentOf(operation, context);
	if (!parent) return null;
	const draft = new RecipeDraft(context, operation, 'flow');
	const chain: ChainDraft = {draft, made: new Map(), context};
	const own = makeInChain(chain, parent);
	if (!own) return null;
	const front = `${parent.collection}/{}/`;
	for (const child of api.kinds)
		if (
			child.creator &&
			child.origin !== 'action' &&
			child.creator.shape.startsWith(front) &&
			canMake(child) &&
			child.creator !== operation &&
			// Made only after the action, which is not done twice.
			!child.creator.endpoint.before.includes(operation.key)
		)
			if (!makeInChain(chain, child)) return null;
	// What the action itself refers to.
	for (const edge of api.edgesOf(operation)) {
		const kind = edge.producer?.borrowed === false ? edge.producer.kind : null;
		if (kind && (edge.required || edge.producer!.score >= 0.6) && !makeInChain(chain, kind)) return null;
	}
	const call = inChain(chain, operation, () => draft.requestOn(operation, own));
	const expected = actedOn(draft, context, operation, own, reader =>
		inChain(chain, reader, () => draft.requestOn(reader, own)),
	);
	leadUp(draft, context, operation, first => inChain(chain, first, () => draft.requestOn(first, own)));
	draft.step({
		id: 'act',
		title: summaryOf(operation),
		role: 'act',
		call,
		asserts: [
			succeeds(operation),
			...always(api, operation),
			...documentedShape(api, operation, 2),
			...expected.answered,
		],
	});
	const {reader} = parent;
	if (reader)
		draft.step({
			id: 'read',
			title: `read the ${parent.noun}`,
			role: 'verify',
			call: inChain(chain, reader, () => draft.requestOn(reader, own)),
			asserts: [succeeds(reader), ...always(api, reader), ...expected.read],
		});
	return chainRow(`chain flow ${operation.key}`, operation, draft, {
		title: flowTitle(operation, parent.noun),
		description: `Everything that it needs, made by the chain itself: ${[...chain.made.keys()].map(({noun}) => noun).join(', ')}.${expected.said}`,
	});
}
