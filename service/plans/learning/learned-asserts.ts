import type {ChangeOperation} from '../../../contract/change-operation.ts';
import type {RunId} from '../../../contract/ids.ts';
import type {DeletionMark} from '../../domain/echo-form.ts';
import type {Noted, Observation, StepObservation} from '../../store/plans/learning-tables.ts';
import {activeAsserts, valuesIn} from '../code/references.ts';
import {renderMarked} from '../code/render-test.ts';
import {isRuledOut} from '../code/ruled-out.ts';
import type {Assert, Check, InsteadOf, Recipe, Step} from '../recipe.ts';
import {editRecipe, type RecipeOperation} from '../changes/edit-recipe.ts';
import {isJsonType} from '../model/operation.ts';
import {beyond, relaxed} from './learned-shape.ts';
import {SaidAnswers} from './said-answers.ts';
import {endsOf, isOfBody, mayRefuse} from './lenient-lines.ts';
import {followsFrom} from './noted.ts';
import {differencesOf} from './test-differences.ts';
import {keptStep} from '../templates/unchanged.ts';

/** Where an expectation comes from: a run, or a person who has said that the API is right. */
export type Source = {from: 'observed' | 'user'; runId: RunId; where: string};
export type Learned = {observation: Observation; noted: readonly Noted[]};

/**
 * What a test comes to expect: the API's way where it differs from the document, and what the document leaves open. A
 * change that would make the test leave out something else that it says is left out itself.
 *
 * @param said what other tests say of the same answers
 */
export function learnedOperations(
	target: string,
	recipe: Recipe,
	{observation, noted}: Learned,
	source: Source,
	said = new SaidAnswers([]),
): RecipeOperation[] {
	const operations: RecipeOperation[] = [];
	let now = recipe;
	const add = (operation: RecipeOperation) => {
		// Two expectations may have let the same case go.
		if (operation.op === 'case.drop' && !casesOf(now, operation.step).includes(operation.name)) return;
		now = editRecipe(now, operation);
		operations.push(operation);
	};
	// A record that was changed by what is accepted is as it was when that has left the test, and else it is not.
	const stays = staysAccepted(recipe, noted);
	const isLeft = noted.some(({kind}) => kind === 'input_accepted') && !stays;
	for (const step of recipe.steps) {
		if (!now.steps.some(({id}) => id === step.id)) break;
		const seen = observation[step.id];
		for (const one of correctionsOf(
			target,
			{recipe, step},
			seen,
			noted.filter(({step: id}) => id === step.id && !followsFrom(isLeft, id)),
			source,
		))
			add(one);
		// The runs that showed it have ended there.
		const isUnseen = step.id === keptStep && stays && seen === undefined;
		for (const assert of isUnseen
			? step.asserts.filter(({check, state}) => check.type === 'sameAs' && state === 'active')
			: [])
			add(dropped(target, step, assert, [], source, 'what was to be refused is accepted'));
	}
	if (source.from === 'user') return operations;
	const room = renderMarked(now, {hasExtraHeaders: false}).left;
	for (const {id} of recipe.steps) {
		const step = now.steps.find(one => one.id === id);
		const seen = observation[id];
		if (!step || !seen || step.role === 'setup' || !isExpected(step, seen)) continue;
		const isSaid = said.has(recipe, step, seen.statuses);
		for (const one of additionsOf(target, step, seen, source, isSaid)) {
			const with_ = editRecipe(now, one);
			if (one.op === 'assert.add' && renderMarked(with_, {hasExtraHeaders: false}).left > room) continue;
			now = with_;
			operations.push(one);
		}
		const asserts = activeAsserts(now.steps.find(one => one.id === id)!);
		const isWhole =
			seen.body !== null &&
			beyond(
				seen.body,
				asserts.map(({check}) => check),
			) === null;
		if (isWhole) said.add(step, seen.statuses);
	}
	return operations;
}

