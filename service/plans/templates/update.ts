import {withArticle, listed} from '../kinds/names.ts';
import {formOf} from '../model/answer-form.ts';
import type {PlanOperation} from '../model/operation.ts';
import {below} from '../model/pointer.ts';
import type {Body, Value, Values} from '../recipe.ts';
import {always, documentedShape, hard, succeeds} from './asserts.ts';
import {viewAt, echoes, handlePointer, sameRecord, sentRecord, workedOut} from './expect-record.ts';
import {derivedName} from './derived-name.ts';
import {isPartial, takesOneField, withRevision} from './changed-body.ts';
import {type InnerChange, innerChange, keptInside} from './kept-inside.ts';
import {handleCapture, type OwnRecord} from './own-record.ts';
import type {RecipeDraft} from './recipe-draft.ts';
import type {PlanContext} from './context.ts';
import type {RowTemplate} from './row-draft.ts';
import {withFields} from './with-fields.ts';

/** Fields that are changed one at a time; of a record with many fields one, so that a person still reads the test. */
const mostSingle = 3;
const manyFields = 6;

/** Own record: one field is changed, then two others singly, then all; what is not sent keeps its value. */
export const update: RowTemplate = {
	id: 'update',
	category: 'functional',
	priority: 'p1',
	fill(draft, operation, context) {
		const {api, unsafe} = context;
		const kind = api.kindAt(operation);
		if (!kind?.updaters.includes(operation)) return null;
		if (unsafe(operation) !== null || !context.canMake(kind)) return null;
		const made = draft.ownRecord(kind, {body: 'most'});
		if (!made) return null;
		let own = made;
		const whole = draft.requestOn(operation, own, {variant: 'changed', mayRename: true});
		const sent = sentRecord(whole.body);
		const view = viewAt(api.schemas, operation, sent.pointer);
		const isConstant = (name: string) => api.schemas.view(view.properties.get(name)).enum?.length === 1;
		const showing = shownFirst(api, own, Object.keys(sent.fields));
		const names = Object.keys(sent.fields).filter(
			name => !isConstant(name) && isChangeable(api, showing, name, sent.fields[name]!),
		);
		// What every change has to say besides: of which sort of record it is, and of which one.
		const beside = [...view.required].filter(name => name in sent.fields && !names.includes(name));
		if (whole.body === null || !('value' in whole.body)) return null;
		const isPatch = takesOneField(api, operation);
		const verb = isPartial(api, operation) ? 'change' : 'replace';
		const chosen = isPatch ? names.slice(0, isMuch(names, [made.step.call, sent.fields]) ? 1 : mostSingle) : [];
		// A state that was set alone is not set again: no record becomes what it is already.
		const isState = (name: string) => isPatch && api.schemas.view(view.properties.get(name)).enum !== null;
		const together = Object.keys(sent.fields).filter(name => !(isState(name) && chosen.includes(name)));
		// Nothing that may be sent differs from what the record was made with.
		if (JSON.stringify(sent.fields) === JSON.stringify(sentRecord(made.step.call.body).fields)) return null;
		let earlier = {operation: kind.creator!, step: own.step.id};
		if (isPatch && showing !== kind.creator) {
			draft.step({
				id: 'before',
				title: 'read it before',
				role: 'setup',
				call: draft.requestOn(showing, own),
				asserts: [succeeds(showing)],
			});
			earlier = {operation: showing, step: 'before'};
		}
		let isPart = false;
		const change = (id: string, only: readonly string[], title: string) => {
			const isAll = only.length === Object.keys(sent.fields).length;
			const some = isAll || !isPatch ? whole.body! : withFields(whole.body!, [...beside, ...only]);
			const inner = id === 'change' ? innerChange(some, only[0]!, made.step.call.body) : null;
			const body = inner?.body ?? some;
			isPart ||= inner !== null;
			const changed = changeAndRead(draft, context, {own, operation, id, title, body, only, earlier, inner});
			earlier = changed.earlier;
			own = changed.own;
		};
		differsBefore(api, own, chosen[0], sent.fields);
		for (const [place, name] of chosen.entries())
			change(place === 0 ? 'change' : `change_${place + 1}`, [name], `change ${name}`);
		const isMore =
			together.some(name => !chosen.includes(name) && !beside.includes(name)) || chosen.length > 1 || isPart;
		if (!isPatch || (together.length > 1 && isMore))
			change('change_all', together, isPatch ? 'change all of it' : `${verb} it`);
		const first = chosen[0];
		const isAllSent = draft.steps.some(({id}) => id === 'change_all');
		const comparesRest = draft.steps.some(({asserts}) => asserts.some(({check}) => check.type === 'sameAs'));
		return {
			title:
				isPatch && first
					? `changes ${withA(first)} of ${anOwn(kind.noun)}${comparesRest ? ' and nothing else' : ''}`
					: `${verb}s ${anOwn(kind.noun)}`,
			description: isPatch
				? `Makes ${withArticle(kind.noun)}, changes ${listed(chosen)}${chosen.length > 1 ? ' one at a time' : ''}${isAllSent ? ', then everything at once,' : ''} and reads it after ${isAllSent || chosen.length > 1 ? 'each change' : 'that'}.`
				: `Makes ${withArticle(kind.noun)}, ${verb}s ${isPartial(api, operation) ? '' : 'it with '}${listed(Object.keys(sent.fields))} and reads it.`,
		};
	},
};

