import {createHash} from 'node:crypto';
import {RecentlyUsed} from '../../domain/recently-used.ts';
import {renderMarked} from '../code/render-test.ts';
import type {Mark} from '../code/draft.ts';
import {ofCaller} from '../code/helper.ts';
import {asksAround} from '../code/request.ts';
import type {LenientLine} from '../../store/plans/learning.ts';
import {readPointer} from '../code/pointer.ts';
import {callsOf} from './aligned-calls.ts';
import type {Assert, Recipe, Step, Value} from '../recipe.ts';
import {controlStep} from '../templates/control.ts';
import {keptStep} from '../templates/unchanged.ts';

type Marks = ReadonlyMap<number, Mark> | null;

/** A test is asked for at its start and at its end, run after run: as many as a large batch has. */
const known = new RecentlyUsed<string, Marks>(1000);

/** What the lines of a test's code stand for; null: it is not the code of this recipe, such as one edited by hand. */
export function marksOf(recipe: Recipe, code: string): Marks {
	const key = createHash('sha256').update(JSON.stringify(recipe)).update(code).digest('base64');
	return known.get(key, () => findMarks(recipe, code));
}

function findMarks(recipe: Recipe, code: string): Marks {
	for (const attempt of [1, 2, 3])
		for (const hasExtraHeaders of [false, true]) {
			const rendered = renderMarked(recipe, {hasExtraHeaders}, attempt);
			if (rendered.code === code) return rendered.marks;
		}
	return null;
}

/**
 * Lines of a test that are noted instead of failing, while `isOpen` says so of their expectation.
 *
 * @param isWrong whether somebody has said that an answer of this class of statuses is wrong where a refusal is expected
 */
export function lenientLines(
	recipe: Recipe,
	code: string,
	isOpen: (step: Step, assert: Assert, isOfEntries: boolean) => boolean,
	isWrong: (step: Step, assert: Assert, statusClass: number) => boolean = () => false,
): LenientLine[] {
	const marks = marksOf(recipe, code);
	if (!marks) return [];
	const steps = new Map([...recipe.steps, ...recipe.teardown].map(step => [step.id, step]));
	const borne = (mark: Mark): Omit<LenientLine, 'line'> | null => {
		const step = steps.get(mark.step);
		const asserts = step ? mark.asserts.flatMap(id => step.asserts.find(one => one.id === id) ?? []) : [];
		if (!step || asserts.length === 0) return null;
		const open = asserts.filter(one => one.state === 'active' && isOpen(step, one, mark.isOfEntries === true));
		const [first] = asserts as [Assert];
		const allowed = (classes: readonly number[]) => classes.filter(one => !isWrong(step!, first, one));
		// A line that says how it is refused says as well that it is: that stays.
		if (open.length === 1 && asserts.length === 1 && saysGone(first))
			return {statuses: mayDiffer(first) ? allowed([4]) : [], isDeletion: true};
		const [wider] = asserts.filter(({strength, check}) => strength === 'hard' && check.type === 'status');
		if (wider && wider !== first && open.includes(first) && mayDiffer(first)) return {statuses: allowed([4])};
		if (open.length === asserts.length && asserts.every(mayDiffer)) {
			const {check} = first;
			const lastCall = isOnJson(step, first) ? lastCallIn(recipe, step) : null;
			const endsOn = allowed(step.cases.length > 0 ? endsOfCase(step, first) : endsOf(recipe, step, first));
			return {
				statuses: check.type === 'status' ? [...new Set([...allowed(classesOf(step, check.oneOf)), ...endsOn])] : null,
				...(endsOn.length > 0 ? {endsOn} : {}),
				...(lastCall === null ? {} : {lastCall}),
			};
		}
		const echoes = open.flatMap(one => echoedNames(recipe, step, one));
		const follows = open.flatMap(({check}) => (check.type === 'sameAs' ? (check.follows ?? []) : []));
		return echoes.length + follows.length > 0 && asserts.every(isOfValue)
			? {statuses: [], echoes, ...(follows.length > 0 ? {follows} : {})}
			: null;
	};
	return [...marks].flatMap(([line, mark]): LenientLine[] => {
		if (mark === ofCaller) return [{line, statuses: []}];
		const rule = borne(mark);
		return rule === null ? [] : [{line, ...rule}];
	});
}

/**
 * Classes of a status with which a test is over in its first runs: the document names no field as required and the API
 * does; what was to be refused is accepted, so that there is no refusal to look at.
 */
