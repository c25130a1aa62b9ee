import {locationOf} from './create.ts';
import {withArticle, listed} from '../kinds/names.ts';
import {formOf, isSameRecord} from '../model/answer-form.ts';
import type {Kind} from '../kinds/kind.ts';
import {asOperation, firstsOf, isParameter, type PlanOperation} from '../model/operation.ts';
import {isLogin, isLogout} from '../model/meaning.ts';
import type {Capture, Value} from '../recipe.ts';
import {actedOn, nothingElse} from './acted-on.ts';
import {addChildren} from './children.ts';
import {always, documentedShape, succeeds} from './asserts.ts';
import type {PlanContext} from './context.ts';
import {sameRecord, sentRecord} from './expect-record.ts';
import {leadUp, refusedTooEarly} from './lead-up.ts';
import type {OwnRecord} from './own-record.ts';
import type {RecipeDraft} from './recipe-draft.ts';
import type {RowTemplate} from './row-draft.ts';
import {briefOf, deedOf, summaryOf} from './operation-words.ts';

/** POST, PUT or DELETE below a record that makes no kind of its own: acts on a parent that the row has made. */
export const action: RowTemplate = {
	id: 'action',
	category: 'functional',
	priority: 'p1',
	fill(draft, operation, context) {
		const {api, unsafe} = context;
		if (!isAction(operation, context) || unsafe(operation) !== null) return null;
		const parent = parentOf(operation, context);
		if (!parent) return null;
		const own = draft.ownRecord(parent, {body: 'most', title: `make ${withArticle(parent.noun)} of its own`});
		if (!own) return isOnlyChance(operation, parent, context) ? onShared(draft, operation, parent, context) : null;
		const children = addChildren(draft, context, own, operation);
		const made = recordMade(operation, context);
		const captures: Capture[] = made
			? [
					{
						variable: made.variable,
						tag: made.word,
						from: {in: 'body', pointer: made.pointer},
						publish: false,
						isHandle: true,
						deletedBy: made.deletedBy,
					},
				]
			: [];
		const expected = actedOn(draft, context, operation, own, reader => draft.requestOn(reader, own));
		refusedTooEarly(draft, context, operation, one => draft.requestOn(one, own));
		leadUp(draft, context, operation, first => draft.requestOn(first, own));
		const target = targetOf(draft, operation, own, context);
		const call = draft.withOwn(new Map([...children, ...target]), () => draft.requestOn(operation, own));
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
				...(made ? locationOf(operation) : []),
			],
			captures,
		});
		const {reader} = parent;
		if (reader) {
			const same = isSameRecord(api.schemas, operation, reader)
				? sameRecord(
						api,
						reader,
						{operation, step: 'act'},
						{message: 'answered and read differ in {field}: {expected}, {actual}'},
					)
				: null;
			draft.step({
				id: 'read',
				title: `read the ${parent.noun}`,
				role: 'verify',
				call: draft.requestOn(reader, own),
				asserts: [
					succeeds(reader),
					...always(api, reader),
					...(same ? [same] : []),
					...expected.read,
					...nothingElse(api, reader, own, call),
				],
			});
		}
		return {
			title: deedOf(operation, parent.noun),
			description: `Makes ${withArticle(parent.noun)} of its own${onIt(operation, context)}.${expected.said}`,
		};
	},
};

/**
 * What an action moves its record to: where it names the record in which that was made, such as the column of a card,
 * another one is made for it. Else nothing would have moved.
 */
function targetOf(
	draft: RecipeDraft,
	operation: PlanOperation,
	own: OwnRecord,
	{api, canMake}: PlanContext,
): ReadonlyMap<string, Value> {
	const made = sentRecord(own.step.call.body).fields;
	for (const {place, variable, producer} of api.edgesOf(operation)) {
		const kind = producer?.borrowed === false ? producer.kind : null;
		const before = made[place.replace(/^body:\$\./, '')];
		if (!kind || before?.is !== 'variable' || before.name !== variable || kind === own.kind || !canMake(kind)) continue;
		const other = draft.ownRecord(kind, {
			id: 'target',
			variant: 'target',
			title: `make ${withArticle(kind.noun)} to go to`,
		});
		if (other) return new Map([[variable, other.handle]]);
	}
	return new Map();
}