/** Whether a test goes on sending what was to be refused and is accepted: it is no case that leaves its table. */
const staysAccepted = ({steps}: Recipe, noted: readonly Noted[]): boolean =>
	steps.some(({id, cases}) => {
		const own = noted.filter(one => one.step === id && one.kind === 'input_accepted');
		return own.length > 0 && cases.every(({name}) => own.some(one => one.case === name));
	});

const casesOf = ({steps}: Recipe, id: string): string[] =>
	steps.find(step => step.id === id)?.cases.map(({name}) => name) ?? [];

/** Whether a step was answered as it expects to be: a test that ended with a refusal has shown nothing of a success. */
function isExpected({asserts}: Step, {statuses}: StepObservation): boolean {
	const wanted = asserts.flatMap(({state, check}) =>
		state === 'active' && check.type === 'status' ? check.oneOf : [],
	);
	const fits = (status: number) => wanted.some(one => String(one)[0] === String(status)[0]);
	return wanted.length === 0 || statuses.every(fits);
}

type SetAssert = Extract<ChangeOperation, {op: 'assert.set'}>;

/** An expectation in the place of another one, which it remembers. */
function replaced(
	target: string,
	step: Step,
	{instead, ...before}: Assert,
	check: Check,
	notes: readonly Noted[],
	{from, runId, where}: Source,
	reason: string,
): SetAssert {
	const [difference, ...further] = toldIn(notes);
	return {
		op: 'assert.set',
		target,
		step: step.id,
		assertId: before.id,
		assert: {
			...before,
			check,
			strength: from === 'user' ? 'decided' : 'learned',
			provenance: {from, where, runId, since: from === 'user' ? 'finding' : 'learned'},
			instead: {
				assert: instead?.assert ?? before,
				...(difference ? {difference} : {}),
				...(further.length > 0 ? {further} : {}),
			},
		},
		reason,
	};
}

/** What is to be remembered of notes: what the document leaves open is no difference from it. */
const toldIn = (notes: readonly Noted[]): InsteadOf[] =>
	notes
		.filter(({isOpen}) => isOpen !== true)
		.map(({kind, difference, document, observed}) => ({kind, difference, document, observed}));

/** Whether an expectation says already what is noted, such as by somebody's decision. */
const isTaken = ({instead}: Assert, notes: readonly Noted[]): boolean =>
	notes.every(({difference}) => differencesOf(instead).some(one => one.difference === difference));

/** Cases leave their table, which remembers them with what the API does otherwise there. */
const casesDropped = (
	target: string,
	step: Step,
	names: Iterable<string>,
	notes: readonly Noted[],
	reason: string,
): RecipeOperation[] =>
	[...names].map(name => {
		const assert = notes[0]!.assert;
		const differences = toldIn(notes.filter(one => one.case === name)).map(one => ({assert, ...one}));
		return {op: 'case.drop', target, step: step.id, name, reason, ...(differences.length > 0 ? {differences} : {})};
	});