/** Whether so much is sent that a test of several changes is more than a person reads. */
const isMuch = (names: readonly string[], sent: unknown): boolean =>
	names.length > manyFields || JSON.stringify(sent).length > muchSent;
const muchSent = 700;

const withA = (field: string) => `the ${field}`;
const anOwn = (noun: string) => `its own ${noun}`;

function isChangeable(api: PlanContext['api'], showing: PlanOperation, name: string, value: Value): boolean {
	if (value.is === 'variable' || value.is === 'step') return false;
	const form = formOf(api.schemas, showing);
	return form.form !== 'record' || form.view.properties.size === 0 || form.view.properties.has(name);
}

/**
 * What shows a record as it is before it is changed: the answer of its creator or, where that shows none of its fields, a
 * read. Else nothing would tell that a change has lost what it was not about.
 */
function shownFirst({schemas}: PlanContext['api'], {kind}: OwnRecord, names: readonly string[]): PlanOperation {
	const {reader} = kind;
	const creator = kind.creator!;
	const viewOf = (operation: PlanOperation) => {
		const form = formOf(schemas, operation);
		return form.form === 'record' ? form.view.properties : null;
	};
	const shows = (operation: PlanOperation) => names.some(name => viewOf(operation)?.has(name));
	const mayShow = shows(creator) || viewOf(creator)?.size === 0;
	return reader && !mayShow && shows(reader) ? reader : creator;
}

/** What its creator decides is not yet what it is changed to: the change would show nothing. */
function differsBefore(api: PlanContext['api'], own: OwnRecord, name: string | undefined, fields: Values): void {
	const {creator} = own.kind;
	const value = name === undefined ? undefined : fields[name];
	const form = creator ? formOf(api.schemas, creator) : null;
	if (name === undefined || value?.is !== 'literal' || form?.form !== 'record') return;
	if (!form.view.properties.has(name) || name in sentRecord(own.step.call.body).fields) return;
	own.step.asserts.push(
		hard(
			`before:${below(form.pointer, name)}`,
			'{field} is {actual} before it is changed',
			{
				type: 'shape',
				pointer: form.pointer,
				schema: {not: {properties: {[name]: {const: value.value}}}},
				closed: false,
			},
			'a change changes something',
		),
	);
}