/**
 * Whether an action may be done to the one record of a kind that nobody can delete: nothing else is done to it, and who
 * reads it has done so before. Only the first of several actions finds it as it was made.
 */
function isOnlyChance(operation: PlanOperation, parent: Kind, context: PlanContext): boolean {
	const {api, unsafe} = context;
	const isOn = (one: PlanOperation) =>
		isAction(one, context) && unsafe(one) === null && !api.kindMadeBy(one) && parentOf(one, context) === parent;
	// `POST /samples/bulk {action, ids}` does it to the same record.
	const isElsewhere = api.edges.some(
		({consumer, producer, place}) =>
			producer?.kind === parent && place.startsWith('body:') && !api.kindMadeBy(consumer) && consumer.method !== 'GET',
	);
	return (
		parent.deleter === null &&
		// A chain makes one and reads it.
		parent.reader === null &&
		operation.method === 'POST' &&
		!isElsewhere &&
		api.operations.find(isOn) === operation
	);
}

/** The action on the record that others have read: it runs when they have ended. */
function onShared(draft: RecipeDraft, operation: PlanOperation, parent: Kind, {api}: PlanContext) {
	draft.phase = 'late';
	draft.safety = 'own_records';
	draft.step({
		id: 'act',
		title: summaryOf(operation),
		role: 'act',
		call: draft.request(operation, {}),
		asserts: [succeeds(operation), ...always(api, operation), ...documentedShape(api, operation, 2)],
	});
	return {
		title: deedOf(operation, parent.noun),
		description: `Does it once, to the ${parent.noun} that another test has made: nobody can delete one.`,
	};
}

/** What is done to the record, with what has to come first. */
function onIt(operation: PlanOperation, {api}: PlanContext): string {
	const firsts = firstsOf(api, operation);
	if (firsts.length === 0) return ' and calls the operation on it';
	return `, for which the operation is refused at first and works after ${listed(firsts.map(one => `"${briefOf(one)}"`))}`;
}

/** Whether an operation acts on a record and makes no kind of its own. */
export function isAction(operation: PlanOperation, {api}: Pick<PlanContext, 'api'>): boolean {
	if (!/^(?:POST|PUT|DELETE|PATCH)$/.test(operation.method) || isLogin(operation, api.schemas) || isLogout(operation))
		return false;
	const last = operation.segments.at(-1);
	if (last === undefined || isParameter(last) || !operation.segments.some(isParameter)) return false;
	const made = api.kindMadeBy(operation);
	return !made || made.origin === 'action';
}

/**
 * The kind of the last record in the path that can be made: behind it may stand one that nobody makes, as in
 * `/features/{name}/environments/{environment}/off`, where the call still acts on the own feature.
 */
export function parentOf(operation: PlanOperation, {api, canMake}: PlanContext): Kind | null {
	for (const {name} of [...operation.pathParameters].reverse()) {
		const kind = api.edgeOf(operation, `path:${name}`)?.producer?.kind;
		if (kind?.creator) return canMake(kind) ? kind : null;
	}
	return null;
}

/** A record of another kind in the answer: it is tracked, so that cleanup deletes it. */
function recordMade(operation: PlanOperation, {api}: PlanContext) {
	const form = formOf(api.schemas, operation);
	if (form.form !== 'record' || form.view.name === null || !operation.statuses.includes(201)) return null;
	const kind = api.kinds.find(one => one.record?.name === form.view.name && one.deleter !== null);
	if (kind?.handle?.from !== 'body') return null;
	const field = kind.handle.pointer.slice(kind.handle.pointer.lastIndexOf('.') + 1);
	if (!form.view.properties.has(field)) return null;
	const deletedBy = kind.deleter && asOperation(kind.deleter);
	return {variable: kind.variable, word: kind.word, pointer: `${form.pointer}.${field}`, deletedBy};
}