/** What the API does in another way than the document. */
function correctionsOf(
	target: string,
	{recipe, step}: {recipe: Recipe; step: Step},
	seen: StepObservation | undefined,
	noted: readonly Noted[],
	source: Source,
): RecipeOperation[] {
	const left = new Set(step.left?.map(one => one.case.name));
	return [...new Set(noted.map(({assert}) => assert))].flatMap((id): RecipeOperation[] => {
		const assert = step.asserts.find(one => one.id === id && one.state === 'active');
		const notes = noted.filter(one => one.assert === id && !left.has(one.case ?? ''));
		// What was accepted leaves the table before anything else is learned of it.
		const note = notes.find(({kind}) => kind === 'input_accepted') ?? notes[0];
		if (!assert || !note || (source.from === 'observed' && isTaken(assert, notes))) return [];
		const reason = notes
			.map(({difference}) => difference)
			.join('; ')
			.slice(0, 400);
		const {check} = assert;
		const other = otherwiseAnswered(step, noted);
		if (check.type === 'status' && other.size > 0) return casesDropped(target, step, other, notes, reason);
		// What is left of it is about the body of a case that leaves the table.
		if (isOfBody(assert) && other.size > 0 && notes.every(one => one.case !== null && other.has(one.case))) return [];
		// The test ends there as long as that is so: nothing of it is to be changed.
		if (endsOf(recipe, step, assert).includes(Math.floor(Number(note.observed) / 100)))
			return mayRefuse(recipe) ? [endsRefused(target, recipe, step, assert, note, source, reason)] : [];
		if (note.kind === 'input_accepted' && step.cases.length > 0) {
			const accepted = new Set(notes.flatMap(one => one.case ?? []));
			if (step.cases.some(({name}) => !accepted.has(name))) return casesDropped(target, step, accepted, notes, reason);
			return [assert, ...ofRefusal(step)].map(one => dropped(target, step, one, notes, source, reason));
		}
		if (note.mark) return [markedInstead(target, step, assert, note.mark, {notes, source, reason})];
		if (note.form) return formsInstead(target, step, assert, notes, {source, reason});
		if (check.type === 'status') {
			const statuses = (seen?.statuses ?? [Number(note.observed)]).filter(status => status < 500);
			const oneOf = [...new Set([...(assert.provenance.from === 'observed' ? check.oneOf : []), ...statuses])];
			if (oneOf.length === 0) return [];
			return [
				replaced(target, step, assert, {type: 'status', oneOf}, notes, source, reason),
				...(note.kind === 'input_accepted' ? ofRefusal(step) : []).map(one =>
					dropped(target, step, one, notes, source, reason),
				),
			];
		}
		if (check.type === 'contentType') {
			const isText = !isJsonType(note.observed) && !seen?.body;
			const unread = !isText ? [] : step.asserts.filter(one => one.state === 'active' && readsBody(one));
			return [
				note.observed === 'none'
					? dropped(target, step, assert, notes, source, reason)
					: replaced(target, step, assert, {type: 'contentType', is: note.observed}, notes, source, reason),
				...unread.map(one => dropped(target, step, one, notes, source, reason)),
			];
		}
		// Nothing of a body that is no JSON can be looked at.
		if (check.type === 'shape' && note.kind === 'content_type')
			return step.asserts
				.filter(one => one.state === 'active' && readsBody(one))
				.map(one => dropped(target, step, one, notes, source, reason));
		if (check.type === 'shape') {
			const schema = relaxed(check, notes, seen?.body ?? null);
			if (schema !== null) return [replaced(target, step, assert, {...check, schema}, notes, source, reason)];
		}
		return [dropped(target, step, assert, notes, source, reason)];
	});
}

/**
 * Cases of a table that are refused with another status than the document has for all of them, as long as they are few:
 * an id that names nothing in a table of wrong types. Without them the table still says exactly what the document says;
 * where most differ, it is the API's way.
 */
function otherwiseAnswered({cases, asserts}: Step, noted: readonly Noted[]): ReadonlySet<string> {
	const ids = new Set(asserts.flatMap(({id, check}) => (check.type === 'status' ? id : [])));
	const own = noted.filter(one => one.kind === 'status' && ids.has(one.assert));
	const names = new Set(own.flatMap(one => one.case ?? []));
	const isOtherRefusal = own.every(({observed, document}) => !(isOfForm(observed) && isOfForm(document ?? '')));
	return isOtherRefusal && 3 * names.size <= cases.length ? names : new Set();
}

/** 400 and 422 are two words for one thing. */
const isOfForm = (statuses: string): boolean => /^(?:400|422)(?: or (?:400|422))*$/.test(statuses);

/** What a step expects of the body of a refusal: what is accepted is answered with another one. */
const ofRefusal = ({asserts}: Step): Assert[] => asserts.filter(one => one.state === 'active' && isOfBody(one));

/** Whether an expectation is about places of a body, which only JSON has. */
const readsBody = ({check}: Assert): boolean =>
	check.type === 'shape' || check.type === 'equals' || check.type === 'sameAs';

/**
 * What was tried is refused, which the document does not say: the test expects just that, and ends there. What is refused
 * before anything was accepted gives it another name.
 */
