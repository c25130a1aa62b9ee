import type {PlannedEdge} from '../kinds/candidate.ts';
import type {Kind} from '../kinds/kind.ts';
import {withArticle} from '../kinds/names.ts';
import {always, succeeds} from '../templates/asserts.ts';
import type {PlanContext} from '../templates/context.ts';
import {childrenOf} from '../templates/children.ts';
import {handleCapture, handleValue, type OwnRecord} from '../templates/own-record.ts';
import type {RecipeDraft} from '../templates/recipe-draft.ts';
import {usedUpEdges} from '../templates/relation.ts';
import type {Value} from '../recipe.ts';

/** A draft whose records are all its own: a reference is fed by a step of the chain, made when it is first needed. */
export type ChainDraft = {draft: RecipeDraft; made: Map<Kind, OwnRecord>; context: PlanContext};

/** Makes a record in the chain, and before it everything that it needs. Null: it cannot be made without borrowing. */
export function makeInChain(chain: ChainDraft, kind: Kind, isAct = false, depth = 0): OwnRecord | null {
	const known = chain.made.get(kind);
	if (known) return known;
	const {draft, context, made} = chain;
	const {creator} = kind;
	if (!creator || depth > 6 || !context.canMake(kind) || kind.origin === 'put') return null;
	for (const edge of context.api.edgesOf(creator)) {
		const {producer} = edge;
		if (!producer || producer.borrowed || !producer.kind || edge.state === 'cut') continue;
		// A guess is taken only where nothing else will do.
		if (!edge.required && producer.score < 0.6) continue;
		const isNeeded = edge.required || made.has(producer.kind);
		if (isNeeded && !makeInChain(chain, producer.kind, false, depth + 1)) return null;
	}
	// An order of an empty cart is refused.
	for (const {producer} of usedUpEdges(context.api, creator))
		for (const {child} of childrenOf(context, producer!.kind!, creator)) makeInChain(chain, child, false, depth + 1);
	// What may be left out is no reason to take somebody else's record into the chain.
	const isOthers = ({producer, required, state}: PlannedEdge) =>
		producer !== null && !required && state !== 'pinned' && !(producer.kind && made.has(producer.kind));
	const body = context.api.edgesOf(creator).some(isOthers) ? 'lean' : 'most';
	const call = inChain(chain, creator, () => draft.request(creator, {variant: kind.name, body}));
	const step = draft.step({
		id: `create_${kind.name}`,
		title: `create ${withArticle(kind.noun)}`,
		role: isAct ? 'act' : 'setup',
		call,
		asserts: [succeeds(creator), ...(isAct ? always(context.api, creator) : [])],
		captures: [handleCapture(kind, false)],
	});
	const handle = handleValue(kind, step);
	if (handle === null) return null;
	const record = {step, handle, kind, path: draft.pathOf(kind, handle, call)};
	made.set(kind, record);
	draft.safety = 'own_records';
	return record;
}

/** Runs a request of a chain: what others would take from shared producers comes from the chain's own steps. */
export function inChain<T>({draft, made, context}: ChainDraft, operation: Kind['creator'], request: () => T): T {
	const own = new Map<string, Value>();
	for (const edge of context.api.edgesOf(operation!)) {
		const record = edge.producer?.kind && !edge.producer.borrowed ? made.get(edge.producer.kind) : undefined;
		if (!record) continue;
		const {pointer} = edge.producer!;
		own.set(edge.variable, pointer.startsWith('$') ? {is: 'step', step: record.step.id, pointer} : record.handle);
	}
	return draft.withOwn(own, request);
}