type Change = {
	own: OwnRecord;
	operation: PlanOperation;
	id: string;
	title: string;
	body: Body;
	only: readonly string[];
	earlier: {operation: PlanOperation; step: string};
	/** What is changed inside of a field, while the rest of it stays. */
	inner: InnerChange | null;
};

/** One change and a look at the record after it; gives the last known state, and the record by the name it has then. */
function changeAndRead(draft: RecipeDraft, {api}: PlanContext, change: Change): Pick<Change, 'earlier' | 'own'> {
	const {own, operation, id, title, body, only, earlier, inner} = change;
	const {reader} = own.kind;
	const value = 'value' in body ? body.value : undefined;
	const asked = draft.requestOn(operation, own, value ? {body: value} : {});
	const call = {...asked, body: withRevision(api, asked.body, own, earlier)};
	const derived = derivedName(own);
	const place = derived === null ? null : fieldOf(api, operation, derived);
	const except = derived === null ? only : [...only, derived];
	// The first answer is looked at as a whole; of the others the reads after them say enough.
	const isPatch = takesOneField(api, operation);
	const isFirst = id === 'change' || !isPatch;
	const isBetween = !isFirst && reader !== null;
	// The whole answer is compared with the record before it, where both say the same of it: that says its types as well.
	const changed =
		isFirst && isPatch && echoes(api, operation, {sender: operation, body, only}).length > 0
			? sameRecord(api, operation, earlier, {
					id: 'changed',
					message: 'more changed than {case}: {field} was {expected} and is {actual}',
					except,
					follows: workedOut(api, operation, own.kind),
				})
			: null;
	const asserts = [
		succeeds(operation),
		...always(api, operation),
		...(isFirst && !changed ? documentedShape(api, operation, 1).filter(({check}) => check.type === 'shape') : []),
		...(isBetween ? [] : echoes(api, operation, {sender: operation, body, only})),
	];
	if (changed) asserts.push(changed);
	if (inner) asserts.push(...keptInside(api, operation, inner, earlier));
	const pointer = isFirst && !changed && derived === null ? handlePointer(api, operation, own.kind) : null;
	if (pointer)
		asserts.push(
			hard(
				`handle:${pointer}`,
				'the {field} changed from {expected} to {actual}',
				{type: 'equals', pointer, value: own.handle, as: 'number'},
				'a change keeps the id',
			),
		);
	const captures =
		place === null ? [] : [{...handleCapture(own.kind, false), from: {in: 'body' as const, pointer: place}}];
	draft.step({id, title, role: 'act', call, asserts, captures});
	const renamed: OwnRecord = place === null ? own : {...own, handle: {is: 'step', step: id, pointer: place}};
	if (!reader)
		return {earlier: formOf(api.schemas, operation).form === 'record' ? {operation, step: id} : earlier, own: renamed};
	const readId = `${id.replace('change', 'read')}`;
	const kept = changed
		? sameRecord(
				api,
				reader,
				{operation, step: id},
				{message: 'answered and read differ in {field}: {expected}, {actual}'},
			)
		: isPatch
			? sameRecord(api, reader, earlier, {
					id: 'kept',
					message: 'more changed than {case}: {field} was {expected} and is {actual}',
					except,
					follows: workedOut(api, operation, own.kind),
				})
			: null;
	draft.step({
		id: readId,
		title: 'read it',
		role: 'verify',
		call: draft.requestOn(reader, renamed),
		asserts: [
			succeeds(reader),
			...always(api, reader),
			...(changed && kept ? [] : echoes(api, reader, {sender: operation, body, only}, 'stored')),
			...(kept ? [kept] : []),
		],
	});
	return {earlier: {operation: reader, step: readId}, own: renamed};
}

/** Where a field of the record stands in the answer of an operation; null: it has none. */
function fieldOf(api: PlanContext['api'], operation: PlanOperation, field: string): string | null {
	const form = formOf(api.schemas, operation);
	return form.form === 'record' && form.view.properties.has(field) ? below(form.pointer, field) : null;
}
