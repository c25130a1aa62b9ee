import {endingOf} from '../kinds/ending.ts';
import type {Kind} from '../kinds/kind.ts';
import {plural, withArticle, listed, pronoun} from '../kinds/names.ts';
import {answerFor, type PlanOperation} from '../model/operation.ts';
import {usable} from '../kinds/candidate.ts';
import type {Value} from '../recipe.ts';
import {always, decided, hard, succeeds} from './asserts.ts';
import type {PlanContext} from './context.ts';
import type {OwnRecord} from './own-record.ts';
import type {RecipeDraft} from './recipe-draft.ts';
import type {RowTemplate} from './row-draft.ts';
import {refusalShape} from './documented-refusal.ts';

const mostChildren = 3;

/** A record that others need is not deleted: the document says so, and both are still there. */
export const conflict: RowTemplate = {
	id: 'conflict',
	category: 'error_edge',
	priority: 'p2',
	fill(draft, operation, context) {
		const {api, canMake, unsafe} = context;
		const kind = api.kinds.find(one => one.deleter === operation && canMake(one));
		if (!kind || operation.method !== 'DELETE' || answerFor(operation, 409) === null || unsafe(operation) !== null)
			return null;
		const children = childrenOf(kind, context);
		if (children.length === 0) return null;
		const own = draft.ownRecord(kind);
		if (!own) return null;
		const made = children.flatMap(child => childRecord(draft, context, own, child) ?? []);
		if (made.length === 0) return null;
		draft.step({
			id: 'delete',
			title: `try to delete the ${kind.noun}`,
			role: 'act',
			call: draft.requestOn(operation, own, {body: 'required'}),
			asserts: [
				decided('status', 'expected {expected}, got {actual}', {type: 'status', oneOf: [409]}, 'responses.409'),
				...always(api, operation, true),
				...refusalShape(api, operation, [409]),
			],
		});
		for (const record of [own, ...made]) {
			const {reader, noun} = record.kind;
			if (!reader) continue;
			draft.step({
				id: `read_${record.kind.name}`,
				title: `read the ${noun}`,
				role: 'verify',
				call: draft.requestOn(reader, record),
				asserts: [
					hard(
						'kept',
						`a refused DELETE took the ${noun} with it: {actual}`,
						{type: 'status', oneOf: succeeds(reader).check.type === 'status' ? documentedOr2xx(reader) : ['2xx']},
						'a refused request changes nothing',
					),
				],
			});
		}
		const nouns = made.map(one => plural(one.kind.noun));
		return {
			title: `keeps ${withArticle(kind.noun)} ${pronoun(kind.noun)} has ${listed(nouns)}`,
			description: `Makes ${withArticle(kind.noun)} with ${listed(made.map(one => withArticle(one.kind.noun)))} and tries to delete it.`,
		};
	},
};

function documentedOr2xx({statuses}: PlanOperation): (number | '2xx')[] {
	const documented = statuses.filter(status => status >= 200 && status < 300);
	return documented.length > 0 ? documented : ['2xx'];
}

/** Kinds whose records need one of this kind; those that the document names stand alone when it names any. */
function childrenOf(kind: Kind, {api, canMake, unsafe}: PlanContext): Kind[] {
	const all = api.kinds.filter(
		child =>
			child !== kind &&
			child.creator !== null &&
			child.deleter !== null &&
			child.origin !== 'put' &&
			child.origin !== 'action' &&
			canMake(child) &&
			unsafe(child.creator) === null &&
			endingOf(kind, child) !== 'goes' &&
			api.edgesOf(child.creator).some(edge => edge.required && edge.producer?.kind === kind && !edge.producer.borrowed),
	);
	const named = all.filter(child => endingOf(kind, child) === 'stays');
	return (named.length > 0 ? named : all).slice(0, mostChildren);
}

function childRecord(draft: RecipeDraft, {api}: PlanContext, own: OwnRecord, child: Kind): OwnRecord | null {
	const values = new Map<string, Value>(
		api
			.edgesOf(child.creator!)
			.filter(({producer}) => producer?.kind === own.kind && producer.score >= usable)
			.map(({variable}) => [variable, own.handle]),
	);
	return draft.withOwn(values, () =>
		draft.ownRecord(child, {id: `create_${child.name}`, title: `make ${withArticle(child.noun)} that needs it`}),
	);
}