function endsRefused(
	target: string,
	recipe: Recipe,
	step: Step,
	assert: Assert,
	note: Noted,
	source: Source,
	reason: string,
): RecipeOperation {
	const place = recipe.steps.indexOf(step);
	const check: Check = {type: 'status', oneOf: [Number(note.observed)]};
	const learned = replaced(target, step, assert, check, [], source, reason).assert;
	const refused: Step = {
		...step,
		captures: [],
		asserts: step.asserts.flatMap(one => (one === assert ? learned : isOfRefusal(one) ? one : [])),
	};
	const before = recipe.steps.slice(0, place);
	const what = step.title.replace(/^send /, '');
	const isFirst = before.every(({role}) => role !== 'act');
	const said = `The API refuses ${isFirst ? 'it' : what} with ${note.observed}.`;
	return {
		op: 'recipe.set',
		target,
		recipe: {
			...recipe,
			...(isFirst ? {title: `${address(recipe.title)}refuses ${what}`} : {}),
			why: isFirst ? `Sends a valid body, then ${what}. ${said}` : `${recipe.why} ${said}`,
			steps: [...before, refused, ...recipe.steps.slice(place + 1).filter(one => holdsAfter(one, step))],
		},
		reason,
	};
}

/** Whether a step says only what must not have come of a request, and so holds as well where that was refused. */
function holdsAfter(step: Step, refused: Step): boolean {
	const isNegative = ({check}: Assert) => check.type === 'shape' && isRuledOut(check.schema);
	const readsIt = [...valuesIn(step)].some(value => value.is === 'step' && value.step === refused.id);
	const isGeneral = (one: Assert) => one.check.type === 'status' || isOfRefusal(one);
	return !readsIt && step.asserts.some(isNegative) && step.asserts.every(one => isNegative(one) || isGeneral(one));
}

/** What stands in front of what a test says: `POST /notes `; empty: nothing. */
const address = (title: string): string => /^(?:POST|PUT|PATCH) \S+ /.exec(title)?.[0] ?? '';

/** Whether an expectation holds for a refusal as well. */
const isOfRefusal = ({check}: Assert): boolean =>
	check.type === 'noServerError' || check.type === 'noTrace' || check.type === 'noSecret';

type Change = {notes: readonly Noted[]; source: Source; reason: string};

/** What was deleted is not gone: it says that it is deleted. A list says so of nothing that this test looks at. */
function markedInstead(
	target: string,
	step: Step,
	assert: Assert,
	{pointer, value}: DeletionMark,
	{notes, source, reason}: Change,
): SetAssert {
	if (assert.check.type !== 'status') return dropped(target, step, assert, notes, source, reason);
	const check: Check =
		value === null
			? {type: 'shape', pointer, schema: {type: ['string', 'number']}, closed: false}
			: {type: 'equals', pointer, value: {is: 'literal', value}, as: 'exact'};
	return replaced(target, step, assert, check, notes, source, reason);
}

/**
 * "Learned exactly": a field comes back in this form; one that does not come back, or as the record that it names, is not
 * looked for.
 */
function formsInstead(
	target: string,
	step: Step,
	assert: Assert,
	notes: readonly Noted[],
	{source, reason}: Omit<Change, 'notes'>,
): RecipeOperation[] {
	const [note] = notes as [Noted];
	const {check} = assert;
	const cases = new Set(notes.flatMap(one => one.case ?? []));
	if (step.cases.length > 0 && step.cases.some(({name}) => !cases.has(name)))
		return casesDropped(target, step, cases, notes, reason);
	if (check.type === 'sameAs') {
		const except = [...new Set([...check.except, ...notes.flatMap(({field}) => field ?? [])])];
		return [replaced(target, step, assert, {...check, except}, notes, source, reason)];
	}
	const isOneForm = notes.every(({form}) => form === note.form);
	const {form} = note;
	const isOfWords = form !== undefined && form !== 'absent' && form !== 'record' && form !== 'follows';
	if (check.type !== 'equals' || step.cases.length > 0 || !isOneForm || !isOfWords)
		return [dropped(target, step, assert, notes, source, reason)];
	return [replaced(target, step, assert, {...check, as: form}, notes, source, reason)];
}