export function endsOf(recipe: Recipe, step: Step, {check, id}: Assert): number[] {
	if (check.type !== 'status' || step.cases.length > 0 || step.role === 'setup') return [];
	const isRefusal = check.oneOf.every(status => String(status).startsWith('4'));
	if (isRefusal) return id !== 'gone' && endsWith(recipe, step, [controlStep]) ? [2] : [];
	// What was accepted by mistake may have given its record another address.
	if (step.id === keptStep) return [4];
	return step.role === 'act' && (recipe.template === 'create-minimal' || mayRefuse(recipe)) ? [4] : [];
}

/** Rows that send what an API may refuse although its document allows it: what the first runs show is what they expect. */
export const mayRefuse = ({template}: Pick<Recipe, 'template'>): boolean =>
	template === 'texts' || template === 'foreign-fields';

/** The same of one case of a table: what was to be refused is accepted, and the next case is tried. */
function endsOfCase(step: Step, {check}: Assert): number[] {
	if (check.type !== 'status' || step.role === 'setup') return [];
	return check.oneOf.every(status => String(status).startsWith('4')) ? [2] : [];
}

/**
 * Whether nothing comes after a step but a call that shows that its record is still there: it may be gone then.
 *
 * @param shown steps that only show that a request is accepted without its mistake: what may be done once only is done then
 */
const endsWith = ({steps, teardown}: Recipe, step: Step, shown: readonly string[] = []): boolean => {
	const all = [...steps, ...teardown];
	const later = all.slice(all.indexOf(step) + 1);
	const isShown = ({id, role}: Step) => role === 'verify' || shown.includes(id);
	return later.every(one => isShown(one) && one.asserts.every(({check}) => check.type === 'status'));
};

/** Whether what an answer says can only be looked at where it is JSON, which no other expectation of the step says. */
const isOnJson = ({asserts}: Step, {check}: Assert): boolean =>
	check.type === 'contentType' ||
	(check.type === 'shape' && !asserts.some(one => one.state === 'active' && one.check.type === 'contentType'));

/**
 * The number of the call of the last step, from 1, or of one behind which nothing is looked at but that its record is still
 * there; null: another step comes after it, or it cannot be told.
 */
function lastCallIn(recipe: Recipe, step: Step): number | null {
	if (step.cases.length > 0 || !endsWith(recipe, step)) return null;
	const all = [...recipe.steps, ...recipe.teardown];
	const calls = all.slice(0, all.indexOf(step) + 1).map(callsOf);
	return calls.includes(null) ? null : calls.reduce<number>((sum, count) => sum + count!, 0);
}

const isOfValue = ({check}: Assert): boolean => check.type === 'equals' || check.type === 'sameAs';

/** Any field may come back in another form. */
const every = '*';

/**
 * Fields of which a rule says that they come back as they were sent: they may come back in another form, or not at all,
 * which a first run learns. What only has to stay as it was seen before has no other form.
 */
function echoedNames(recipe: Recipe, step: Step, {check, provenance}: Assert): string[] {
	if (provenance.from !== 'rule') return [];
	if (check.type === 'equals') return isSent(check.value) ? [String(readPointer(check.pointer).at(-1))] : [];
	if (check.type !== 'sameAs') return [];
	const earlier = recipe.steps.find(({id}) => id === check.step);
	const isRead = earlier?.call.operation.method === 'GET';
	return earlier && !isRead && ['GET', 'PATCH'].includes(step.call.operation.method) ? [every] : [];
}

/** What an answer of another step has given was not made up: it is a handle, or has to stay what it is. */
const isSent = ({is}: Value): boolean => is !== 'step' && is !== 'variable';

/** Whether an expectation is about what an answer holds, and in which form. */
export const isOfBody = ({check}: Assert): boolean => check.type === 'shape' || check.type === 'contentType';

/** "A soft delete (still readable, with another state) is a finding once, then learned." */
export const saysGone = ({id, check, provenance}: Assert): boolean =>
	(id === 'gone' && ['rule', 'document'].includes(provenance.from)) ||
	(id === 'not-listed' && provenance.from === 'rule' && check.type === 'contains');

/** "Never learned: a 5xx, missing auth, a leaked secret, a trace, a hard contradiction"; what a person wants counts. */
export const mayDiffer = ({strength, state, provenance}: Assert): boolean =>
	strength !== 'hard' && state === 'active' && provenance.from !== 'user';

/**
 * A success may be another success; a refusal may be another refusal, or turn out to be none. An address that names
 * nothing may lead to another one. A refused happy path is no way of answering: it needs help.
 */
function classesOf(step: Step, oneOf: readonly (number | string)[]): number[] {
	const isRefusal = oneOf.every(status => String(status).startsWith('4'));
	return isRefusal ? [2, ...(asksAround(step) ? [3] : []), 4] : [2];
}