/** An expectation that does not hold stays in the recipe, so that it can come back, and leaves the code. */
const dropped = (
	target: string,
	step: Step,
	assert: Assert,
	notes: readonly Noted[],
	source: Source,
	reason: string,
): SetAssert => {
	const operation = replaced(target, step, assert, assert.check, notes, source, reason);
	return {...operation, assert: {...operation.assert, state: 'dropped'}};
};

/** What the document leaves open; of an answer that is said elsewhere only how it was answered and what came back. */
function additionsOf(
	target: string,
	step: Step,
	seen: StepObservation,
	source: Source,
	isSaid: boolean,
): RecipeOperation[] {
	const active = step.asserts.filter(({state}) => state === 'active');
	const reason = 'the document does not say';
	const made = (id: string, check: Check): RecipeOperation => ({
		op: 'assert.add',
		target,
		step: step.id,
		assert: {
			id,
			message: 'expected {expected}, got {actual}',
			check,
			strength: 'learned',
			state: 'active',
			provenance: {...source, since: 'learned'},
			instead: {assert: null},
		},
		reason,
	});
	const operations: RecipeOperation[] = [];
	const status = active.find(({check}) => check.type === 'status');
	const isSettled = seen.statuses.length > 0 && seen.statuses.every(one => one < 500);
	if (status?.check.type === 'status' && status.strength !== 'hard' && isSettled) {
		const {oneOf} = status.check;
		const isOpen = oneOf.some(one => typeof one === 'string') || (status.strength === 'learned' && oneOf.length > 1);
		// A case that was accepted has left the table.
		const fitting = seen.statuses.filter(
			one => oneOf.includes(one) || oneOf.some(is => String(is)[0] === String(one)[0]),
		);
		if (isOpen && fitting.length > 0)
			operations.push(
				replaced(target, step, status, {type: 'status', oneOf: fitting}, [], source, `answers ${fitting.join(' or ')}`),
			);
	}
	if (seen.body !== null && status && !isSaid) {
		const schema = beyond(
			seen.body,
			active.map(({check}) => check),
		);
		if (schema !== null)
			operations.push(made('learned-shape', {type: 'shape', pointer: '$', schema: schema as never, closed: false}));
	}
	const has = (type: Check['type']) => active.some(({check}) => check.type === type);
	if (step.role !== 'act' || !status) return operations;
	if (isSaid) return [...operations, ...echoes(step, seen, made)];
	if (seen.contentType !== null && seen.body !== null && !has('contentType'))
		operations.push(made('learned-content-type', {type: 'contentType', is: seen.contentType}));
	for (const name of seen.headers)
		if (!active.some(({check}) => check.type === 'header' && check.name.toLowerCase() === name.toLowerCase()))
			operations.push(made(`learned-${name.toLowerCase()}`, {type: 'header', name, matches: null, namesRecord: false}));
	operations.push(...echoes(step, seen, made));
	return operations;
}

const mostEchoes = 6;

/** Fields that came back as they were sent, where no expectation speaks of any. */
function echoes(
	step: Step,
	{echoes: names}: StepObservation,
	made: (id: string, check: Check) => RecipeOperation,
): RecipeOperation[] {
	const {body} = step.call;
	const isSaid = step.asserts.some(({check}) => check.type === 'equals' || check.type === 'sameAs');
	if (isSaid || !body || !('value' in body) || body.value.is !== 'object') return [];
	const {fields} = body.value;
	return names.slice(0, mostEchoes).flatMap(name => {
		const value = fields[name];
		return value && /^[A-Za-z_]\w*$/.test(name)
			? [made(`learned-echo:$.${name}`, {type: 'equals', pointer: `$.${name}`, value, as: 'exact'})]
			: [];
	});
}
